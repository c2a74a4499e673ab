"""Random matches, two deals in BDN, and functions that write and replay BDN, for tests."""

import io
from collections.abc import Iterator
from pathlib import Path

import random_houses
from codes.game import Events
from marcoria.bdn.model import Deal
from marcoria.bdn.parse import deals
from marcoria.bdn.replay import DealReplay, Replayer
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.write import hashed, record, text_of
from marcoria.game.houses import names
from random_houses import Random
from test_match_events import Fuzz

RANDOM = "random switches"
EVERYWHERE = [*names(), RANDOM]
Event = tuple[int, int, int]
# The first example of docs/bdn.md, without its comment and its score.
PLAYED = """[House "piedicavallo"]
[Dealer "W"]
[Deal "N:KQ.T8.Q.AJ9 A.J9.87.KQT J.AKQ.T9.87 T987.7.AKJ."]
[Auction "S"]
H
[Play "S"]
AH 9H 8H 7H
QC JC 7S 7C
JH TH KD QH
8D QD JD TD
9D 7D AC AD
TS JS AS KS
KC 9C 8S 8C
TC QS 9S KH
"""
PLAYED_BY_TWO = """[House "espanola-2"]
[Dealer "N"]
[Deal "N:KJ9.9.Q.KQ97 - AT8.AKQT.AK. -"]
[Auction "S"]
7H H
[Play "S"]
AS 9S
AD QD
AH 9H
9C QH
TH 7C
KH JS
TS KS
8S QC
KD KC
"""


def book_of(name: str, rng: Random, folder: Path) -> Rulebook:
    """Return the rulebook of a house that comes with the table.

    For the name RANDOM, write random rules to `bar.house` in `folder`, and return their rulebook.
    """
    if name != RANDOM:
        return Rulebooks().book(name)
    file = folder / "bar.house"
    file.write_text(random_houses.to_text(random_houses.random_house(rng)), "utf-8")
    return Rulebooks([str(file)]).book("bar")


def evening(book: Rulebook, rng: Random, steps: int = 300) -> list[Event]:
    """Try `steps` random events in matches; return the accepted ones.

    Most of the events fit the phase of the match.
    """
    fuzz = Fuzz(book.house, rng)
    for _ in range(steps):
        fuzz.step()
    return fuzz.journal


def written(book: Rulebook, happened: list[Event]) -> str:
    """Return the BDN text of these events."""
    return "\n".join(text_of(hashed(deal)) for deal in record(book, happened))


def read(text: str | bytes) -> list[Deal]:
    data = text.encode() if isinstance(text, str) else text
    return list(deals(io.BytesIO(data)))


def playing(text: str | bytes, files: tuple[str, ...] = ()) -> Iterator[DealReplay]:
    """Yield the replay of each deal of a BDN text; skip empty deals.

    `files` are the files of houses that do not come with the table. Use the match of a replay
    before you take the next replay, because the deals of a house share one match.
    """
    replay = Replayer(Rulebooks(files))
    for deal in read(text):
        if not deal.is_empty:
            yield replay.play(deal)


def replayed(text: str | bytes, files: tuple[str, ...] = ()) -> list[DealReplay]:
    """Return a list of what `playing` yields."""
    return list(playing(text, files))


def all_events(text: str | bytes) -> list[Event]:
    return [event for played in replayed(text) for event in played.events]


def count_deals(happened: list[Event]) -> int:
    return sum(event[0] == Events.DEAL for event in happened)
