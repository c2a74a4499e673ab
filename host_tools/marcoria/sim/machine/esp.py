"""MicroPython's `esp`, with the one function that programs call to switch off log messages."""


def osdebug(level: "int | None", tag: str = "") -> None:
    """Do nothing, because the simulator has no log messages of an operating system."""
