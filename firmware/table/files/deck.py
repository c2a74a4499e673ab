"""The decks that a table knows, in memory: which tag is which card.

`table.files.decks` loads them from the files; a deal needs this module only.
"""

from micropython import const

from codes.table import TagKinds

# The byte after a UID has the deck's number and, in the lower five bits, the card; or _NO_DECK
# and, in the lower five bits, a command.
_DECK_SHIFT = const(5)
_CARD_MASK = const(31)
_NO_DECK = const(7)


class Deck:
    """Tags of all decks, sorted by UID.

    An entry of `tags` is a UID, padded with zeros to `width` bytes, and a byte with the card or
    command that the tag stands for.
    """

    def __init__(self) -> None:
        self.folder = ""  # folder of the files
        self.names: list[bytes] = []  # names of the decks in UTF-8, as they are shown
        self.active = 0  # index of the deck in use
        self.other = 0  # index of the other deck whose card was found last
        # Cards whose tag is dead: for each deck a byte for each suit, with a bit for each rank.
        self.dead: list[bytearray] = []
        self.changed = False  # whether a change is not in the files yet
        self.tags = bytearray()
        self.width = 0

    def find(self, uid: bytearray, length: int) -> int:
        """Return the kind of the tag with this UID, as `TagKinds` numbers it.

        `uid` is padded with zeros. If the tag is a card of another deck, `other` is set to that
        deck.
        """
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
        """Exchange the tags of two cards of the active deck."""
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
        """Mark the tag of a card of the active deck as dead."""
        if self.names:
            self.dead[self.active][card >> 3] |= 1 << (card & 7)
            self.changed = True
