"""How a hand ended."""

from micropython import const

MADE = const(0)
FAILED = const(1)
LITIGE = const(2)
CAPOT = const(3)
REVERSE = const(4)
SCORED = const(5)  # there was no contract
