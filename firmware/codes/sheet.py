"""The image of the display, in pixels: one half of the panel, for one side of the table."""

from micropython import const

WIDTH = const(400)
HEIGHT = const(150)
