"""The decks a table knows: which card a tag is.

`table.files.decks` fills it from the files; what is here is all that a deal needs.
"""

from micropython import const

from codes.table import TagKinds

# The byte after a tag's UID: the deck above the card, or of no deck and a command.
_DECK_SHIFT = const(5)
_CARD_MASK = const(31)
_NO_DECK = const(7)


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
        """What the tag with this UID is, as `TagKinds` has it; the UID has zeros behind it. Of a
        card of another pack `other` is which."""
        width = self.width
        if length > width:
            return TagKinds.UNKNOWN
        rows = self.tags
        low = 0
        high = len(rows) // (width + 1)
        while low < high:
            middle = low + high >> 1
            at = middle * (width + 1)
            i = 0
            while i < width and uid[i] == rows[at]:
                i += 1
                at += 1
            if i == width:
                return self._what(rows[at])
            if uid[i] < rows[at]:
                high = middle
            else:
                low = middle + 1
        return TagKinds.UNKNOWN

    def _what(self, value: int) -> int:
        deck = value >> _DECK_SHIFT
        value &= _CARD_MASK
        if deck == self.active:
            return value
        if deck == _NO_DECK:
            return TagKinds.COMMAND + value
        self.other = deck
        return TagKinds.OTHER_DECK + value

    def swap(self, card: int, other: int) -> None:
        """Two cards of the active deck were enrolled in each other's place."""
        rows = self.tags
        one = self.active << _DECK_SHIFT | card
        two = self.active << _DECK_SHIFT | other
        at = self.width
        while at < len(rows):
            if rows[at] == one:
                rows[at] = two
            elif rows[at] == two:
                rows[at] = one
            at += self.width + 1
        self.changed = True

    def bury(self, card: int) -> None:
        """The tag of a card of the active deck is dead."""
        if self.names:
            self.dead[self.active][card >> 3] |= 1 << (card & 7)
            self.changed = True
