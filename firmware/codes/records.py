"""The journal's own records; events and notes are below them."""

from micropython import const

CHECKPOINT = const(60)
ACKNOWLEDGED = const(61)
KEPT = const(62)
HEADER = const(77)

SLOTS = const(256)  # of a block, for a record each
