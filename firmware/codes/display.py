"""Numbers of the display: its image, its states and its refreshes."""


class DisplayStates:
    """States of the display. The image may be drawn on unless the display is BUSY or MISSING."""

    FREE = 0
    BUSY = 1
    ASLEEP = 2  # the next refresh wakes the display, and is a full one
    LOST = 3  # did not answer in time; the next refresh tries again
    MISSING = 4  # no display was built in


class Refreshes:
    """Ways to refresh the display."""

    PARTIAL = 0  # without a flash
    FAST = 1  # with a short flash
    FULL = 2  # with long flashes, which leave no ghosts


class Sheet:
    """Size of the display's image in pixels: one half of the panel, for one side of the table."""

    WIDTH = 400
    HEIGHT = 150
