"""Short sounds."""

from micropython import const

READ = const(0)
REFUSED = const(1)
TRICK = const(2)
OVER = const(3)
SILENCE = const(255)
