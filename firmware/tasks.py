"""Tasks of the running table: one for each part, and the clerk, which checks that the others run.

Each task calls one method of `Tasks` again and again. Each call runs a step.
"""

import asyncio
import gc
import time

from micropython import const

from boot import slot
from codes.game import Phases
from codes.journal import Crashes, Notes
from codes.table import Contacts, Cues, Ticks
from table.menus import wishes
from table.watch import Watch

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from boot.recovery import Recovery
    from courier.courier import Courier
    from drivers.parts import Parts
    from link.link import Link
    from table.evening import Evening
    from table.play.keys import Keys
    from table.table import Table
    from ui.face import Face
    from ui.lights import SeatLights

_CARDS_MS = const(30)  # time between two steps of the cards if nothing changes on the pads
_KEYS_MS = const(5)
_SHINE_MS = const(40)
_CLERK_MS = const(100)
_LONGEST_MS = const(1000)  # the longest time that a task sleeps
# A frame of the lights may be lost, so it is sent again after _AGAIN_MS. While the readers come
# first, it is sent again only after _OVERDUE_MS, because sending delays the answer to a card.
_AGAIN_MS = const(500)
_OVERDUE_MS = const(800)
_GOOD_START_MS = const(66000)  # after this time the note STEADY marks the start as successful

# how many of the first tasks in `run` work in safe mode, besides the clerk
_IN_SAFE_MODE = const(2)
_ANSWERED_MS = const(500)  # time in which the host gets its answer before a restart
_ANSWERS = const(24)  # number of answers of the link after which garbage is collected


class Tasks:
    """Tasks of the table.

    The methods `read`, `press`, `shine`, `show`, `talk`, `carry` and `keep` each run a step of one
    task at `now` ms, and return in how many ms the next step is due.
    """

    def __init__(
        self,
        parts: "Parts",
        table: "Table",
        keys: "Keys",
        evening: "Evening",
        lights: "SeatLights",
        face: "Face",
        link: "Link",
        courier: "Courier | None",
        recovery: "Recovery",
    ) -> None:
        self.parts = parts
        self.table = table
        self.keys = keys
        self.evening = evening
        self.lights = lights
        self.face = face
        self.link = link
        self.courier = courier  # None unless the table reports over WiFi
        self.recovery = recovery
        self.watch = Watch(table, parts.expanders)
        self._all = self._alive = 0  # masks: all tasks, and tasks that ran since the last feed
        self._kept: list = []  # references to the tasks: the event loop may keep none
        self._steady = False  # whether the clerk has written the note STEADY
        self._plays = 0
        self._untidy = False  # whether a trick has ended and no collection is due for it yet
        # Flags. `_collects`: garbage collection is due. `_collected`: the task of the pads has
        # just collected.
        self._collects = self._collected = False
        self._now = 0  # time of the current step of the pads in ms
        self._ordered = -1  # time in ms at which a host has requested a restart, -1 for none
        self._reading = self._read_pads()
        # True from the beginning of a judgement of the pads until the lights show its result.
        self._answers_card = False

    async def run(self) -> None:
        """Run all tasks without end; in safe mode run only display, link and clerk."""
        steps: "list[tuple[int, Callable[[int], int]]]" = [
            (Crashes.DISPLAY, self.show),
            (Crashes.LINK, self.talk),
            (Crashes.PADS, self.read),
            (Crashes.KEYS, self.press),
            (Crashes.LIGHTS, self.shine),
        ]
        if self.courier:
            steps.append((Crashes.COURIER, self.carry))
        self._all = 1 << Crashes.CLERK
        for number, step in steps[:_IN_SAFE_MODE] if self.recovery.safe else steps:
            self._all |= 1 << number
            self._kept.append(asyncio.create_task(self._go_on(number, step)))
        await self._go_on(Crashes.CLERK, self.keep)

    async def _go_on(self, number: int, step: "Callable[[int], int]") -> None:
        """Run the task `number` (see `Crashes`): call `step` again and again.

        Before each new call, sleep for the ms that `step` has returned, at most _LONGEST_MS. An
        exception ends the task and restarts the board.
        """
        while True:
            try:
                wait = step(time.ticks_ms())
            except Exception as error:
                self.recovery.crash(number, error)
                return
            self._alive |= 1 << number
            await asyncio.sleep_ms(min(wait, _LONGEST_MS))

    def read(self, now: int) -> int:
        """Poll the pads, or do the next part of judging the pads."""
        self._now = now
        return next(self._reading)

    def _read_pads(self) -> "Generator[int, None, None]":
        """Poll and judge the pads without end; yield in how many ms the next step is due.

        Judge the pads after a change on a pad, and otherwise every _CARDS_MS. The lights show the
        result in a later step: a single step for both would hold up the other tasks for too long.
        """
        table = self.table
        readers = self.parts.readers
        judged = 0  # time in ms at which cards were judged last
        while True:
            wait = readers.step(self._now)
            self._collected = False
            waited = self._now - judged & Ticks.MASK
            if not table.pads.changed and waited < _CARDS_MS:
                self._collected = self._collect()
                yield 0 if self._collected else wait
                continue
            self._answers_card = True
            yield 0
            judged = self._now
            table.step(self._now)
            self.evening.step(self._now)
            yield 0
            readers.step(self._now)
            yield 0
            self.lights.step(self._now)
            self._answers_card = False
            yield 0

    def _collect(self) -> bool:
        """Collect garbage if it is due; return whether it was.

        A good time is just after a poll of the readers.
        """
        if not self._collects:
            return False
        gc.collect()
        self.link.answers = 0
        self._collects = False
        return True

    def press(self, now: int) -> int:
        """Scan the keys and handle their events."""
        self.table.step(now)
        for expander in self.parts.expanders:
            expander.step(now)
            event = expander.event()
            while event:
                key = event & Contacts.KEY
                kind = event & Contacts.KIND
                if kind == Contacts.MISSED:
                    self.watch.missed(key)
                else:
                    if kind == Contacts.STUCK:
                        self.watch.stuck(key)
                    elif kind == Contacts.PRESSED:
                        self.table.left[key >> 3] &= ~(1 << (key & 7))
                    self.keys.key(key, kind == Contacts.PRESSED, now)
                event = expander.event()
        self.keys.step(now)
        return _KEYS_MS

    def shine(self, now: int) -> int:
        """Update the lights and the buzzer, unless the readers come first."""
        if self._readers_first():
            return _KEYS_MS
        table = self.table
        buzzer = self.parts.buzzer
        if table.cue != Cues.SILENCE:
            buzzer.volume = table.settings.volume
            buzzer.play(table.cue)
            table.sound(Cues.SILENCE)
        return min(self.lights.step(now), buzzer.step(now), _SHINE_MS)

    def show(self, now: int) -> int:
        """Update the display, unless the readers come first.

        Wait also while a menu is about to open, or has closed and its changes are not in use yet.
        """
        if self._readers_first():
            return _KEYS_MS
        if self.evening.turning():
            return _CLERK_MS
        return self.face.step(now)

    def _readers_first(self) -> bool:
        """Return whether the readers come first.

        They come first in three cases. A card that may be new is polled again. The pads are being
        judged, or the lights do not show the result yet. Or garbage collection has delayed the
        next poll, and this poll has not begun yet.
        """
        return self._answers_card or self._collected or self.parts.readers.second

    def talk(self, now: int) -> int:
        """Answer the host at the serial port, unless readers or garbage collection come first."""
        if self._readers_first() or self._collects:
            return _KEYS_MS
        wait = self.link.step(now)
        self._collects = self.link.answers >= _ANSWERS
        return wait

    def carry(self, now: int) -> int:
        """Report to the hub, unless readers or garbage collection come first."""
        if self._readers_first() or self._collects or not self.courier:
            return _KEYS_MS
        return self.courier.step(now)

    def keep(self, now: int) -> int:
        """Run a step of the clerk: feed the watchdog and tidy up.

        The clerk feeds the watchdog only if all other tasks have run since the last time. The
        clerk also does the work that must wait until no cards are in play.
        """
        table = self.table
        recovery = self.recovery
        table.journal.now = now
        self.parts.lights.repeat(now, _OVERDUE_MS if self._readers_first() else _AGAIN_MS)
        if self._alive | 1 << Crashes.CLERK == self._all:
            self._alive = 0
            recovery.feed()
            if not recovery.safe:
                self.watch.look()
        if now >= _GOOD_START_MS:
            self._note_good_start()
            if recovery.safe:
                recovery.restart()
            elif slot.on_trial and table.match.phase <= Phases.READY:
                slot.keep()
        table.lock.tend()
        self._tidy()
        if recovery.safe or self.evening.menu:
            # In safe mode the task of the pads does not run. In a menu between deals it may never
            # collect garbage, because some menus leave `pads.changed` set. In both cases no played
            # card waits for an answer.
            self._collect()
        if self.keys.menus.grant(wishes.SERVICE):
            recovery.rest()
        elif self.keys.menus.grant(wishes.RESTART):
            self._note_good_start()  # a restart that a host requests is no failure
            self._ordered = now
        if self._ordered >= 0 and now - self._ordered & Ticks.MASK >= _ANSWERED_MS:
            recovery.restart()
        self.evening.tend()
        return _CLERK_MS

    def _note_good_start(self) -> None:
        """Note once that this start did not fail, so that it does not lead to safe mode."""
        if not self._steady:
            self._steady = True
            self.table.journal.add(Notes.STEADY, 0, 0)

    def _tidy(self) -> None:
        """Make garbage collection due between two tricks.

        After a trick's last card wait for the clerk's next step, so that the card is answered
        first.
        """
        match = self.table.match
        plays = match.audit.plays
        if plays != self._plays:
            self._plays = plays
            self._untidy = not match.trick.count
        elif self._untidy:
            self._untidy = False
            self._collects = True
