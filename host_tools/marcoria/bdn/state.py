"""What a deal starts from: the totals of the match, as tags."""

from collections import OrderedDict
from collections.abc import Sequence

from marcoria.bdn.document import Deal
from marcoria.bdn.rulebooks import Rulebook
from marcoria.bdn.words import DISCIPLINES
from marcoria.firmware.codes.game import SEATS, Disciplines, Endings, Totals
from marcoria.game.wording import ENDINGS

_NUMBERS = {word: number for number, word in ENDINGS.items() if word}
_CONDUCT = tuple(DISCIPLINES.values())
_MOST = 1 << 20  # points, far more than any match has


def by_side(sides: tuple[str, str], values: Sequence[int]) -> str:
    """Two numbers, each with its side."""
    return f"{sides[0]}:{values[0]} {sides[1]}:{values[1]}"


def winner(sides: tuple[str, str], won: int) -> str:
    """Who has won and why."""
    return f"{sides[won & 1]} {ENDINGS[won >> 1]}"


def tags_of(sums: list[int], book: Rulebook, dealt: bool) -> dict[str, str]:
    """The tags of totals; `dealt` if the dealer of this deal is among them."""
    tags = OrderedDict([("Dealer", SEATS[sums[Totals.DEALER]])])
    tags["Points"] = by_side(book.sides, sums)
    if sums[Totals.HANGING]:
        tags["Hanging"] = f"{sums[Totals.HANGING]}"
    if sums[Totals.THROWN_IN]:
        tags["ThrownIn"] = "yes"
    tags["Target"] = f"{sums[Totals.POINTS]}"
    tags["Discipline"] = DISCIPLINES[sums[Totals.CONDUCT]]
    if sums[Totals.WINNER] >= 0:
        tags["Won"] = winner(book.sides, sums[Totals.WINNER])
    return tags


class State:
    """The totals that the tags of a deal tell. What is left out is as at the beginning of a
    match in which nothing costs anything."""

    def __init__(self, deal: Deal, book: Rulebook) -> None:
        self.deal = deal
        self.book = book

    def totals(self) -> list[int]:
        """All of them."""
        sums = [0] * Totals.COUNT
        sums[0], sums[1] = self.points()
        sums[Totals.HANGING] = self._number("Hanging", 0, -_MOST)
        sums[Totals.DEALER] = self.dealer()
        sums[Totals.THROWN_IN] = self._one_of("ThrownIn", ("no", "yes"), 0)
        sums[Totals.POINTS] = self._number("Target", self.book.house.target, 1, Totals.MOST_POINTS)
        sums[Totals.CONDUCT] = self._one_of("Discipline", _CONDUCT, Disciplines.WARN)
        sums[Totals.WINNER] = self._won()
        return sums

    def differing(self, sums: list[int]) -> str:
        """The first tag that says something else than these totals; "" if none does."""
        tags = tags_of(sums, self.book, True)
        mine = tags_of(self.totals(), self.book, True)
        given = self.deal.tags
        return next((name for name in mine if name in given and mine[name] != tags.get(name)), "")

    def dealer(self) -> int:
        """The seat that deals."""
        value = self.deal.tags.get("Dealer")
        if value is None:
            raise self._wrong("Dealer", 'the tag Dealer is missing, like [Dealer "N"]')
        seat = SEATS.find(value.upper()) if len(value) == 1 else -1
        if seat not in self.book.seats:
            known = " ".join(SEATS[seat] for seat in self.book.seats)
            raise self._wrong("Dealer", f"'{value}' is no seat of this house: {known}")
        return seat

    def points(self) -> list[int]:
        """Those of both sides."""
        value = self.deal.tags.get("Points")
        if value is None:
            return [0, 0]
        parts = [part.partition(":") for part in value.upper().split()]
        found = {side: points for side, _, points in parts}
        try:
            if len(found) == 2:
                return [self._read(found[side], -_MOST, _MOST) for side in self.book.sides]
        except (KeyError, ValueError):
            pass
        zero = by_side(self.book.sides, (0, 0))
        raise self._wrong("Points", f"'{value}' are no points: write {zero}")

    def _number(self, name: str, usual: int, least: int, most: int = _MOST) -> int:
        value = self.deal.tags.get(name)
        if value is None:
            return usual
        try:
            return self._read(value, least, most)
        except ValueError:
            told = f"{name} is a number from {least} to {most}, not '{value}'"
            raise self._wrong(name, told)

    @staticmethod
    def _read(text: str, least: int, most: int) -> int:
        if len(text) > 8 or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    def _one_of(self, name: str, words: tuple[str, ...], usual: int) -> int:
        value = self.deal.tags.get(name)
        if value is None:
            return usual
        if value.lower() not in words:
            raise self._wrong(name, f"{name} is one of {', '.join(words)}, not '{value}'")
        return words.index(value.lower())

    def _won(self) -> int:
        value = self.deal.tags.get("Won")
        if value is None:
            return -1
        side, _, why = value.partition(" ")
        if side not in self.book.sides or why not in _NUMBERS:
            usual = winner(self.book.sides, Endings.TARGET << 1)
            raise self._wrong("Won", f"'{value}' is no end of a match: write {usual}")
        return _NUMBERS[why] << 1 | self.book.sides.index(side)

    def _wrong(self, name: str, told: str) -> Exception:
        return self.deal.wrong_tag(name, told)
