"""Strict models of the table's chips, on virtual time.

They use only the part of Python that both CPython and MicroPython support: the `cpython` backend
runs them in its own process, the `vm` backend in a second VM beside the firmware's VM.
"""
