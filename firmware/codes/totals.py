"""Places in a match's totals; 0 and 1 are the points of the two sides."""

from micropython import const

HANGING = const(2)
DEALER = const(3)
THROWN_IN = const(4)
POINTS = const(5)  # to play to
CONDUCT = const(6)  # the discipline
WINNER = const(7)  # a side, and twice why it has won (codes/endings.py), or -1
COUNT = const(8)

MOST_POINTS = const(9999)  # that can be played to
