"""What can be wrong with an act. The first eight also refuse it where hands are known."""

from micropython import const

REVOKE = const(1)
NO_RISE = const(2)
NO_TRUMP = const(3)
NO_OVERTRUMP = const(4)
NOT_LOWEST = const(5)
OUT_OF_TURN = const(6)
FALSE_MELD = const(7)
FALSE_BELOTE = const(8)
FALSE_CALL_OUT = const(9)
MISDEAL = const(10)
EXPOSED = const(11)
MELD_NOT_SHOWN = const(12)
BOTTOM_NOT_SHOWN = const(13)
HEAPED_TRICKS = const(14)
SIGNAL = const(15)
OFFENCE = const(16)  # which one is not certain
