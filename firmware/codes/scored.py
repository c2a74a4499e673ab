"""The results of a match's hands as the journal has them: points count from ZERO, and 0 is no
hand."""

from micropython import const

IN_A_CHECKPOINT = const(15)  # hands
MOST = const(160)  # hands that are kept of a match
PAGE = const(8)  # on a page of the sheet

ZERO = const(0x4000)
HANGS = const(0x8000)  # and more for a sum that nobody has yet
