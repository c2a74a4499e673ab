"""What a deal has brought, for standings, and when two papers are of the same deal."""

import hashlib
import unicodedata
from dataclasses import dataclass

from marcoria.bdn.document import Deal
from marcoria.bdn.replaying import Played
from marcoria.firmware.codes.game import Events

_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
# No two deals begin with so many cards alike, in the same order, by the same people.
_TELLING = 12
_PLACE = ("Event", "Date", "Table", "Board", "Points")  # tells the others apart

Name = tuple[str, ...]  # of a player, or of the two of a pair


@dataclass(frozen=True, slots=True)
class Brought:
    """`names` and `score` are of the `sides`, in their order; without a score it is not at an
    end. `winner` of the match and `capot` are sides as well, -1 if there is none."""

    length: int  # events
    sides: tuple[str, str]
    names: tuple[Name, Name]
    score: tuple[int, ...]
    taker: str
    outcome: str
    winner: int
    capot: int


def brought(played: Played) -> Brought:
    """By a deal that has just happened again."""
    results, sides = played.results, played.book.sides
    score, tricks = (_by_side(results.get(tag, "")) for tag in ("Score", "Tricks"))
    return Brought(
        len(played.events),
        sides,
        (_names(played.deal, sides[0]), _names(played.deal, sides[1])),
        score,
        results.get("Taker", ""),
        results.get("Outcome", ""),
        _side(sides, results.get("Winner", "").partition(" ")[0]),
        tricks.index(0) ^ 1 if 0 in tricks and any(tricks) else -1,
    )


def identity(played: Played) -> bytes:
    """The same for two papers of one deal, whatever else they say of it, or how much of it."""
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
    """Who sits there, by seat; () if the deal does not say."""
    found = [_clean(deal.tags.get(_SEATS[seat], "")) for seat in side]
    return tuple(found) if all(found) else ()


def _clean(name: str) -> str:
    """However it was typed: one letter may have two codes, and blanks are not seen."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def _by_side(told: str) -> tuple[int, ...]:
    return tuple(int(part.partition(":")[2]) for part in told.split())


def _side(sides: tuple[str, str], name: str) -> int:
    return sides.index(name) if name in sides else -1
