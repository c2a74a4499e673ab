"""Reconstruction of how a deal was dealt, before any card was exchanged."""

from collections.abc import Iterable

from marcoria.bdn.model import known_hands
from marcoria.bdn.replay import DealReplay
from marcoria.errors import TableError
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import SEATS, name_of
from marcoria.value import Value


class Redeal(Value):
    """Deal that a table can play again.

    `rules` is the text of a house file with the rules from the tag Rules of this or an earlier
    deal, "" without this tag. `hands` has the names of the known cards of each seat. `upcard` and
    `taker` are "" if there is none.
    """

    def __init__(
        self,
        house: str,
        agreed: tuple[str, ...],
        rules: str,
        dealer: str,
        hands: dict[str, list[str]] | None = None,
        upcard: str = "",
        taker: str = "",
    ) -> None:
        self.house = house
        self.agreed = agreed
        self.rules = rules
        self.dealer = dealer
        self.hands: dict[str, list[str]] = {} if hands is None else hands
        self.upcard = upcard
        self.taker = taker

    def told(self) -> dict[str, object]:
        """Return hands, upcard and taker as the value of the key `deal` in a scenario."""
        found: dict[str, object] = {"hands": self.hands}
        return found | {key: value for key in ("upcard", "taker") if (value := getattr(self, key))}


def dealt(deals: Iterable[DealReplay], path: str, board: str = "") -> Redeal:
    """Return the deal with this board number, or the first deal if `board` is "".

    A deal without a board number has its position in `deals`, from 1, as the number. Raise
    TableError, which names the file `path`, if there is no such deal.
    """
    boards: list[str] = []
    for one in deals:
        number = one.deal.tags.get("Board", f"{len(boards) + 1}")
        if board in ("", number):
            return _of(one)
        boards.append(number)
    there = f"the file has deal {', '.join(boards[:20])}" if boards else "the file has no deals"
    raise TableError("no-deal", f"{path}: there is no deal {board}: {there}".replace(" :", ":"))


def _of(one: DealReplay) -> Redeal:
    game, book = one.game, one.book
    hands = {seat: _held(one, seat) for seat in book.seats}
    taker = game.auction.taker if game.auction.contract >= 0 else -1
    upcard = game.play.upcard
    _take_back_the_seven(one, hands, upcard, taker)
    rules = "\n".join([f"name: {book.name}"] + book.rules.split("; ") + [""]) if book.rules else ""
    return Redeal(
        house=book.name,
        agreed=book.agreed,
        rules=rules,
        dealer=one.state.deal.tags["Dealer"].upper(),
        hands={SEATS[seat]: [name_of(card) for card in hand] for seat, hand in hands.items()},
        upcard=name_of(upcard) if upcard >= 0 else "",
        taker=SEATS[taker] if taker >= 0 else "",
    )


def _held(one: DealReplay, seat: int) -> list[int]:
    """Return the cards of a seat that the tag Deal or the play shows."""
    seen = known_hands(one.game)[seat]
    told = one.owners.hand(seat) if one.owners else []
    return [c for c in range(32) if c in told or seen[c >> 3] >> (c & 7) & 1]


def _take_back_the_seven(
    one: DealReplay, hands: dict[int, list[int]], upcard: int, taker: int
) -> None:
    """Undo in `hands` the exchange of the seven of trump for the upcard, if it was made.

    If the house gives the upcard to the taker, the exchange was made if another player has the
    upcard. If the upcard stays on the table in this house, the exchange was made if any player has
    the upcard.
    """
    owner = next((seat for seat, hand in hands.items() if upcard in hand), -1)
    stays = one.book.house.upcard == choices.UPCARD_STAYS
    nobody_took = taker < 0 and not stays
    if owner < 0 or nobody_took or not one.book.house.seven or (owner == taker and not stays):
        return
    seven = upcard & ~7
    hands[owner] = [seven if card == upcard else card for card in hands[owner]]
    if not stays:
        hands[taker] = [upcard if card == seven else card for card in hands[taker]]
