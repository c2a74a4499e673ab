"""How much more the journal takes."""

from micropython import const

ENOUGH = const(0)
NEARLY_FULL = const(1)  # four fifths of it is what no host has
FULL = const(2)  # and all of it
DEAD = const(3)  # it takes nothing
UNREADABLE = const(4)  # so that nothing must be written or erased
