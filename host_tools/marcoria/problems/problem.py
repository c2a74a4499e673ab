"""A problem, and its form in the page's file of problems."""

from typing import Any

from marcoria.analysis.position import OpenDeal, Position
from marcoria.firmware.codes.game import CONTRACTS, SEATS, card_of, name_of
from marcoria.game.houses import open_house
from marcoria.value import Value

GRADES = ("easy", "medium", "hard")
SOUTH = 2


class Problem(Value):
    """A position in which South is to play, and only `keys` reach the points that are needed.

    South's side has taken. `number` is the number of the random deal. `need` is the number of
    points in cards with which South's side makes the contract. In a house whose contracts cannot
    fail, it is the number with which South's side has more than the other side. `values` has the
    side's points at the end of the deal after each legal card, with best play of both sides.
    `keys` are one card, or equal cards of a sequence. `tempting` is the wrong card of the
    explanation. `line` is best play from the position on, beginning with the first of `keys`;
    `refutation` begins with the tempting card. `motifs` are names of motifs, with the cards and
    seats of their sentences.
    """

    def __init__(self, house: str, number: int, contract: int, taker: int, need: int) -> None:
        self.house = house
        self.number = number
        self.contract = contract
        self.taker = taker
        self.need = need
        self.position = Position([], 0, [])
        self.values: dict[int, int] = {}
        self.keys: list[int] = []
        self.tempting = -1
        self.line: list[int] = []
        self.refutation: list[int] = []
        self.motifs: dict[str, dict[str, str]] = {}
        self.grade = ""

    def deal(self) -> OpenDeal:
        """Return the deal by the rules of the house."""
        return OpenDeal(open_house(self.house), self.contract)

    def rules(self) -> str:
        """Return the name of the solver's tables for this problem in the page's file."""
        return f"{self.house} {CONTRACTS[self.contract]}"

    def tricks_left(self) -> int:
        """Return the number of tricks to the end, including the trick under way."""
        return len(self.position.hands[SOUTH])

    def margin(self) -> int:
        """Return by how many points the right card is better than the best wrong one."""
        wrong = [value for card, value in self.values.items() if card not in self.keys]
        return self.values[self.keys[0]] - max(wrong)

    def facts(self) -> dict[str, object]:
        """Return the problem as an object for JSON."""
        position = self.position
        hands = enumerate(position.hands)
        return {
            "grade": self.grade,
            "house": self.house,
            "number": self.number,
            "contract": CONTRACTS[self.contract],
            "taker": SEATS[self.taker],
            "need": self.need,
            "points": list(position.points),
            "tricks": list(position.tricks),
            "leader": SEATS[position.leader],
            "trick": _text(position.trick),
            "hands": {SEATS[seat]: _text(hand) for seat, hand in hands if hand},
            "keys": _text(self.keys),
            "values": {name_of(card): value for card, value in self.values.items()},
            "tempting": name_of(self.tempting),
            "line": _text(self.line),
            "refutation": _text(self.refutation),
            "motifs": self.motifs,
        }


def problem_of(facts: dict[str, Any]) -> Problem:
    """Return the problem of an object that `Problem.facts` has made."""
    hands, points, tricks = facts["hands"], facts["points"], facts["tricks"]
    made = Problem(
        facts["house"],
        facts["number"],
        CONTRACTS.index(facts["contract"]),
        SEATS.index(facts["taker"]),
        facts["need"],
    )
    made.position = Position(
        [_cards(hands.get(seat, "")) for seat in SEATS],
        SEATS.index(facts["leader"]),
        _cards(facts["trick"]),
        (points[0], points[1]),
        (tricks[0], tricks[1]),
    )
    made.values = {card_of(name): value for name, value in facts["values"].items()}
    made.keys = _cards(facts["keys"])
    made.tempting = card_of(facts["tempting"])
    made.line = _cards(facts["line"])
    made.refutation = _cards(facts["refutation"])
    made.motifs = facts["motifs"]
    made.grade = facts["grade"]
    return made


def _text(cards: list[int]) -> str:
    """Return the names of cards, with a space between them."""
    return " ".join([name_of(card) for card in cards])


def _cards(text: str) -> list[int]:
    return [card_of(name) for name in text.split()]
