"""Kinds of melds as they are announced."""

from micropython import const

TIERCE = const(0)
FIFTY = const(1)
HUNDRED = const(2)
CARRE = const(3)
