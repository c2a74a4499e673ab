"""A problem of the web page, and its conversion to and from JSON."""

from typing import Any

from marcoria.analysis.position import OpenDeal, Position
from marcoria.firmware.codes.game import CONTRACTS, SEATS, card_of, name_of
from marcoria.game.houses import open_house
from marcoria.value import Value

GRADES = ("easy", "medium", "hard")
SOUTH = 2


class Problem(Value):
    """A position in which South is to play, and only `keys` reach the needed points.

    The taker is on South's side. `number` is the number of the random deal. `need` is the lowest
    number of points with which South's side makes the contract. In a house whose contracts cannot
    fail, `need` is the lowest number that is more than half of the points. `values` has for each
    legal card the points of South's side at the end of the deal, if both sides play their best
    after this card. `keys` has the right card, or several right cards of a suit that are equal.
    `tempting` is the wrong card that the explanation names. `line` is best play from the position
    on, and begins with the first of `keys`. `refutation` begins with the tempting card, and best
    play follows. `motifs` has the names of the motifs (reasons why the card is right), with the
    values for the placeholders of their sentences. `grade` is one of `GRADES`.
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
        """Return the rules of play for the house and the contract."""
        return OpenDeal(open_house(self.house), self.contract)

    def rules(self) -> str:
        """Return the key of the solver's tables in the page's file, such as "french H"."""
        return f"{self.house} {CONTRACTS[self.contract]}"

    def tricks_left(self) -> int:
        """Return the number of tricks to the end, including the trick under way."""
        return len(self.position.hands[SOUTH])

    def margin(self) -> int:
        """Return by how many points the right card is better than the best wrong one."""
        wrong = [value for card, value in self.values.items() if card not in self.keys]
        return self.values[self.keys[0]] - max(wrong)

    def facts(self) -> dict[str, object]:
        """Return the problem as a dictionary for JSON."""
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
    """Return the problem from a dictionary that `Problem.facts` has returned."""
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
