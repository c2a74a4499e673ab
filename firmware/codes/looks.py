"""What is counted of a reader's looks at its pad."""

from micropython import const

READS = const(0)
MISSES = const(1)  # no answer, although something lies there
GARBLES = const(2)  # answers that could not be understood
CROWDS = const(3)
RESETS = const(4)  # of the chip
ALL = const(5)
KINDS = const(6)
