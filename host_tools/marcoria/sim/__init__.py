"""The simulated table: chip models, and the firmware on CPython or in the MicroPython VM."""
