"""The real MicroPython VM on a computer: compiled to WebAssembly, run and driven through node."""
