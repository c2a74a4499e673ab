"""What the journal has beside events: docs/journal.md says what each carries."""

from micropython import const

BOOT = const(32)
CRASH = const(33)
FOREIGN = const(34)
CROSSTALK = const(35)
READER = const(36)
BY_HAND = const(37)
DEAD_CARD = const(38)
EXCHANGED = const(39)
DEALT_AGAIN = const(40)
KEY_STUCK = const(41)
REFUSED = const(42)
PAUSED = const(43)
RESUMED = const(44)
ABANDONED = const(45)
DECK = const(46)
BAD_BLOCK = const(47)
DISPLAY = const(48)
SAFE_MODE = const(49)
STEADY = const(51)
KEYS = const(52)
PIN_TRY = const(53)
PIN_RIGHT = const(54)
PIN_CHANGED = const(55)
PIN_GONE = const(56)
PIN_AGAIN = const(57)
KEY_MISSED = const(58)
CORRECTED = const(59)
# From 60 on are the journal's own records: these numbers came later.
LOSS_READ = const(67)
BIT_FLIPPED = const(68)

SOFT_RESET = const(5)  # the argument of a start that somebody asked for
