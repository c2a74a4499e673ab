"""The journal's own records; events and notes are below them."""

from micropython import const

CHECKPOINT = const(60)
ACKNOWLEDGED = const(61)
KEPT = const(62)
CRASH = const(63)  # six bytes of what a crash has said
HEADER = const(77)

SLOTS = const(256)  # of a block, for a record each
