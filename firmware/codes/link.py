"""Numbers that a host and the table must agree on."""


class LinkTerms:
    """Terms on which a host and the table must agree: docs/link.md."""

    VERSION = 1
    LINE_BYTES = 200  # of a host's line, at most, without its end
    SLOTS = 8  # of the journal in an answer
    LARGEST = 0x3FFFFFFF  # of all numbers
