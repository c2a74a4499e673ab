"""How a reader's receiver is tuned: 18, 23, 33, 38, 43 and 48 dB."""

from micropython import const

LOWEST = const(2)
USUAL = const(4)
HIGHEST = const(7)
