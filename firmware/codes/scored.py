"""What the hands of a match have brought, as its history has it: points count from ZERO, and 0 is
no hand."""

from micropython import const

MOST = const(15)  # that there is room for
PAGE = const(8)  # on a page of the sheet

ZERO = const(0x4000)
HANGS = const(0x8000)  # and more for a sum that nobody has yet
