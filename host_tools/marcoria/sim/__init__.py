"""A simulated table: the firmware on CPython or in the MicroPython VM, and the chips around it."""
