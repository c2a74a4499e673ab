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

    PARTIAL = 0  # does not flicker, but leaves ghosts: faint traces of older images
    FAST = 1  # flickers briefly
    FULL = 2  # flickers for longer, and removes all ghosts


class Sheet:
    """Size in pixels of the display's image, which each half of the panel shows."""

    WIDTH = 400
    HEIGHT = 150
