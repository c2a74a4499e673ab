"""Models of the table's chips, as strict as the chips, on virtual time.

Written in the Python that CPython and MicroPython share: the `cpython` backend runs them in
process, the `vm` backend in a second VM beside the firmware's.
"""
