"""The `cpython` backend: the firmware runs in this process."""
