"""Bytes of JSON, in which a host and the table speak."""

from micropython import const

NEWLINE = const(10)
RETURN = const(13)
BLANK = const(32)
QUOTE = const(34)
COMMA = const(44)
MINUS = const(45)
ZERO = const(48)
NINE = const(57)
COLON = const(58)
QUESTION = const(63)
OPEN_LIST = const(91)
BACKSLASH = const(92)
CLOSE_LIST = const(93)
OPEN = const(123)
CLOSE = const(125)
