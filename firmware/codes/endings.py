"""Why a match has ended; the numbers below these are offences that lost it."""

from micropython import const

UNTOLD = const(0)  # a journal from before this was kept
TARGET = const(32)
CALLED_OUT = const(33)
AWARDED = const(34)  # by a ruling
STAKE = const(35)  # a third doubling for the whole match
