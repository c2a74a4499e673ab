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
