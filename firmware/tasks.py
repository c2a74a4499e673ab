"""The table at work: a task for each part, and a clerk who sees that none of them stops.

A task calls one `step` again and again. What is seldom needed is loaded when it is: `between`
deals, and `trouble`.
"""

import asyncio
import gc
import time

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

_CARDS_MS = const(30)  # between two looks at cards whose time passes
_KEYS_MS = const(5)
_SHINE_MS = const(40)
_CLERK_MS = const(100)
_LONGEST_MS = const(1000)  # that a task rests
_STEADY_MS = const(66000)  # that a start must last to be a good one, and not one of a row
_STEADY = const(51)  # a note in the journal
_TICKS = const(0x3FFFFFFF)  # milliseconds count up to here and begin again

# Events of a key: its number and one of these.
_PRESSED = const(0x20)
_HELD_TOO_LONG = const(0x60)
_EVENTS = const(0xE0)

_START = const(5)  # in the place of a task's number: what makes them all

_NO_CUE = const(255)
_READY = const(1)  # phase
_READER_LOST = const(5)  # state of a pad
_SERVICE = const(135)  # a wish; 133 is the other one that `between` grants

# Turns of the pads' task, of which the others look at a pad: all in one would be too long for
# those who wait.
_JUDGE = const(1)
_LIGHT = const(3)


class Tasks:
    """What `app` makes, and at work. `safe` if it has started too often to play; `menu` takes the
    place of the cards between deals, `wanted` is the one to be opened, with a `sentence` about the
    house that was `chosen`."""

    table: "Any"
    readers: "Any"
    expanders: "Any"
    buzzer: "Any"
    display: "Any"
    lights: "Any"
    cards: "Any"
    keys: "Any"
    face: "Any"
    type: "Any"
    journal: "Any"
    settings: "Any"
    deck: "Any"
    wrong: "Any"
    cause: "Any"
    watchdog: "Any"
    restart: "Any"
    dog: "Any"
    menu: "Any"
    loading: "Any"

    def __init__(self, image: bytearray) -> None:
        self.image = image
        self.safe = self.steady = False
        self.dog = self.menu = self.loading = None
        self.wanted = self.sentence = 0
        self.chosen = ""
        self.lost = 0  # readers, and above them expanders, a bit each
        self.all = self._alive = 0  # tasks, a bit each
        self._kept: list = []  # for nobody else holds them
        self._judged = self._plays = 0
        self._turn = 0
        self._dealt = False

    async def run(self) -> None:
        """Makes the table, and lets it work for ever."""
        try:
            import app

            await app.build(self)
            del app  # it is a piece of memory,
            await asyncio.sleep_ms(0)  # which some machines collect no earlier
        except Exception as error:
            await asyncio.sleep_ms(0)  # as in `build`
            from trouble import crash

            crash(self, _START, error)
        steps = [self.keep, self.show, self.read, self.press, self.shine]
        if self.safe:
            del steps[2:]
        self.all = (1 << len(steps)) - 1
        for number in range(1, len(steps)):
            self._kept.append(asyncio.create_task(self._go_on(number, steps[number])))
        await self._go_on(0, self.keep)

    async def _go_on(self, number: int, step: "Any") -> None:
        while True:
            try:
                wait = step(time.ticks_ms())
            except Exception as error:
                from trouble import crash

                crash(self, number, error)
            self._alive |= 1 << number
            await asyncio.sleep_ms(min(wait, _LONGEST_MS))

    def read(self, now: int) -> int:
        """The pads; what comes or goes is judged in a turn of its own, and answered in light."""
        turn = self._turn
        table = self.table
        if turn == _JUDGE:
            self._judged = now
            table.step(now)
            hands = self.menu or self.cards
            if hands:  # one makes room for the other
                hands.step(now)
        elif turn == _LIGHT:
            self.lights.step(now)
        else:
            wait: int = self.readers.step(now)
            if not (turn or table.pads.changed or now - self._judged & _TICKS >= _CARDS_MS):
                return wait
        self._turn = turn + 1 & 3
        return 0

    def press(self, now: int) -> int:
        """The keys."""
        self.table.step(now)
        for expander in self.expanders:
            expander.step(now)
            event = expander.event()
            while event:
                if event & _EVENTS == _HELD_TOO_LONG:
                    from trouble import stuck

                    stuck(self, event & 31)
                self.keys.key(event & 31, event & _EVENTS == _PRESSED, now)
                event = expander.event()
        self.keys.step(now)
        return _KEYS_MS

    def shine(self, now: int) -> int:
        """The lights and the buzzer."""
        table = self.table
        if table.cue != _NO_CUE:
            self.buzzer.volume = table.settings.volume
            self.buzzer.play(table.cue)
            table.cue = _NO_CUE
        wait: int = min(self.lights.step(now), self.buzzer.step(now), _SHINE_MS)
        return wait

    def show(self, now: int) -> int:
        """The display, but for the moment in which a menu is closed and what it has changed, the
        language or who sits where, does not hold yet, or in which the next one is loaded."""
        if self.wanted or (self.menu and self.menu.over) or self.keys.turning():
            return _CLERK_MS
        wait: int = self.face.step(now)
        return wait

    def keep(self, now: int) -> int:
        """The clerk: feeds the watchdog while all others live, and has done what must not be
        done while cards are in play."""
        table = self.table
        table.journal.now = now
        if self._alive | 1 == self.all:
            self._alive = 0
            self.dog.feed()
            self._watch()
        if now >= _STEADY_MS and not self.steady:
            self.steady = True
            table.journal.add(_STEADY, 0, 0)
            if self.safe:
                self.restart()
        match = table.match
        if match.audit.plays != self._plays and not match.trick.count:
            self._plays = match.audit.plays
            gc.collect()
        ready = match.phase == _READY
        wish = self.keys.wish
        if (
            self.wanted
            or wish | 2 == _SERVICE
            or (wish and not match.phase)
            or (self.menu and self.menu.over)
            or (ready and self._dealt)
        ):
            from between import go_on

            go_on(self)
        self._dealt = not ready
        self.keys.tend()
        return _CLERK_MS

    def _watch(self) -> None:
        """Who does not answer any more, or does again?"""
        lost = 0
        bit = 1
        for state in self.table.pads.state:
            if state == _READER_LOST:
                lost |= bit
            bit <<= 1
        for expander in self.expanders:
            if expander.lost:
                lost |= bit
            bit <<= 1
        if lost != self.lost:
            from trouble import tell

            tell(self, lost)
