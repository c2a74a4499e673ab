"""What `machine` needs of MicroPython's module of that name, for CPython."""


def addressof(buf: "bytes | bytearray | memoryview") -> memoryview:
    """Return where the bytes are: there is no number for it here, but a view of them."""
    return memoryview(buf)
