"""Follower of a simulated or real table over its serial link.

It receives the table's state and records, and replays the match from the records.
"""

import struct
from typing import TYPE_CHECKING, Protocol

from marcoria.device.talk import Talk, slots
from marcoria.errors import TableError
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.housefile import HouseError
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Answers, Events, Phases, Totals
from marcoria.firmware.codes.journal import Records
from marcoria.firmware.table.files.houses import load_anyhow
from marcoria.journal.entries import in_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.device.answer import TableAnswer
    from marcoria.device.talk import TalkLine

    class WaitedLine(TalkLine, Protocol):
        """Serial line with a method that waits on the line's own clock."""

        async def sleep(self, ms: float) -> None:
            """Wait for `ms` milliseconds."""


_ROOT = ""  # root of the files in this VM, with the houses
# Number of records to fetch first, besides those of the current deal. It is also the largest
# number of lines in `printed`.
_KNOWN_NOTES = 60
_NEWS_MS = 7000  # timeout for new records; a table answers earlier even if it has none
_LOOK_S = 0.2
_RETRY_MS = 1000
_SOON_MS = 20
_WELL_MS = 2000  # interval of requests for values that change without a record


class Mirror:
    """Replay of a table's match from its events.

    `sums` has the table's totals. A replay that begins in the middle of a match starts from them.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.game = Match(house)
        self.sums = [0] * Totals.COUNT
        self.sure = False  # whether `game` is known to equal the table's match
        self.changes = 0

    def take(self, kind: int, seat: int, arg: int) -> None:
        """Apply an event, or ignore it while `sure` is false.

        The start of a match or deal sets `sure`; an event that `game` refuses clears it.
        """
        game = self.game
        if kind == Events.MATCH and arg == self.house.mark:
            self.sure = True
        elif kind == Events.DEAL and not (self.sure and game.phase == Phases.READY):
            restore(game, self.sums, seat)
            self.sure = True
        if not self.sure:
            return
        answer = game.apply(kind, seat, arg)
        self.sure = not 0 < answer < Answers.NOTED
        self.changes += 1

    def adopt(self, state: "TableAnswer") -> None:
        """Use the totals in a table's answer to `state`, if the table has the same events.

        If the replay began in an earlier deal, its own totals can be wrong.
        """
        game, totals = self.game, list(state["totals"])
        if not self.sure or (state["phase"], state["events"]) != (game.phase, len(game.events)):
            return
        if game.phase <= Phases.READY:
            game.totals[:] = totals
        elif game.before == game.totals != totals:  # no event of this deal has changed them
            replay(game, totals, packed(game))

    @property
    def count(self) -> int:
        """Return the number of events of the current deal, or 0 while `sure` is false."""
        return len(self.game.events) if self.sure else 0

    def at(self, count: int) -> Match:
        """Return the match as it was after the first `count` events of its deal."""
        game = Match(self.house)
        replay(game, self.game.before, packed(self.game)[:count])
        return game

    def copy(self) -> Match:
        """Return a copy of the match."""
        if self.game.phase > Phases.READY:
            return self.at(len(self.game.events))
        game = Match(self.house)
        sums = list(self.game.totals)
        restore(game, sums, sums[Totals.DEALER])
        game.totals[:] = sums
        game.phase = self.game.phase
        return game


def rules_of(answer: "TableAnswer") -> House | None:
    """Return the house that a table plays, or None if its rules are unknown here.

    `answer` is the table's answer to the command `house`.
    """
    try:
        house = load_anyhow(_ROOT, answer["name"], answer["agreed"])
    except HouseError:
        return None  # a house of the table's own, whose file this VM does not have
    return house if house.mark == answer["mark"] else None


def restore(game: Match, sums: list[int], dealer: int) -> None:
    """Put a match into the state before a deal, with these totals and this dealer."""
    sums = list(sums)
    sums[Totals.DEALER] = dealer
    sums[Totals.WINNER] = -1
    game.apply(Events.MATCH, dealer, game.house.mark)
    game.totals[:] = sums
    game.standing.broken[:] = [0, 0]


def replay(game: Match, before: list[int], events: list[tuple[int, int, int]]) -> None:
    """Put a match into the state before a deal with these totals, and apply the deal's events."""
    restore(game, before, before[Totals.DEALER])
    for event in events:
        game.apply(*event)


def packed(game: Match) -> list[tuple[int, int, int]]:
    """Return the events of the current deal that were not undone, or [] between two deals."""
    if game.phase <= Phases.READY:
        return []
    return [(event.kind, event.seat, event.arg) for event in game.events]


class Follow:
    """Follower of a table over its link.

    `mirror` replays the match; it is None while the house is unknown. `house_of` returns the rules
    for the table's answer to the command `house`, or None if they are unknown.
    """

    def __init__(
        self, table: "WaitedLine", house_of: "Callable[[TableAnswer], House | None]"
    ) -> None:
        self.table = table
        self._house_of = house_of
        self._talk = Talk(table, self._noise)
        self.mirror: Mirror | None = None
        self.hello: TableAnswer = {}
        self.house: TableAnswer = {}
        self.state: TableAnswer = {}
        self.test: TableAnswer = {}
        self.heap: TableAnswer = {}
        self.names = ["", "", "", ""]
        self.printed: list[str] = []  # output of the board that is no message of the link
        self.trouble = ""
        self.changes = 0
        self.happened: list[dict[str, object]] = []  # records that the page has not taken yet
        self.after = -1
        self.looked = False  # whether `test` is newer than the last record
        self._last = 0  # seq of the table's last record when it was greeted
        self._newest = -1  # seq of the newest record in `happened` so far
        self._asked = float(-_WELL_MS)
        self._asking = False

    async def run(self) -> None:
        """Follow the table without end; retry after a TableError."""
        while True:
            try:
                await self._greet()
                while True:
                    await self._listen()
            except TableError as error:
                self._changed(error.code)
                await self.table.sleep(_RETRY_MS)

    @property
    def has_caught_up(self) -> bool:
        """Return whether all records that the table had at the greeting have come.

        Until then `mirror` may show an earlier deal.
        """
        return self.after >= self._last

    @property
    def sure_mirror(self) -> Mirror | None:
        """Return the mirror if its match is known to equal the table's match, else None."""
        mirror = self.mirror
        return mirror if mirror and mirror.sure and self.has_caught_up else None

    async def ask(self, do: str, fields: dict[str, int | str]) -> "TableAnswer":
        """Send the command `do` and return the table's answer; then request the state soon."""
        found = await self._question(do, **fields)
        self.hurry()
        return found

    def hurry(self) -> None:
        """Request the state soon, because something may have changed without a record."""
        self._asked = -_WELL_MS

    def forget_match(self) -> None:
        """Forget the match, so that it is replayed from the records."""
        self.after, self.mirror = -1, None

    async def _question(self, do: str, **fields: int | str) -> "TableAnswer":
        """Send a command and return its answer.

        First wait until no other command awaits its answer, as the link requires.
        """
        while self._asking:
            await self.table.sleep(_SOON_MS)
        self._asking = True
        try:
            return await self._talk.ask(do, **fields)
        finally:
            self._asking = False

    async def _greet(self) -> None:
        """Request the table's identity and state; forget the match if the epoch has changed."""
        hello = await self._question("hello")
        if hello["epoch"] != self.hello.get("epoch"):
            self.forget_match()
            self._newest = -1
        self.hello = hello
        self._last = hello["seq"] - 1
        await self._ask_all()
        if self.after < 0:
            self.after = max(-1, hello["seq"] - 1 - _KNOWN_NOTES - 2 * self.state["events"])
        self._changed("")

    async def _listen(self) -> None:
        """Wait for new records, apply them and request the state; greet again after a timeout."""
        number = self._talk.listen(epoch=self.hello["epoch"], after=self.after)
        answer = None
        until = self._now() + _NEWS_MS
        while answer is None:
            if self._now() > until:
                self._talk.forget(number)
                await self._greet()  # another table may be connected now
                return
            answer = await self._talk.await_news(number, _LOOK_S)
            if self._now() - self._asked >= _WELL_MS:
                await self._ask_all()
                self._changed("")
        if "slots" in answer:
            for seq, slot in slots(answer, self.after):
                self._take(seq, slot)
            self.after = max(self.after, answer["to"])
            self.state = await self._question("state")
            self.looked = False
            self._tell_mirror()
            self._changed("")

    def _take(self, seq: int, slot: bytes) -> None:
        kind, seat, arg, ms, boot = struct.unpack("<BBHIH", slot[:10])
        if not 0 < kind < Records.CHECKPOINT:
            return
        event = Events.MATCH <= kind <= Events.UNDO
        if event and self.mirror:
            self.mirror.take(kind, seat, arg)
        if seq <= self._newest:
            return
        self._newest = seq
        number = self.mirror.count if event and self.mirror else 0
        words = in_words((kind, seat, arg)).split(" ")
        told = {"seq": seq, "boot": boot, "ms": ms, "kind": words[0], "seat": words[1]}
        told["rest"] = words[2:]
        told["event"] = number
        self.happened.append(told)

    async def _ask_all(self) -> None:
        house = await self._question("house")
        if house.get("mark") != self.house.get("mark") or self.mirror is None:
            rules = self._house_of(house)
            self.mirror = Mirror(rules) if rules else None
        self.house = house
        self.names = (await self._question("names"))["names"]
        self.test = await self._question("test")
        self.looked = True
        self.state = await self._question("state")
        if self.state["phase"] <= Phases.READY:
            self.heap = await self._question("heap")
        self._tell_mirror()
        self._asked = self._now()

    def _tell_mirror(self) -> None:
        if self.mirror:
            self.mirror.sums = list(self.state["totals"])
            self.mirror.adopt(self.state)

    def _noise(self, line: bytes) -> None:
        self.printed.append(line.decode())
        del self.printed[:-_KNOWN_NOTES]
        self.changes += 1

    def _changed(self, trouble: str) -> None:
        self.trouble = trouble
        self.changes += 1

    def _now(self) -> float:
        return float(self.table.clock() * 1000)
