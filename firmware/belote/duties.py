"""Bits for what the next player must do, as the keys of a house require."""

from micropython import const

# Duties of a player who can follow suit.
RISE = const(1)
OWES_LOWEST = const(2)

# Duties of a player who cannot follow suit: play any trump or a higher one; what to play if no
# higher one is held; and whether only the height of a trump is owed, with other suits free.
ANY = const(1)
HIGHER = const(2)
UNDER_ANY = const(4)
UNDER_LOWEST = const(8)
UNDER = const(12)
HEIGHT_ONLY = const(16)
