"""What a match says to an event: 0 is yes; below NOTED no, for an offence or one of these; from
there on yes, with an offence noted."""

from micropython import const

BAD_EVENT = const(32)
NOT_NOW = const(33)
NOT_A_CARD = const(34)
CARD_SEEN = const(35)
NOT_HELD = const(36)
HAND_FULL = const(37)
HAND_SHORT = const(38)
NOT_A_SEAT = const(39)
BAD_CALL = const(40)
TOO_LOW = const(41)
NO_DOUBLE = const(42)
UPCARD_SUIT = const(43)
WRONG_HOUSE = const(44)
WRONG_DEALER = const(45)
LATE = const(46)
NOTHING = const(47)
NOT_HERE = const(48)
MATCH_OVER = const(49)
FULL = const(50)
NOT_YOURS = const(51)

NOTED = const(128)
