"""What a ruling is, in the place of an event's seat; 0 and 1 give points to that side."""

from micropython import const

VOID = const(2)
AWARD = const(3)  # the match to side 0 or 1; to NEITHER: it is open again
PARDON = const(4)
NEW_DEALER = const(5)
HANGING = const(6)  # points to the sum that hangs

NEITHER = const(2)
NO_POINTS = const(0x8000)  # given points count from here, up and down
