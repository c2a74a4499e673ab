"""Which task has failed, as the journal says."""

from micropython import const

CLERK = const(0)
DISPLAY = const(1)
PADS = const(2)
KEYS = const(3)
LIGHTS = const(4)
START = const(5)
LINK = const(6)
