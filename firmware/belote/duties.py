"""Bits for the duties of the next player, which follow from the keys of a house."""

from micropython import const

# Duties of a player who can follow suit.
RISE = const(1)
OWES_LOWEST = const(2)

# Duties of a player who cannot follow suit. ANY, HIGHER: play any trump, or a higher one.
# UNDER_ANY, UNDER_LOWEST: without a higher trump, play any trump, or the lowest one. HEIGHT_ONLY:
# a trump must be higher, but other suits are free.
ANY = const(1)
HIGHER = const(2)
UNDER_ANY = const(4)
UNDER_LOWEST = const(8)
UNDER = const(12)
HEIGHT_ONLY = const(16)
