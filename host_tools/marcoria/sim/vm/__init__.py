"""The real MicroPython VM on a laptop: compiled to WebAssembly, run by node, driven from here."""
