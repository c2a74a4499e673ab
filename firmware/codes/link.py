"""Numbers on which a host and the table must agree."""


class LinkTerms:
    """Version, limits and sizes of the link's protocol; docs/link.md explains them."""

    VERSION = 1
    LINE_BYTES = 200  # maximum number of bytes of a host's line, without the newline
    SLOTS = 8  # slots of the journal in one answer
    MESSAGE_BYTES = 120  # maximum number of bytes of a message for the display, in UTF-8
    LEAST_MS = 2000  # shortest time for which a message is shown; MOST_MS is the longest
    MOST_MS = 3_600_000
    LARGEST = 0x3FFFFFFF  # the largest number in a line
    KEY_BYTES = 32  # bytes of the key that a table shares with its hub
    MAC_BYTES = 16
