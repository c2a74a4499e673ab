"""Models of the table's chips in virtual time; a misuse of a chip is recorded as a fault.

The models use only the part of Python that both CPython and MicroPython support. The backend
`cpython` runs them in the process of its caller. The backend `vm` runs them in a MicroPython
virtual machine (VM) of their own, beside the VM that runs the firmware.
"""
