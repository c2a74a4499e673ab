"""What a host and the table must agree on: docs/link.md."""

from micropython import const

VERSION = const(1)
LINE_BYTES = const(200)  # of a host's line, at most, without its end
SLOTS = const(8)  # of the journal in an answer
LARGEST = const(0x3FFFFFFF)  # of all numbers
