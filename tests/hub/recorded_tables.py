"""Tables that have a journal but no players, and functions that request pages of a hub."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bdnkit import all_events, evening
from belote.match import Match
from carrying import NOW, Hub, Sender
from codes.game import Events, Phases
from courier.secret import Secret
from dice import Dice
from journal.journal import Journal
from journalkit import BOOT, EPOCH
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.hub.database import open_database
from marcoria.hub.views import HubState, Shown, Views
from marcoria.paths import TESTS
from ramlog import RamLog
from random_houses import Random

Event = tuple[int, int, int]
_HISTORY = bytes(64)
# A deal whose hands were scanned before the play.
SCANNED = """[House "french"]
[Dealer "N"]
[Hands "scanned"]
[Announce "as played"]
[Deal "N:KT9.AQ9.K7. J8.K7.Q8.87 A.T8.JT.AK9 Q7.J.A9.QJT"]
[Start ""]
N.match
[Auction "W"]
W.scans=7S N.scans=KD E.scans=8S S.scans=9C E.scans=7C S.scans=JD W.scans=QS N.scans=9S S.scans=TH
  W.scans=9D N.scans=9H E.scans=8C S.scans=AC W.scans=JC N.scans=KS E.scans=7H S.scans=TD
  W.scans=TC N.scans=AH E.scans=QD QC C
[Play "W"]
W.scans=AD E.scans=8D S.scans=8H N.scans=QH W.scans=JH S.scans=KC N.scans=TS E.scans=JS S.scans=AS
  N.scans=7D E.scans=KH
W.tierce AD JD QD 7D
JC KC 7C 9H
9D TD 8D KD
9C 8C TS QC
AC 8S KS TC
AS JS 9S 7S
8H KH AH JH
QH QS TH 7H
[After ""]
N.confirms E.confirms
"""
_PAPERS = TESTS / "golden" / "tables" / "0.1.0" / "s3"
PAGES = ("/wall", "/tables", "/deals", "/deals?all=1", "/api/tables", "/api/deals")
PAGES += ("/api/standings", "/metrics", "/deals.csv", "/deals.bdn", "/deals.json")
PAGES += ("/standings.csv",)


class RecordedTable:
    """Table at a hub, with a journal but no players; `play` records events as a table does."""

    def __init__(
        self, hub: Hub, folder: Path, number: int = 1, title: str = "window", blocks: int = 64
    ) -> None:
        self.hub = hub
        self.epoch = EPOCH + number
        self.log = RamLog(blocks, Dice(number))
        self.journal = Journal(self.log, self.epoch)
        self.journal.begin(BOOT, 0)
        self.secret = Secret(f"{folder}/key{number}")
        self.enrol(bytes([number] * 32), title)
        self.match: Any = None
        self.points: list[tuple[int, int]] = []  # points of both sides in each checkpoint

    def enrol(self, key: bytes, title: str) -> None:
        """Enrol the table for the first time or again."""
        self.hub.enrol(self.secret, key, title)
        self.sender = Sender(self.journal, self.secret)

    @property
    def name(self) -> str:
        """Return the table's name in the hub."""
        return str(self.secret.name)

    def play(self, house: Any, events: Iterable[Event], lies: int = 0) -> None:
        """Record events, and a checkpoint after each deal that has a result.

        The first side's points in a checkpoint are `lies` higher than the true ones.
        """
        if self.match is None or self.match.house is not house:
            self.match = Match(house)
        match = self.match
        for kind, seat, arg in events:
            was_ready = match.phase <= Phases.READY
            match.apply(kind, seat, arg)
            self.journal.add(kind, seat, arg)
            self.journal.make_room()
            if not was_ready and match.phase == Phases.READY and not match.events:
                totals = list(match.totals)
                totals[0] += lies
                self.journal.checkpoint(totals, house.mark, _HISTORY, b"")
                self.points.append((totals[0], totals[1]))

    def push(self, now: int = NOW, most: int = -1) -> int:
        """Carry at most `most` frames to the hub (-1: all); return how many were carried."""
        count = 0
        while count != most and (data := self.sender.frame()):
            receipt = self.hub.take(self.name, data, now)
            assert receipt.ack and self.sender.told(receipt.ack), receipt.what
            count += 1
        return count


def paper(name: str) -> tuple[Any, list[Event]]:
    """Return the house and the events of a BDN file in tests/golden/tables."""
    return written((_PAPERS / f"{name}.bdn").read_text("utf-8"))


def written(text: str) -> tuple[Any, list[Event]]:
    """Return the house and the events of deals in BDN."""
    house = text.partition('[House "')[2].partition('"')[0]
    return Rulebooks().book(house).house, all_events(text)


def random_evening(house: str, seed: int, steps: int) -> tuple[Any, list[Event]]:
    """Return a house and the events of random matches, with rulings and mistakes."""
    book = Rulebooks().book(house)
    return book.house, evening(book, Random(seed), steps)


def first_deals(events: list[Event], count: int) -> list[Event]:
    """Return the events of the first `count` deals."""
    starts = [i for i, event in enumerate(events) if event[0] == Events.DEAL]
    return events[: starts[count]] if count < len(starts) else events


@contextmanager
def views_of(hub: Hub, now: int = NOW, shown: Shown | None = None) -> Iterator[Views]:
    """Yield the views of a hub's database, and close them afterwards."""
    views = Views(
        open_database(hub.path), shown or Shown(), lambda: HubState("", 0, True), lambda: now
    )
    with closing(views):
        yield views


def get(views: Views, path: str, language: str = "en") -> Response:
    """Return the response to a request for this path, without a server."""
    place, _, query = path.partition("?")
    parts = place.split("/")[1:]
    found: dict[str, Any] = {}
    make = {"api": "api_" + parts[-1]}.get(parts[0], parts[0])
    if len(parts) == 4:
        make, found = "deal", {"name": parts[1], "epoch": int(parts[2]), "file": parts[3]}
    elif "." in place:
        make = "file"
    scope = {
        "type": "http",
        "method": "GET",
        "path": place,
        "query_string": query.encode(),
        "path_params": found,
        "headers": [(b"accept-language", language.encode()), (b"host", b"hub")],
    }
    if make != "metrics":
        views.catch_up()
    answer: Response = getattr(views, make)(Request(scope))
    return answer


def text_of(views: Views, path: str, language: str = "en") -> str:
    """Return the text of a page or an answer."""
    return bytes(get(views, path, language).body).decode()
