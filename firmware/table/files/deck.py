"""The decks that a table knows, in memory: which tag is which card.

`table.files.decks` loads the decks from their files, and saves changes to the files.
"""

from micropython import const

from codes.table import TagKinds

# The byte after the UID of a card has the deck's number in the upper three bits, and the card in
# the lower five. For a command card the upper bits have _NO_DECK, and the lower bits the command.
_DECK_SHIFT = const(5)
_CARD_MASK = const(31)
_NO_DECK = const(7)


class Deck:
    """Tags of all decks, sorted by UID.

    An entry of `tags` is a UID, padded with zeros to `width` bytes, and then a byte with the card
    or command that the tag stands for.
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

        The UID is the first `length` bytes of `uid`; the bytes after it must be zeros. If the tag
        is a card of another deck, set `other` to the index of that deck.
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
        """Mark the tag of a card of the active deck as dead, if any deck is loaded."""
        if self.names:
            self.dead[self.active][card >> 3] |= 1 << (card & 7)
            self.changed = True
