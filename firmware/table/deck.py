"""The decks a table knows: which card a tag is.

`table.deckfile` fills it from the files; what is here is all that a deal needs.
"""

from micropython import const

# What `find` answers beside a card of the active deck (0-31).
OTHER = const(32)  # + the card: it belongs to the deck `other`
COMMAND = const(64)  # + the number of a command card: its place in `deckfile.COMMANDS`
UNKNOWN = const(255)

# The byte after a tag's UID: the deck above the card, or of no deck and a command.
_DECK = const(5)
_CARD = const(31)
_COMMANDS = const(7)


class Deck:
    """Tags, sorted by their UIDs, each `width` bytes with zeros behind it and what it is."""

    def __init__(self) -> None:
        self.names: list[bytes] = []  # in UTF-8, as they are shown
        self.active = 0  # which of them is played with
        self.other = 0
        self.dead: list[bytearray] = []  # by deck: a mask of ranks a suit
        self.changed = False  # whether the files are still to learn of something
        self.tags = bytearray()
        self.width = 0

    def find(self, uid: bytearray, length: int) -> int:
        """What the tag with this UID is; the UID has zeros behind it."""
        width = self.width
        if length > width:
            return UNKNOWN
        tags = self.tags
        low = 0
        high = len(tags) // (width + 1)
        while low < high:
            middle = low + high >> 1
            at = middle * (width + 1)
            i = 0
            while i < width and uid[i] == tags[at]:
                i += 1
                at += 1
            if i == width:
                return self._what(tags[at])
            if uid[i] < tags[at]:
                high = middle
            else:
                low = middle + 1
        return UNKNOWN

    def _what(self, value: int) -> int:
        deck = value >> _DECK
        value &= _CARD
        if deck == self.active:
            return value
        if deck == _COMMANDS:
            return COMMAND + value
        self.other = deck
        return OTHER + value

    def swap(self, card: int, other: int) -> None:
        """Two cards of the active deck were enrolled in each other's place."""
        tags = self.tags
        one = self.active << _DECK | card
        two = self.active << _DECK | other
        at = self.width
        while at < len(tags):
            if tags[at] == one:
                tags[at] = two
            elif tags[at] == two:
                tags[at] = one
            at += self.width + 1
        self.changed = True

    def bury(self, card: int) -> None:
        """The tag of a card of the active deck is dead."""
        if self.names:
            self.dead[self.active][card >> 3] |= 1 << (card & 7)
            self.changed = True
