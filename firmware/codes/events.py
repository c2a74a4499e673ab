"""Kinds of events of a match; docs/events.md says what each carries."""

from micropython import const

MATCH = const(1)
TARGET = const(2)
DISCIPLINE = const(3)
DEAL = const(4)
SCAN = const(5)
UPCARD = const(6)
BID = const(7)
MELD = const(8)
CARD = const(9)
BACK = const(10)
BELOTE = const(11)
SALT = const(12)
CALL_OUT = const(13)
SHOW = const(14)
SEVEN = const(15)
BOTTOM = const(16)
OFFENCE = const(17)
CONFIRM = const(18)
RULING = const(19)
UNDO = const(20)
