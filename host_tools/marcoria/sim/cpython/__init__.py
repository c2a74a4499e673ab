"""The `cpython` backend, which runs the firmware in this process."""
