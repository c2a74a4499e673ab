"""What a seat's lights say."""

from micropython import const

OFF = const(0)
TURN = const(1)  # steady: your turn
CLEAR = const(2)  # slow pulse: take your card off the pad
SCAN = const(3)  # running dot, and a bar of `fill` lights: pass your cards over the pad
ASKED = const(4)  # a question on the display is yours to answer
SHARED = const(5)  # your reader is lost: use the pad that the display names
WINS = const(6)  # the trick is yours so far
