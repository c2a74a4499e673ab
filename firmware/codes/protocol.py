"""What a host and the table must agree on: docs/link.md."""

from micropython import const

VERSION = const(1)
LINE_BYTES = const(200)  # of a host's line, at most, without its end
