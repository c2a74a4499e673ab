"""Seats are 0 to 3: north, east, south, west; a set of them has a bit each."""

from micropython import const

NOBODY = const(4)
EVERYONE = const(15)  # as a set
