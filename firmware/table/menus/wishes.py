"""What people want to be asked about."""

from micropython import const

NONE = const(0)
SEAT_MENU = const(1)
BY_HAND = const(2)  # a card that the pad does not read
SWAPPED = const(3)  # a card that was taken for another
REDEAL = const(4)
UNDO = const(5)
SEVEN = const(6)  # to exchange the seven of trump
TAKE_BACK = const(7)
CALL_OUT = const(8)
PAUSE = const(9)
JUDGE = const(10)  # what follows an offence
DIRECTOR = const(11)
DIRECTOR_UNDO = const(12)
DIRECTOR_SETTINGS = const(13)
SETTINGS = const(14)
SERVICE = const(15)
LOST = const(16)  # a part of the deal
CORRECT = const(17)  # points
