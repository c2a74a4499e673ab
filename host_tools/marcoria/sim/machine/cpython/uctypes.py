"""The function of MicroPython's `uctypes` that `machine` needs, for CPython."""


def addressof(buf: "bytes | bytearray | memoryview") -> memoryview:
    """Return a view of a buffer, which stands for its address on CPython."""
    return memoryview(buf)
