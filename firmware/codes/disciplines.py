"""What is done about offences."""

from micropython import const

REFUSE = const(0)
WARN = const(1)
POINTS = const(2)
FORFEIT = const(3)
