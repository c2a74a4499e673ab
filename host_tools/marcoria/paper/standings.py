"""Who has won how much, from deals on paper: pairs, and each player, with what a tie is broken by.

A match won counts more than the difference of points, that more than the points, and those more
than how the two did against each other. Whoever is alike in all of that shares a rank.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from marcoria.paper.answers import played
from marcoria.paper.document import Deal
from marcoria.paper.replaying import Played
from marcoria.paper.writing import text_of

SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
CRITERIA = ("matches", "difference", "points", "meeting")
_FAILED = ("failed", "reverse-capot")
_MADE = ("made", "capot")
_BETWEEN = " – "  # the two of a pair

Name = tuple[str, ...]  # of a player, or of the two of a pair


@dataclass
class Row:
    """What a pair or a player has done; `against` is the difference with each other one."""

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
    decided: str = ""  # why it is not of the rank above; "" for the first and for who shares one
    against: dict[Name, int] = field(default_factory=dict)
    meeting: int = 0  # of that, with those who are alike in all else

    @property
    def called(self) -> str:
        """For people."""
        return _BETWEEN.join(self.name)

    @property
    def difference(self) -> int:
        """Of points for and against."""
        return self.points - self.lost

    def facts(self) -> dict[str, Any]:
        """For programs."""
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
    """`take` deals, then look at `pairs` and `players`. `twice` and `unfinished` deals are not
    counted, `unnamed` sides are nobody's."""

    def __init__(self) -> None:
        self.deals = self.twice = self.unfinished = self.unnamed = 0
        self._known: set[bytes] = set()
        self._pairs: dict[Name, Row] = {}
        self._players: dict[Name, Row] = {}

    def take(self, deal: Played) -> None:
        """One deal more."""
        key = _key(deal.deal)
        if key in self._known:
            self.twice += 1
            return
        self._known.add(key)
        score = dict(part.split(":") for part in deal.results.get("Score", "").split())
        if len(score) != 2:
            self.unfinished += 1
            return
        self.deals += 1
        names = {side: _names(deal.deal, side) for side in score}
        for side, other in (list(score), list(score)[::-1]):
            did = _Did(deal, side, int(score[side]), int(score[other]))
            self._count(did, names[side], names[other])

    def _count(self, did: "_Did", ours: Name, theirs: Name) -> None:
        """For the pair, and for each of them."""
        if not ours:
            self.unnamed += 1
            return
        pair, others = tuple(sorted(ours)), tuple(sorted(theirs))
        did.count(self._pairs.setdefault(pair, Row(pair)), [others] if others else [])
        for seat, name in zip(did.side, ours, strict=True):
            row = self._players.setdefault((name,), Row((name,)))
            did.count(row, [(one,) for one in theirs], seat)

    @property
    def pairs(self) -> list[Row]:
        """The best first."""
        return _ranked(row for row in self._pairs.values() if len(row.name) > 1)

    @property
    def players(self) -> list[Row]:
        """The best first."""
        return _ranked(self._players.values())


class _Did:
    """What a side has done in a deal."""

    def __init__(self, played: Played, side: str, points: int, lost: int) -> None:
        results = played.results
        self.side = side
        self.points, self.lost = points, lost
        self.outcome = results.get("Outcome", "")
        self.taker = results.get("Taker", "")
        self.takes = self.taker in side if self.taker else False
        tricks = dict(part.split(":") for part in results.get("Tricks", "").split())
        self.capot = bool(tricks) and all(
            count == "0" for other, count in tricks.items() if other != side
        )
        winner = results.get("Winner", "").split(" ")[0]
        self.ends, self.wins = bool(winner), winner == side

    def count(self, row: Row, others: list[Name], seat: str = "") -> None:
        """For a pair, or for who sits at `seat`: a contract is that of who took it."""
        row.deals += 1
        row.points += self.points
        row.lost += self.lost
        row.matches += self.ends
        row.won += self.wins
        row.capots += self.capot
        if self.takes and seat in ("", self.taker):
            row.made += self.outcome in _MADE
            row.failed += self.outcome in _FAILED
        for one in others:
            row.against[one] = row.against.get(one, 0) + self.points - self.lost


def _key(deal: Deal) -> bytes:
    """What makes it another deal than others: all that stands there but its hash."""
    kept, deal.hash = deal.hash, ""
    try:
        return hashlib.sha256(text_of(deal).encode()).digest()
    finally:
        deal.hash = kept


def _names(deal: Deal, side: str) -> Name:
    """Who sits there, by seat; () if the deal does not say."""
    found = [deal.tags.get(SEATS[seat], "").strip() for seat in side]
    return tuple(found) if all(found) else ()


def _ranked(rows: Iterable[Row]) -> list[Row]:
    """In order, with rank and what decided it."""
    found: list[Row] = []
    ordered = sorted(rows, key=lambda row: (*_strength(row), row.name))
    for _, alike in groupby(ordered, _strength):
        found += _by_meeting(list(alike))
    for place, row in enumerate(found):
        before = found[place - 1] if place else None
        row.decided = _decided(before, row) if before else ""
        row.rank = place + 1 if row.decided or not before else before.rank
    return found


def _strength(row: Row) -> tuple[int, int, int]:
    return -row.won, -row.difference, -row.points


def _by_meeting(alike: list[Row]) -> list[Row]:
    """Those that are alike in all else, by what they did against each other."""
    for row in alike:
        row.meeting = sum(row.against.get(one.name, 0) for one in alike if one is not row)
    return sorted(alike, key=lambda row: (-row.meeting, row.name))


def _decided(before: Row, row: Row) -> str:
    """The first thing in which they differ."""
    mine, other = ((*_strength(one), one.meeting) for one in (row, before))
    return next((why for why, a, b in zip(CRITERIA, mine, other, strict=True) if a != b), "")


def from_files(paths: Iterable[str], books: Any) -> Standings:
    """Of all deals in these files; PaperError where one is not as the cards make it."""
    found = Standings()
    for path in paths:
        for one in played(path, books):
            found.take(one)
    return found
