"""What is wrong with a line of the host's, or with what it asks: docs/link.md."""

from micropython import const

PENDING = const(-1)  # that takes more steps
DONE = const(0)
CHECK = const(1)  # the line has come otherwise than it was sent
TOO_LONG = const(2)
NOT_JSON = const(3)
UNKNOWN = const(4)  # no command is called so
FIELD = const(5)  # one is missing, or is not as it has to be
EPOCH = const(6)  # the flash is another one than the host knows
REFUSED = const(7)  # the match says no; `refused` has the code
PIN = const(8)  # it is the director's, whose PIN was not given, or not that one
NOT_NOW = const(9)  # between deals only, or where there is a table
FAILED = const(10)  # a part of the table has
