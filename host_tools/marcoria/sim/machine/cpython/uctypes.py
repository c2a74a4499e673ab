"""MicroPython's `uctypes` for CPython, with the one function that the simulator needs."""


def addressof(buf: "bytes | bytearray | memoryview") -> memoryview:
    """Return a view of the buffer: on CPython it is used instead of the buffer's address."""
    return memoryview(buf)
