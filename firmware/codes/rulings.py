"""What a ruling is, in the place of an event's seat; 0 and 1 give points to that side."""

from micropython import const

VOID = const(2)
AWARD = const(3)  # the match to side 0 or 1; to NEITHER: it is open again
PARDON = const(4)
NEW_DEALER = const(5)
HANGING = const(6)  # points to the sum that hangs
GIVE = const(7)  # all points given last count from now on: why is one of the last three below

NEITHER = const(2)
NO_POINTS = const(0x8000)  # given points count from here, up and down

BESIDE = const(0)  # the hands that are played
INSTEAD = const(1)  # of the deal under way, which is void
CORRECTED = const(2)  # what the last hand has brought
