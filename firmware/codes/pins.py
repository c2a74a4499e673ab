"""How things are with the director's PIN, as the argument of each note about it says."""

from micropython import const

TRIES = const(255)  # in the low byte: wrong tries in a row
SET = const(256)  # there is one
GONE = const(512)  # there was one; it was taken out of the settings, and no director has read that
