"""Bits for the duties of the next player, which follow from the keys of a house."""

from micropython import const

# Duties of a player who can follow suit.
RISE = const(1)  # beat the highest card of the led suit, if able
OWES_LOWEST = const(2)  # lay the lowest card, if unable to beat the highest one

# Duties of a player who cannot follow suit.
ANY = const(1)  # lay any trump, if able
HIGHER = const(2)  # lay a higher trump than all in the trick, if able
UNDER_ANY = const(4)  # without a higher trump, lay any trump
UNDER_LOWEST = const(8)  # without a higher trump, lay the lowest trump
UNDER = const(12)  # mask of UNDER_ANY and UNDER_LOWEST
HEIGHT_ONLY = const(16)  # HIGHER binds only a player who lays a trump; other suits are legal
