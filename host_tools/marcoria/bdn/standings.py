"""Standings of pairs and players over many deals.

Rows are ranked by matches won, then difference of points, then points. If rows are still equal,
the difference of points in the deals that they played against each other decides. Rows that are
equal in this too share a rank.
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from marcoria.bdn.files import played
from marcoria.bdn.model import Deal
from marcoria.bdn.replay import DealReplay
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.firmware.codes.game import Events

_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
# Records of the same players that begin with this many equal cards, in the same order, are records
# of one deal: two deals practically never begin so.
_TELLING = 12
# Tags that identify a deal with fewer cards, together with all its events.
_PLACE = ("Event", "Date", "Table", "Board", "Points")

Name = tuple[str, ...]  # one player, or the two players of a pair
CRITERIA = ("matches", "difference", "points", "meeting")
_FAILED = ("failed", "reverse-capot")
_MADE = ("made", "capot")
_BETWEEN = " – "  # stands between the names of a pair


@dataclass(frozen=True, slots=True)
class Brought:
    """Result of a deal.

    `names` and `score` are in the order of `sides`. The names of a side are () if they are not all
    known. An unfinished deal has the score (). `taker` is the seat that took the contract, "" if
    nobody did or if no contract can fail in the house. `outcome` is the value of its tag, or "".
    `winner` is the index of the side that won the match, or -1. `capot` is the index of the
    side that took all tricks, or -1.
    """

    length: int  # number of events
    sides: tuple[str, str]
    names: tuple[Name, Name]
    score: tuple[int, ...]
    taker: str
    outcome: str
    winner: int
    capot: int


def brought(played: DealReplay) -> Brought:
    """Return the result of a replayed deal."""
    results, sides = played.results, played.book.sides
    score, tricks = (_by_side(results.get(tag, "")) for tag in ("Score", "Tricks"))
    return Brought(
        len(played.events),
        sides,
        (_names(played.deal, sides[0]), _names(played.deal, sides[1])),
        score,
        results.get("Taker", "") if played.book.house.success else "",
        results.get("Outcome", ""),
        _side(sides, results.get("Winner", "").partition(" ")[0]),
        tricks.index(0) ^ 1 if 0 in tricks and any(tricks) else -1,
    )


def identity(played: DealReplay) -> bytes:
    """Return a digest that is equal for two records of one deal.

    One of the records may be incomplete, but it must have at least `_TELLING` cards.
    """
    tags = played.deal.tags
    told: list[object] = [[_clean(tags.get(tag, "")) for tag in _SEATS.values()]]
    told.append(played.book.house.mark)
    laid = [event for event in played.events if event[0] == Events.CARD]
    if len(laid) < _TELLING:
        told += [tags.get(tag) for tag in _PLACE]
        laid = played.events
    else:
        laid = laid[:_TELLING]
    return hashlib.sha256(repr((told, laid)).encode()).digest()


def _names(deal: Deal, side: str) -> Name:
    """Return the players' names of a side by seat, () if they are not all known."""
    found = [_clean(deal.tags.get(_SEATS[seat], "")) for seat in side]
    return tuple(found) if all(found) else ()


def _clean(name: str) -> str:
    """Return a name in a normal form: composed characters, single blanks."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def _by_side(told: str) -> tuple[int, ...]:
    return tuple(int(part.partition(":")[2]) for part in told.split())


def _side(sides: tuple[str, str], name: str) -> int:
    return sides.index(name) if name in sides else -1


@dataclass
class StandingRow:
    """Totals of a pair or a player.

    `matches` is the number of matches played to the end, `won` is the number of matches won.
    `lost` is the number of the opponents' points. `made` and `failed` count contracts. `against`
    maps each opponent to the difference of points in the deals against this opponent.
    """

    name: Name
    deals: int = 0
    matches: int = 0
    won: int = 0
    points: int = 0
    lost: int = 0
    made: int = 0
    failed: int = 0
    capots: int = 0
    rank: int = 0
    decided: str = ""  # criterion that separates the row from the row above; "" if none
    against: dict[Name, int] = field(default_factory=dict)
    # difference of points in the deals against rows that are equal in all other criteria
    meeting: int = 0

    @property
    def called(self) -> str:
        """Return the names as one text."""
        return _BETWEEN.join(self.name)

    @property
    def difference(self) -> int:
        """Return the points of this row minus the points of its opponents."""
        return self.points - self.lost

    def facts(self) -> dict[str, object]:
        """Return the row as an object for JSON."""
        return {
            "rank": self.rank,
            "names": list(self.name),
            "deals": self.deals,
            "matches": self.matches,
            "won": self.won,
            "points": self.points,
            "against": self.lost,
            "difference": self.difference,
            "made": self.made,
            "failed": self.failed,
            "capots": self.capots,
            "decided_by": self.decided,
        }


class Standings:
    """Standings, filled deal by deal with `take`.

    `twice` is the number of duplicate records, which are not counted. Unfinished deals are not
    counted either. A side without names gets no row.
    """

    def __init__(self) -> None:
        self.twice = 0
        self._found: dict[bytes, Brought] = {}

    def take(self, played: DealReplay) -> None:
        """Add a deal; of two records of the same deal, count the longer one."""
        key, deal = identity(played), brought(played)
        before = self._found.get(key)
        self.twice += before is not None
        if before is None or deal.length > before.length:
            self._found[key] = deal

    @property
    def deals(self) -> int:
        """Return the number of counted deals."""
        return sum(bool(deal.score) for deal in self._found.values())

    @property
    def unfinished(self) -> int:
        """Return the number of deals without a result."""
        return len(self._found) - self.deals

    @property
    def unnamed(self) -> int:
        """Return the number of sides without names, over all counted deals."""
        return sum(not name for deal in self._found.values() if deal.score for name in deal.names)

    @property
    def pairs(self) -> list[StandingRow]:
        """Return a row for each pair, the best first."""
        rows: dict[Name, StandingRow] = {}
        for deal, side in self._sides():
            ours, theirs = (tuple(sorted(deal.names[one])) for one in (side, 1 - side))
            if len(ours) > 1:
                _count(
                    rows.setdefault(ours, StandingRow(ours)),
                    deal,
                    side,
                    [theirs] if theirs else [],
                )
        return ranked(rows.values())

    @property
    def players(self) -> list[StandingRow]:
        """Return a row for each player, the best first."""
        rows: dict[Name, StandingRow] = {}
        for deal, side in self._sides():
            others = [(one,) for one in deal.names[1 - side]]
            for seat, name in zip(deal.sides[side], deal.names[side], strict=False):
                row = rows.setdefault((name,), StandingRow((name,)))
                _count(row, deal, side, others, seat)
        return ranked(rows.values())

    def _sides(self) -> Iterator[tuple[Brought, int]]:
        for deal in self._found.values():
            if deal.score:
                yield deal, 0
                yield deal, 1


def _count(
    row: StandingRow, deal: Brought, side: int, others: Sequence[Name], seat: str = ""
) -> None:
    """Add a deal to the row of a pair, or to the row of the player at `seat`.

    `seat` is "" for a pair. `others` has the opponents' names, each as in `StandingRow.name`. A
    contract counts only for the player or the pair that took it.
    """
    points, lost = deal.score[side], deal.score[1 - side]
    row.deals += 1
    row.points += points
    row.lost += lost
    row.matches += deal.winner >= 0
    row.won += deal.winner == side
    row.capots += deal.capot == side
    if deal.taker and deal.taker in (seat or deal.sides[side]):
        row.made += deal.outcome in _MADE
        row.failed += deal.outcome in _FAILED
    for one in others:
        row.against[one] = row.against.get(one, 0) + points - lost


def ranked(rows: Iterable[StandingRow]) -> list[StandingRow]:
    """Set rank and deciding criterion of each row; return the rows, the best first."""
    found: list[StandingRow] = []
    ordered = sorted(rows, key=lambda row: (*_strength(row), row.name))
    for _, alike in groupby(ordered, _strength):
        found += _by_meeting(list(alike))
    for place, row in enumerate(found):
        before = found[place - 1] if place else None
        row.decided = _decided(before, row) if before else ""
        row.rank = place + 1 if row.decided or not before else before.rank
    return found


def _strength(row: StandingRow) -> tuple[int, int, int]:
    return -row.won, -row.difference, -row.points


def _by_meeting(alike: list[StandingRow]) -> list[StandingRow]:
    """Set `meeting` of rows that are equal by `_strength`; return the rows, the best first."""
    for row in alike:
        row.meeting = sum(row.against.get(one.name, 0) for one in alike if one is not row)
    return sorted(alike, key=lambda row: (-row.meeting, row.name))


def _decided(before: StandingRow, row: StandingRow) -> str:
    """Return the first criterion in which two rows differ, "" if they are equal."""
    mine, other = ((*_strength(one), one.meeting) for one in (row, before))
    return next((why for why, a, b in zip(CRITERIA, mine, other, strict=True) if a != b), "")


def from_files(paths: Iterable[str], books: Rulebooks) -> Standings:
    """Return the standings over all deals in these files; raise TableError at a wrong deal."""
    found = Standings()
    for path in paths:
        for one in played(path, books):
            found.take(one)
    return found
