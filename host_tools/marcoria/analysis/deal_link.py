"""A played deal as the parts of a link, for the view with open cards (docs/page.md).

A part has a name and a value. The parts state the house, the leader, the contract, the taker, the
factor, all cards in the order of play, and the points that do not come from tricks. Hands, tricks
and score are computed from the parts. So a link is short, and its tricks and score always agree
with the rules of its house.
"""

from marcoria.analysis.open_facts import solver_facts, stakes_of
from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import Stakes, settled
from marcoria.bdn.replay import DealReplay
from marcoria.errors import TableError
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.housefile import HouseFile
from marcoria.firmware.belote.trick import Trick
from marcoria.firmware.codes.game import CONTRACTS, SEATS, card_of, name_of
from marcoria.game.houses import house_of, names, text_of
from marcoria.game.names import OUTCOMES, contracts_of, factors_of, seats_of, sides_of

_OWN = "own"  # value of the part `house` if the part `rules` has the rules of the house
_AGREED = "agreed."
_MOST_POINTS = 9999
_BETWEEN = "-"  # stands between the points of the two sides
_BOTH = "0-0"
_PARTS = ("house", "rules", "leader", "contract", "taker", "factor", "play")
_ALL_PARTS = _PARTS + ("melds", "belote", "hanging", "at", "instead")


class LinkError(TableError):
    """Error in a link; `detail` is the name of the wrong or missing part."""

    def __init__(self, part: str, is_missing: bool = False) -> None:
        super().__init__("link-lacks" if is_missing else "link-bad", part)


def parts_of(one: DealReplay) -> dict[str, str]:
    """Return the parts of a link to a complete deal, without those that have the usual value."""
    game, book, stakes = one.game, one.book, stakes_of(one)
    audit, auction = game.audit, game.auction
    parts = {"house": book.name}
    if book.rules:
        lines = [f"name: {book.house.name}"] + book.rules.split("; ")
        parts = {"house": _OWN, "rules": "\n".join(lines)}
    for line in book.agreed:
        key, _, word = line.partition(":")
        parts[_AGREED + key.strip()] = word.strip()
    parts["leader"] = SEATS[audit.seat[0]]
    parts["contract"] = CONTRACTS[auction.contract]
    parts["taker"] = SEATS[auction.taker]
    parts["factor"] = f"{auction.factor}"
    parts["melds"] = f"{stakes.melds[0]}{_BETWEEN}{stakes.melds[1]}"
    parts["belote"] = f"{stakes.belote[0]}{_BETWEEN}{stakes.belote[1]}"
    parts["hanging"] = f"{stakes.hanging}"
    parts["play"] = "".join([name_of(audit.card[play]) for play in range(audit.plays)])
    usual = {"factor": "1", "melds": _BOTH, "belote": _BOTH, "hanging": "0"}
    return {name: value for name, value in parts.items() if value != usual.get(name)}


def linked_facts(parts: dict[str, str]) -> dict[str, object]:
    """Return the facts of a linked deal: those of `open_facts`, plus `link`, `at` and `instead`.

    `link` has all parts except `at` and `instead`. The page shows the deal after its first `at`
    cards. `instead` has cards that a user of the page has played from there on, in place of the
    cards of the deal. Raise LinkError at the first part that is wrong or missing.
    """
    return LinkedDeal(parts).facts()


class LinkedDeal:
    """A deal parsed from the parts of a link."""

    def __init__(self, parts: dict[str, str]) -> None:
        self.parts = parts
        for name in parts:
            if name not in _ALL_PARTS and not name.startswith(_AGREED):
                raise LinkError(name)
        self.house = self._house()
        self.seats = seats_of(self.house)
        self.contract = self._index("contract", contracts_of(self.house))
        self.taker = self._seat("taker")
        factors = factors_of(self.house)
        self.factor = factors[self._index("factor", tuple(map(str, factors)), "1")]
        self.deal = OpenDeal(self.house, self.contract)
        self.plays = self._cards("play")
        if len(self.plays) != self.house.players * self.house.cards:
            raise LinkError("play")
        self.start = self._start(self._seat("leader"))

    def facts(self) -> dict[str, object]:
        """Return what `linked_facts` returns."""
        house = self.house
        stakes = Stakes(
            house.side(self.taker),
            self.factor,
            self._number("hanging", "0", -_MOST_POINTS, _MOST_POINTS),
            self._both("melds"),
            self._both("belote"),
        )
        at = self._number("at", "0", 0, len(self.plays))
        end = self._after(self.plays)
        score = settled(self.deal, end.points, end.tricks, stakes)
        facts: dict[str, object] = {
            "board": "",
            "house": house.name,
            "seats": [SEATS[seat] for seat in self.seats],
            "sides": list(sides_of(house)),
            "contract": CONTRACTS[self.contract],
            "taker": SEATS[self.taker],
            "factor": self.factor,
            "complete": True,
            "over": True,
            "plays": [name_of(card) for card in self.plays],
            "outcome": OUTCOMES[score.outcome],
            "link": {key: self.parts[key] for key in self.parts if key not in ("at", "instead")},
            "at": at,
            "instead": [name_of(card) for card in self._instead(at)],
        }
        return facts | solver_facts(self.deal, self.start, stakes)

    # --- parts ----------------------------------------------------------------------------------

    def _part(self, name: str, usual: str = "") -> str:
        value = self.parts.get(name, usual)
        if not value:
            raise LinkError(name, True)
        return value

    def _index(self, name: str, words: tuple[str, ...], usual: str = "") -> int:
        value = self._part(name, usual)
        if value not in words:
            raise LinkError(name)
        return words.index(value)

    def _number(self, name: str, usual: str, least: int, most: int) -> int:
        value = self._part(name, usual)
        return _number(name, value, least, most)

    def _both(self, name: str) -> tuple[int, int]:
        value = self._part(name, _BOTH)
        first, _, second = value.partition(_BETWEEN)
        return _number(name, first, 0, _MOST_POINTS), _number(name, second, 0, _MOST_POINTS)

    def _seat(self, name: str) -> int:
        seat = self._index(name, tuple(SEATS))
        if seat not in self.seats:
            raise LinkError(name)
        return seat

    def _cards(self, name: str) -> list[int]:
        text = self._part(name)
        found = [card_of(text[i : i + 2]) for i in range(0, len(text), 2)]
        if -1 in found or len(set(found)) != len(found):
            raise LinkError(name)
        return found

    def _house(self) -> House:
        """Return the house: one that comes with the table, or the one in the link."""
        name, rules = self._part("house"), self.parts.get("rules", "")
        agreed = [key for key in self.parts if key.startswith(_AGREED)]
        lines = tuple([f"{key[len(_AGREED) :]}: {self.parts[key]}" for key in agreed])
        if name != _OWN and (rules or name not in names()):
            raise LinkError("rules" if rules else "house")
        text = self._part("rules") if name == _OWN else text_of(name)
        left_open = dict(HouseFile(text).left_open())
        for part in agreed:
            if self.parts[part] not in left_open.get(part[len(_AGREED) :], ()):
                raise LinkError(part)
        try:
            return house_of(text, name, lines)
        except TableError:
            raise LinkError("rules")

    # --- cards ----------------------------------------------------------------------------------

    def _start(self, leader: int) -> Position:
        """Return the position before the first card; compute the hands from the cards played."""
        hands: list[list[int]] = [[], [], [], []]
        trick = Trick(self.house)
        trick.contract(self.contract)
        trick.start(leader)
        for card in self.plays:
            hands[trick.seat].append(card)
            trick.lay(card)
            if trick.count == self.house.players:
                trick.start(trick.winner)
        return Position(hands, leader, [])

    def _after(self, cards: list[int]) -> Position:
        position = self.start
        for card in cards:
            position = self.deal.after(position, card)
        return position

    def _instead(self, at: int) -> list[int]:
        """Return the cards that replace those of the deal after its first `at` cards, if any."""
        if "instead" not in self.parts:
            return []
        position, cards = self._after(self.plays[:at]), self._cards("instead")
        for card in cards:
            if not any(position.hands) or card not in self.deal.legal(position):
                raise LinkError("instead")
            position = self.deal.after(position, card)
        return cards


def _number(name: str, value: str, least: int, most: int) -> int:
    digits = value[1:] if value.startswith("-") else value
    is_number = 0 < len(digits) < 5 and all(digit in "0123456789" for digit in digits)
    if not is_number or not least <= int(value) <= most:
        raise LinkError(name)
    return int(value)
