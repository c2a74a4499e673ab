"""Requests of `marcoria rules`, parsed and checked field by field."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS, card_of, name_of
from marcoria.game.houses import open_house
from marcoria.game.names import contracts_of, factors_of, seats_of, sides_of

Value = TypeVar("Value")

_MOST = 1 << 20  # points, hanging points and tricks in a request are lower than this


def _is_points(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MOST


class RequestFields:
    """Fields of a request; a method that reads a field raises TableError if the field is wrong."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self.fields = fields
        self.house = open_house(self.text("house"))
        self.seats = seats_of(self.house)
        self.sides = sides_of(self.house)

    def field(self, name: str, kind: type[Value]) -> Value:
        """Return the value of a field; raise TableError if it is missing or not of this type."""
        if name not in self.fields:
            raise TableError("missing-field", f"the field '{name}' is missing")
        value = self.fields[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            words = {str: "a text", list: "a list", dict: "an object", int: "a whole number"}
            raise TableError("bad-field", f"the field '{name}' must be {words[kind]}")
        return value

    def text(self, name: str) -> str:
        """Return the text of a field."""
        return self.field(name, str)

    def number(self, name: str, allowed: Callable[[int], bool], rule: str) -> int:
        """Return the number of a field; `rule` describes the allowed numbers in the error."""
        number = self.field(name, int)
        if not allowed(number):
            raise TableError("bad-field", f"the field '{name}' must be {rule}, not {number}")
        return number

    def seat(self, name: str) -> int:
        """Return the seat that a field names."""
        return self.read_seat(self.text(name))

    def read_seat(self, text: str) -> int:
        """Parse the letter of a seat; raise TableError if nobody plays there in this house."""
        seat = SEATS.find(text.upper()) if len(text) == 1 else -1
        if seat not in self.seats:
            allowed = " ".join(SEATS[seat] for seat in self.seats)
            raise TableError("unknown-seat", f"'{text}' is no seat of this house: {allowed}")
        return seat

    def cards(self, name: str, most: int, least: int = 0) -> list[int]:
        """Return the cards of a field, at least `least` and at most `most`."""
        cards = self.read_cards(self.field(name, list), f"'{name}'", most)
        if len(cards) < least:
            raise TableError("wrong-count", f"'{name}' has no card: it needs at least one")
        return cards

    def hands(self, name: str) -> dict[int, list[int]]:
        """Return the hands of a field by seat; raise TableError if one is missing or not full."""
        hands = self.some_hands(name)
        size = self.house.cards
        for seat in self.seats:
            if len(hands.get(seat, [])) != size:
                held = len(hands.get(seat, []))
                raise TableError("wrong-count", f"{SEATS[seat]} has {held} cards and needs {size}")
        return hands

    def some_hands(self, name: str) -> dict[int, list[int]]:
        """Return the hands of a field by seat; seats and cards may be missing."""
        hands = {}
        for text, texts in self.field(name, dict).items():
            seat = self.read_seat(text)
            if not isinstance(texts, list):
                raise TableError("bad-field", f"the hand of {text} must be a list")
            hands[seat] = self.read_cards(texts, f"the hand of {text}", self.house.cards)
        everything = [card for hand in hands.values() for card in hand]
        self.once(everything, "the hands")
        return hands

    def read_cards(self, texts: Sequence[object], where: str, most: int) -> list[int]:
        """Parse a list of different cards; `where` is the name of the list in error messages."""
        cards = []
        for text in texts:
            card = card_of(text) if isinstance(text, str) else -1
            if card < 0:
                raise TableError("unknown-card", f"'{text}' in {where} is no card: write 7S or TH")
            cards.append(card)
        if len(cards) > most:
            raise TableError("wrong-count", f"{where} has {len(cards)} cards; at most {most}")
        self.once(cards, where)
        return cards

    def once(self, cards: list[int], where: str) -> None:
        """Raise TableError if a card is twice in the list."""
        for card in cards:
            if cards.count(card) > 1:
                raise TableError("card-twice", f"{name_of(card)} is twice in {where}")

    def points(self, name: str) -> list[int]:
        """Return the points of each side from a field."""
        given = self.field(name, dict)
        found = [given[side] for side in self.sides if _is_points(given.get(side))]
        if set(given) != {*self.sides} or len(found) < len(self.sides):
            sides = " and ".join(self.sides)
            raise TableError("bad-field", f"the field '{name}' must be points of {sides}")
        return found

    def factor(self) -> int:
        """Return the field `factor`: 1, or in a house with an auction 1, 2, 4 or 8."""
        factors = factors_of(self.house)
        return self.number("factor", factors.__contains__, " or ".join(map(str, factors)))

    def hanging(self) -> int:
        """Return the hanging points of earlier deals from the field `hanging`."""
        return self.number("hanging", lambda n: 0 <= n < _MOST, "0 or more")

    def won(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the points of both sides, and the tricks of both sides, from the field `won`.

        Whatever the request leaves out is 0.
        """
        given = self.field("won", dict) if "won" in self.fields else {}
        first, second = (self._won(given.get(side, {})) for side in self.sides)
        if not set(given) <= {*self.sides}:
            raise self._no_winnings()
        return (first[0], second[0]), (first[1], second[1])

    def _won(self, winnings: object) -> tuple[int, int]:
        """Return points and tricks of one side."""
        if not isinstance(winnings, dict):
            raise self._no_winnings()
        points, tricks = winnings.get("points", 0), winnings.get("tricks", 0)
        if not (_is_points(points) and _is_points(tricks) and points >= 0 and tricks >= 0):
            raise self._no_winnings()
        return points, tricks

    def _no_winnings(self) -> TableError:
        first, second = self.sides
        detail = f'{{"{first}": {{"points": 40, "tricks": 2}}, "{second}": ...}}'
        return TableError("bad-field", f"the field 'won' must be {detail}")

    def by_side(self, values: Iterable[int]) -> dict[str, int]:
        """Return two values with the names of the sides as keys."""
        return dict(zip(self.sides, values, strict=True))


class Request(RequestFields):
    """A request about cards, with a contract."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        super().__init__(fields)
        self.contract = self._contract()

    def _contract(self) -> int:
        played = contracts_of(self.house)
        contract = self.text("contract").upper()
        if contract not in played:
            known = " ".join(played)
            raise TableError(
                "unknown-contract",
                f"'{contract}' is no contract of {self.house.name}: choose one of {known}",
            )
        return played.index(contract)
