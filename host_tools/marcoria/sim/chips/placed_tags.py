"""Cards on the pads: the tags that lie in the fields of the readers."""

from marcoria.sim.chips.iso14443.tag import Tag
from marcoria.sim.chips.kernel import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.field import Field

RANKS = "789TJQKA"
SUIT_LETTERS = "SHDC"


def make_deck(seed: int) -> "dict[str, bytes]":
    """Return the UID of each of 32 cards, by the card's name ("7H"); `seed` decides the UIDs.

    The UIDs have 7 bytes, and all are different. All have the same first byte, the number of the
    manufacturer. The fourth byte is never 0x88, because this value would announce a third cascade
    level of the UID.
    """
    dice = Dice(seed + 1)
    uids = {}
    for number, name in enumerate([r + s for s in SUIT_LETTERS for r in RANKS]):
        rest = [dice.below(256) for _ in range(5)]
        rest[1] ^= rest[1] == 0x88
        uids[name] = bytes((0x04, number * 7 & 0xFF)) + bytes(rest)
    return uids


class PlacedTags:
    """Tags in the fields of readers.

    The argument `card` is the name of a card in `deck`, a UID in hex, or a `Tag`. The argument
    `seat` is the name of a reader, a key of `fields`.
    """

    def __init__(self, fields: "dict[str, Field]", deck: "dict[str, bytes]") -> None:
        self.fields = fields
        self.deck = deck
        self.tags = {name: Tag(uid) for name, uid in self.deck.items()}
        # Cards on each pad, from bottom to top.
        self.lying: "dict[str, list[str | Tag]]" = {seat: [] for seat in fields}
        self.bled: "dict[str | Tag, list[str]]" = {}  # seats of other pads that a tag reaches

    def tag(self, card: "str | Tag") -> Tag:
        """Return the tag for a card's name or a UID in hex; a `Tag` is returned unchanged."""
        if not isinstance(card, str):
            return card
        if card not in self.tags:
            uid = bytes([int(card[i : i + 2], 16) for i in range(0, len(card), 2)])
            self.tags[card] = Tag(uid)
        return self.tags[card]

    def put(self, card: "str | Tag", seat: str, coupling: float = 1.0) -> None:
        """Put a card on a pad; `coupling` to the antenna is from 0 (none) to 1 (best).

        Raise ValueError if there is no reader at `seat`, or the card is unknown or lies there.
        """
        if seat not in self.lying:
            raise ValueError("this table has no reader at %s" % seat)
        if card in self.lying[seat]:
            raise ValueError("%s lies on that pad already" % card)
        self.fields[seat].put(self.tag(card), coupling)
        self.lying[seat].append(card)

    def lift(self, card: "str | Tag") -> None:
        """Take a card off its pad; if `card` is a seat, take all cards off the seat's pad."""
        if card in self.lying:
            for one in list(self.lying[card]):
                self.lift(one)
            return
        tag = self.tag(card)
        for seat, cards in self.lying.items():
            if card in cards:
                cards.remove(card)
                self.fields[seat].lift(tag)
        for seat in self.bled.pop(card, ()):
            self.fields[seat].lift(tag)

    def bleed(self, card: "str | Tag", seat: str, coupling: float) -> None:
        """Let a card on another pad also reach the field at `seat`, until the card is lifted."""
        self.fields[seat].put(self.tag(card), coupling)
        self.bled.setdefault(card, []).append(seat)
