"""MicroPython's `esp`, of which programs switch off messages."""


def osdebug(level: "int | None", tag: str = "") -> None:
    pass
