"""The firmware's journal, match and start-up code on a simulated flash, without other chips.

Evenings of play are scripts of random events. The power can be cut in any flash operation.
"""

from contextlib import suppress
from typing import Any

import flash_image
import naive
import random_houses
from belote.match import Match
from codes.game import SEATS, Events, Phases, Totals
from codes.journal import Notes, RoomLeft
from drivers.flashlog import Log
from drivers.mfrc522_pads import Pads
from journal.journal import Journal
from marcoria.game.houses import open_house
from marcoria.journal.entries import settled
from marcoria.paths import BUILD, HOUSES
from marcoria.sim.chips.flash import BLOCK, Flash
from marcoria.sim.chips.kernel import Clock, Faults
from players import Deal
from seen import Known
from table.evening import Evening
from table.files.deck import Deck
from table.files.settings import Settings
from table.play.keys import Keys
from table.restore import restore, tell
from table.table import Table

Entry = tuple[int, int, int]

_NO_SUCH_FOLDER = str(BUILD / "no such folder")
_FAILED = -0x6001
_ROOM = 64


async def _no_house() -> None:
    raise AssertionError("the table asks for another house than the match has")


class PowerCut(BaseException):
    """Raised when the power is cut; no `except Exception` of the firmware catches it."""


class Partition:
    """Simulated flash with the methods of an ESP32 partition."""

    def __init__(self, blocks: int, image: bytes = b"") -> None:
        self.faults = Faults()
        self.flash = Flash(Clock(), self.faults, blocks)
        self.flash.on_cut = self._cut
        if image:
            self.flash.cells[:] = image
            self.flash.torn = set(range(blocks))

    @property
    def cells(self) -> bytes:
        return bytes(self.flash.cells)

    def info(self) -> tuple[int, int, int, int]:
        return (1, 0x40, 0, self.flash.blocks * BLOCK)

    def readblocks(self, block: int, data: bytearray, offset: int = 0) -> None:
        self.flash.read(block, offset, data)
        self._check()

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        self.flash.write(block, offset, data)
        self._check()

    def ioctl(self, what: int, block: int) -> int:
        self.flash.erase(block)
        self._check()
        return 0

    def _check(self) -> None:
        if self.flash.failed:
            raise OSError(_FAILED)

    def _cut(self) -> None:
        raise PowerCut


class Sitting:
    """Run of the table from one start to the next."""

    def __init__(self, partition: Partition, house: Any) -> None:
        self.journal = Journal(Log(partition), 0x2345678)
        # If the flash could not be read, its contents, which must not change; otherwise b"".
        closed = self.journal.state == RoomLeft.UNREADABLE
        self.unread = partition.cells if closed else b""
        self.journal.begin(Notes.BOOT, 1)
        settings = Settings(_NO_SUCH_FOLDER)
        self.match = Match(house)
        self.table = Table(self.match, self.journal, Pads(4), Deck(), settings)
        with suppress(StopIteration):
            restore(self.table, True, _no_house).send(None)
        keys = Keys(self.table)
        tell(self.table, keys.menus)
        keys.step(0)
        self.evening = Evening(self.table, None, keys.menus, lambda: None)
        self.evening.tend()

    def happen(self, event: Entry) -> None:
        """Apply an event and let the table do its pending work."""
        result = self.table.happen(*event)
        assert result == 0, (event, result)
        self.evening.tend()

    @property
    def known(self) -> Known:
        match = self.match
        happened = [(event.kind, event.seat, event.arg) for event in match.events]
        sums, hands = tuple(match.totals), bytes(self.table.history.rows())
        return Known(match.phase, match.house.mark, sums, hands, tuple(settled(happened)))


class Script:
    """Random events of an evening in one house, and the states before and after each event."""

    def __init__(self, house: str, scanned: bool, seed: int) -> None:
        self.name = house
        self.house = open_house(house)
        text = (HOUSES / f"{house}.house").read_text(encoding="utf-8")
        self.rules = dict(naive.load_house(text))
        self.rng = random_houses.Random(seed)
        self.scanned = scanned
        self.events: list[Entry] = []
        self.states: list[Known] = []

    def write(self, deals: int, records: int = 0, target: int = 0) -> None:
        """Generate events with at least this many deals and about `records` journal records.

        Store the states before and after the events. If `target` is not 0, it is the score that
        wins a match.
        """
        self._write(deals, records, target)
        sitting = Sitting(Partition(_ROOM), self.house)
        self.states = [sitting.known]
        for event in self.events:
            sitting.happen(event)
            self.states.append(sitting.known)

    def _write(self, deals: int, records: int, target: int) -> None:
        game = Match(self.house)
        apply = game.apply

        def taken(what: int, seat: int, arg: int = 0) -> int:
            result = int(apply(what, seat, arg))
            if not result:
                self.events.append((what, seat, arg))
            return result

        game.apply = taken
        done = 0
        while done < deals or len(self.events) + flash_image.PARTS * done < records:
            done += 1
            if game.phase == Phases.IDLE or game.totals[Totals.WINNER] >= 0:
                game.apply(Events.MATCH, SEATS.index(self.rng.choice(["N", "S"])), self.house.mark)
                if target:
                    game.apply(Events.TARGET, 0, target)
            deal = Deal(game, self.rules, self.rng, self.scanned)
            deal.forgets = False
            if not deal.bid():
                continue
            deal.plan(wrong=0)
            while game.phase == Phases.PLAY:
                deal.lay()
            for seat in deal.seats[:2]:
                deal.do(Events.CONFIRM, seat)


class QuickEvening:
    """Table that plays a script on a simulated flash; `at` events have happened so far."""

    def __init__(self, script: Script, blocks: int) -> None:
        self.script = script
        self.partition = Partition(blocks)
        self.sitting = Sitting(self.partition, script.house)
        self.at = 0

    @property
    def over(self) -> bool:
        return self.at == len(self.script.events)

    def play(self, count: int) -> None:
        """Play the next `count` events."""
        for event in self.script.events[self.at : self.at + count]:
            self.sitting.happen(event)
            self.at += 1

    def cut(self, operation: int, seed: int) -> bool:
        """Play on, and cut the power in a flash operation: 1 is the next write or erase.

        Return whether the power was cut. If not, the script has been played to its end.
        """
        self.partition.flash.cut_at(operation, seed)
        try:
            self.play(len(self.script.events))
        except PowerCut:
            return True
        self.partition.flash.cut = 0
        return False

    def start(self, operation: int = 0, seed: int = 0) -> bool:
        """Start the table; return False if the power was cut during the start, else True.

        If `operation` is not 0, the power is cut in this flash operation: 1 is the next one.
        """
        if operation:
            self.partition.flash.cut_at(operation, seed)
        try:
            self.sitting = Sitting(self.partition, self.script.house)
        except PowerCut:
            return False
        self.partition.flash.cut = 0
        return True

    def settle(self) -> None:
        """Add 1 to `at` if the event during the cut was recorded; fail if the state is wrong."""
        known, states = self.sitting.known, self.script.states
        if known != states[self.at] and not self.over:
            self.at += 1
        assert known == states[self.at], (known, states[self.at])
