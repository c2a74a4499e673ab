"""MicroPython's `esp`, with the function by which programs switch off messages."""


def osdebug(level: "int | None", tag: str = "") -> None:
    """Do nothing, because there are no messages of the operating system."""
