"""What the display is doing. Its image may be drawn on unless it is BUSY or MISSING."""

from micropython import const

FREE = const(0)
BUSY = const(1)
ASLEEP = const(2)  # the next refresh wakes it, with a full one
LOST = const(3)  # the next refresh tries again
MISSING = const(4)  # it was never built
