"""Let the table run out of memory in the VM, in the same kinds of situations as errors.py.

Each try begins with the same flash. A start gets a small heap. Before an action of a running table
the heap is filled except for a given number of bytes. Afterwards the table starts with its whole
heap, and nothing may be lost.
"""

import json
from collections.abc import Callable
from typing import Any

from codes.game import Events, Phases
from enrolling import CARDS, deck_of, lay, open_enrolment
from marcoria.bots.body import Body
from marcoria.bots.company import Company, settings
from marcoria.bots.perception import STOPPED
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.journal.entries import Entry, settled
from marcoria.journal.reader import cells, records
from marcoria.sim.simtable import open_bar
from marcoria.sim.vm.child import VMError
from marcoria.sim.vm.vm import HEAP_KIB

BLOCK = 4096
_TELLING_KIB = 8  # added to the heap for the code that prints the table's state
_TELL = (
    "from boot.program import recovery; table = recovery.evening.table; match = table.match;"
    " print([match.phase, match.house.mark, list(match.totals), list(table.history.rows()),"
    " [[event.kind, event.seat, event.arg] for event in match.events]])"
)
_PLAYS = "from boot.program import recovery; print(int(recovery.evening is not None))"
# A task that fills the heap with smaller and smaller pieces, except for `keep` bytes.
_FILL = """
import asyncio
pieces = [None] * 2000
async def fill():
    await asyncio.sleep_ms(1)
    hole = bytearray({keep})
    count = 0
    size = 1 << 16
    while size:
        try:
            pieces[count] = bytearray(size)
            count += 1
        except MemoryError:
            size >>= 1
task = asyncio.create_task(fill())
"""
_FULL = "full to the last byte"
_FEW_CARDS = 5
_STARTS_MS = 8_000
_PLAYS_MS = 3_000
_RESTS_MS = 200_000
_WRITTEN_MS = 5_000
_KEY_MS = 300
_TAGS = 100
_BEGUN, _NEW = "/bar/decks/deck-1.new", "/bar/decks/deck-1.deck"
_ENROLLED = 26


def _has_lamp(body: Body) -> bool:
    """Return whether the lights of at least one seat are not red."""
    return any(body.eyes.lamp(seat) != STOPPED for seat in SEATS)


class Starved:
    """Table in the VM with a journal that a table on CPython has written.

    If `done`, the journal ends after the last card of a deal, before the score is confirmed.
    Otherwise it ends in the middle of a deal.
    """

    def __init__(self, house: str, scanned: bool, seed: int, done: bool) -> None:
        self.set_to = settings(house, scanned, -1, 0, "en")
        self.seed = seed
        self._play(house, scanned, done)
        self.table = open_bar("vm", seed, "", self.set_to, heap_kib=HEAP_KIB + _TELLING_KIB)

    def _play(self, house: str, scanned: bool, done: bool) -> None:
        table = open_bar("cpython", self.seed, settings=self.set_to)
        company = Company(table, house, scanned=scanned, seed=self.seed)
        finish(company.agree(0))
        people = company.people
        finish(people.play_deal())
        if done:
            while people.game.phase != Phases.DONE:
                finish(people.act())
        else:
            finish(people.play_cards(_FEW_CARDS))
        finish(company.body.wait(_WRITTEN_MS))
        self.flash, self.written, self.game = cells(table), records(table), people.game
        self.lying = table.cards()
        table.close()

    def prepare(self) -> None:
        """Write the prepared journal to the flash; the table must be started afterwards."""
        for block in range(0, len(self.flash), BLOCK):
            self.table.order("flash.erase", block // BLOCK)
            self.table.order("flash.write", block // BLOCK, 0, self.flash[block : block + BLOCK])

    def suffer(self, what: str, size: int) -> None:
        """Call the method `what` (`start`, `deal_ends` or `enrolment`) with `size`, in bytes."""
        getattr(self, what)(size)

    def start(self, size: int) -> None:
        """Start with a small heap, then with the whole heap, and check that nothing is lost."""
        self.prepare()
        self.table.backend.heap_kib = size / 1024
        self._let(self._begin)
        self._again()
        phase, _, sums, _, events = self._told(_TELL)
        game = self.game
        played = [(event.kind, event.seat, event.arg) for event in game.events]
        assert (phase, sums) == (game.phase, game.totals), (phase, sums)
        # `settled` sorts scans, because several pads scan at once.
        assert settled([(kind, seat, arg) for kind, seat, arg in events]) == settled(played)
        assert self._journal()[: len(self.written)] == self.written

    def _begin(self) -> None:
        self.table.boot("main")
        self.table.until(_STARTS_MS)

    def deal_ends(self, keep: int) -> None:
        """Let both sides confirm a score while only `keep` bytes of heap are free."""
        self.prepare()
        self._again()
        self._fill(keep)
        body = Body(self.table)
        for _ in range(4):  # several times, because a press during a restart has no effect
            self._let(lambda: self._agree(body))
        self._again()
        for seat in (0, self.game.house.after(0)):
            self.game.apply(Events.CONFIRM, seat)
        phase, _, sums, _, _ = self._told(_TELL)
        assert (phase, sums) == (self.game.phase, self.game.totals), (phase, sums)

    def enrolment(self, keep: int) -> None:
        """Enrol the last cards of a new deck while only `keep` bytes of heap are free."""
        self._erase()
        if _NEW in self.table.backend.files:
            self.table.backend.run(f"import os; os.remove({_NEW!r})")
            self.table.cut_power()
        self.table.write(_BEGUN, deck_of(_ENROLLED).encode())
        self._again()
        open_enrolment(self.table)
        self._fill(keep)
        for _ in range(_TAGS):
            count = self._enrolled()
            if count == len(CARDS):
                break
            self._let(lambda count=count: lay(self.table, CARDS[count]))
            if self._enrolled() == count:  # not enrolled, because the table has restarted
                self._let(self._reopen)
        self._again()
        assert self.table.read(_NEW).decode() == deck_of()

    def _agree(self, body: Body) -> None:
        finish(body.wait(_PLAYS_MS))
        # After a crash the table may be in safe mode, with red lights for a minute.
        finish(body.until("lights that are not red", lambda: _has_lamp(body), _RESTS_MS))
        for seat in body.asked()[:2]:
            self.table.press("C", SEATS[seat])
            finish(body.wait(_KEY_MS))

    def _reopen(self) -> None:
        self.table.lift("S")
        self.table.until(_STARTS_MS)
        open_enrolment(self.table)

    def _let(self, deed: Callable[[], object]) -> None:
        """Run a function; restart the table if the VM has ended because its heap is full.

        The VM ends if it has no memory to raise an exception. A board would restart then.
        """
        try:
            deed()
        except VMError as error:
            if _FULL not in str(error):
                raise
            self._again()

    def _enrolled(self) -> int:
        """Return the number of cards in the new deck's file."""
        files = self.table.backend.files
        return files.get(_NEW, files.get(_BEGUN, b"")).count(b"\n")

    def _erase(self) -> None:
        for block in range(len(self.flash) // BLOCK):
            self.table.order("flash.erase", block)

    def _again(self) -> None:
        """Cut the power, and start the table with its whole heap."""
        self.table.cut_power()
        self.table.backend.heap_kib = HEAP_KIB + _TELLING_KIB
        self.table.boot("main")
        self._await_play()

    def _await_play(self) -> None:
        body = Body(self.table)
        finish(body.wait(_PLAYS_MS))
        finish(
            body.until(
                "a table that plays", lambda: _has_lamp(body) and self._told(_PLAYS), _RESTS_MS
            )
        )

    def _fill(self, keep: int) -> None:
        self.table.backend.run(_FILL.format(keep=keep))
        self._let(lambda: self.table.until(_KEY_MS))

    def _told(self, question: str) -> Any:
        return json.loads(self.table.backend.run(question))

    def _journal(self) -> list[Entry]:
        return records(self.table)
