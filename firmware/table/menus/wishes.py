"""Numbers of the menus and modes that can be requested."""

from micropython import const

NONE = const(0)
SEAT_MENU = const(1)
BY_HAND = const(2)  # enter a card that the pad does not read
SWAPPED = const(3)  # correct a card that the table read as another card
REDEAL = const(4)
UNDO = const(5)
SEVEN = const(6)  # exchange the seven of trump
TAKE_BACK = const(7)
CALL_OUT = const(8)
PAUSE = const(9)
JUDGE = const(10)  # decide the penalty for an offence
DIRECTOR = const(11)
DIRECTOR_UNDO = const(12)
DIRECTOR_SETTINGS = const(13)  # ask for the PIN, then open the set-up
SETTINGS = const(14)  # open the set-up
SERVICE = const(15)
RESTART = const(18)
LOST = const(16)  # a part of the match was lost
CORRECT = const(17)  # correct the points
