"""How the display is refreshed."""

from micropython import const

PARTIAL = const(0)  # without a flash
FAST = const(1)  # with a short one
FULL = const(2)  # with long ones, which leave no ghosts
