"""Strict models of the table's chips, on virtual time.

They are written in the common subset of CPython and MicroPython: the `cpython` backend runs them
in its process, the `vm` backend in a second VM beside the firmware's.
"""
