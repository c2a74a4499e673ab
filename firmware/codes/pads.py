"""What lies on a pad."""

from micropython import const

ABSENT = const(0)
PRESENT = const(1)
CROWDED = const(2)  # two cards or more
UNREADABLE = const(3)  # something answers, for seconds, and cannot be understood
RANDOM = const(4)  # a phone: its UID is another one each time
FAULT = const(5)  # the reader is lost
NONE = const(6)  # no reader was ever built
UNKNOWN = const(7)  # not looked at since the start, or since the reader came back
