"""Keys of a seat after its four suits, and the director's, which are one a seat."""

from micropython import const

PASS = const(4)
CALL = const(5)
RAP = const(6)
CENTRE = const(7)  # MENU, UNDO, OK, MUTE: the number is 8 * place + CENTRE
REDEAL_CARD = const(11)  # the one command card that stands for no key

# The place of each of the director's.
MENU = const(0)
UNDO = const(1)
OK = const(2)
MUTE = const(3)
