"""Keys of a seat after its four suits, and the director's, which are one a seat."""

from micropython import const

PASS = const(4)
CALL = const(5)
RAP = const(6)
CENTRE = const(7)  # MENU, UNDO, OK, MUTE: the number is 8 * place + CENTRE
