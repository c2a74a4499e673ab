"""The real MicroPython VM on a computer: compiled to WebAssembly, and run by node."""
