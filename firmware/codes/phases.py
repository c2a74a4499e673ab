"""What a match is waiting for."""

from micropython import const

IDLE = const(0)  # a match
READY = const(1)  # the next deal
DEALT = const(2)  # the card turned up
BIDDING = const(3)
PLAY = const(4)
DONE = const(5)  # both sides to confirm
