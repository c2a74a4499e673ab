"""MicroPython's `uctypes` for CPython, with the one function that `machine` needs."""


def addressof(buf: "bytes | bytearray | memoryview") -> memoryview:
    """Return a view of a buffer, which replaces the buffer's address on CPython."""
    return memoryview(buf)
