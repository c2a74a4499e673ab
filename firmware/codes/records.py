"""The journal's own records; events and notes are below them."""

from micropython import const

CHECKPOINT = const(60)
ACKNOWLEDGED = const(61)
KEPT = const(62)
CRASH = const(63)  # six bytes of what a crash has said
FOLLOWED = const(64)  # in which block the journal went on
MENDED = const(65)  # it went on from before a damage
ERASES = const(66)  # a block is about to be erased
HANDS = const(69)  # hands that a checkpoint has no room for, directly before it
HEADER = const(77)

LAST = const(255)  # slot of a block: a header comes first, then records, last FOLLOWED
