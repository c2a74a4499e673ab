"""What the one to play owes, packed into a few bits: what a house asks for by its keys."""

from micropython import const

# Of a player who follows.
RISE = const(1)
OWES_LOWEST = const(2)

# Of one who cannot: how trumps are owed, what if he cannot go higher, and whether only the height
# of a trump is owed while the other suits stay free.
ANY = const(1)
HIGHER = const(2)
UNDER_ANY = const(4)
UNDER_LOWEST = const(8)
UNDER = const(12)
HEIGHT_ONLY = const(16)
