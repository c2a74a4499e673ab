"""What an expander tells of its keys: an event is the key's number and one of these."""

from micropython import const

PRESSED = const(0x20)
RELEASED = const(0x40)
STUCK = const(0x60)  # held too long: as if released, and ignored until it really is
FREED = const(0x80)
MISSED = const(0xA0)  # of this key's seat a press may have been missed

KEY = const(0x1F)  # the bits of the number
KIND = const(0xE0)  # and those of the rest
