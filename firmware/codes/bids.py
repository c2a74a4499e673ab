"""What is said in an auction; below NO_TRUMPS it is a suit, and up to ALL_TRUMPS a contract."""

from micropython import const

NO_TRUMPS = const(4)
ALL_TRUMPS = const(5)
PASS = const(6)
DOUBLE = const(7)
REDOUBLE = const(8)
THIRD = const(9)
