"""Numbers of the display: its image, its states and its refreshes."""


class DisplayStates:
    """States of the display. Its image may be drawn on unless it is BUSY or MISSING."""

    FREE = 0
    BUSY = 1
    ASLEEP = 2  # the next refresh wakes it, with a full one
    LOST = 3  # the next refresh tries again
    MISSING = 4  # not built


class Refreshes:
    """Ways to refresh the display."""

    PARTIAL = 0  # without a flash
    FAST = 1  # with a short flash
    FULL = 2  # with long flashes, which leave no ghosts


class Sheet:
    """The image of the display, in pixels: one half of the panel, for one side of the table."""

    WIDTH = 400
    HEIGHT = 150
