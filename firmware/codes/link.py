"""Numbers on which a host and the table must agree."""


class LinkTerms:
    """Limits of lines and answers on the link; docs/link.md explains them."""

    VERSION = 1
    LINE_BYTES = 200  # most bytes of a host's line, without the newline
    SLOTS = 8  # slots of the journal in one answer
    LARGEST = 0x3FFFFFFF  # the largest number in a line
