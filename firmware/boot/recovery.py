"""What the table does when its program fails, or starts again and again; and its first light."""

import asyncio
import io
import sys
import time

from micropython import const

import board
import texts
from codes.journal import Causes, Notes, Records
from drivers import parts

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from drivers.ws2812 import Lights
    from journal.journal import Journal
    from table.evening import Evening

_DIM = const(0x101010)
_RED = const(0x400000)
_RED_MS = const(1000)
_SENT_MS = const(20)
_SAFE_S = const(66)
_WATCHDOG_MS = const(4000)
_PROMPT_MS = const(600000)  # that somebody at the prompt has before the table starts again
_HASTY = const(2)  # starts before this one that did not last a minute: there may be no end to it


# What has failed, by `crashes`.
TASKS = ("clerk", "display", "pads", "keys", "lights", "start", "link")
_MOST_LETTERS = const(60)  # of the module and line where it failed


def _in_words(task: int, error: Exception) -> bytes:
    """Which task has failed, of what, and in which line: "pads ValueError table.table:7"."""
    out = io.StringIO()
    sys.print_exception(error, out)
    where = ""
    for line in out.getvalue().split("\n"):
        parts = line.split('"')
        if len(parts) > 2 and parts[2].startswith(", line "):
            where = parts[1] + ":" + parts[2][7:].split(",")[0]
    return ("%s %s %s" % (TASKS[task], type(error).__name__, where[-_MOST_LETTERS:])).encode()


class Recovery:
    """`lights` is the strip, `journal` what a crash is written into, once it is open. The table is
    `safe`, and does not play, if it has started too often. Most of the start's progress is seen
    in the lights."""

    def __init__(self) -> None:
        self.cause = parts.hurry()
        self.lights: "Lights | None" = None
        self.journal: "Journal | None" = None
        self.evening: "Evening | None" = None  # once the table is complete
        self.safe = False
        self._dog = parts.Watchdog(timeout=_WATCHDOG_MS)
        self._rests = False
        self._steps = 0

    def light(self) -> "Lights":
        """The first light: somebody has plugged the table in, and waits."""
        self.lights = lights = parts.open_lights(board)
        self._glow(lights)
        return lights

    def _glow(self, lights: "Lights") -> None:
        """A light more for every third step."""
        if self._steps % 3 == 0 and self._steps // 3 < board.LIGHTS_COUNT:
            lights.set(self._steps // 3, _DIM)
            lights.show(time.ticks_ms())
        self._steps += 1

    async def step(self) -> None:
        """A step of the start is done. When the seats have their lights these say enough."""
        if self.lights and not self.journal:
            self._glow(self.lights)
        self.feed()
        await asyncio.sleep_ms(0)

    def feed(self) -> None:
        """The watchdog waits for this, unless somebody else has the table."""
        if not self._rests:
            self._dog.feed()

    def watch(self, evening: "Evening") -> None:
        """Take the evening, now that the table is complete."""
        self.evening = evening

    def writes(self, journal: "Journal") -> None:
        """From now on there is something to write in."""
        self.journal = journal
        self.safe = journal.hasty >= _HASTY and self.cause != Causes.SOFT_RESET
        journal.begin(Notes.SAFE_MODE if self.safe else Notes.BOOT, self.cause)

    def crash(self, task: int, error: Exception) -> None:
        """A step has failed, which is a bug: seen by all, written down, and the board starts anew,
        where it finds everything as it was. In the midst of a start the journal may not be there
        yet: each part does what it can."""
        sys.print_exception(error)
        try:
            self.redden()
        finally:
            try:
                if self.journal:
                    self.journal.add(Notes.CRASH, 0, task)
                    self.journal.append_parts(Records.CRASH, _in_words(task, error))
            finally:
                self._start_anew()

    def _start_anew(self) -> None:
        """After a second; where that has not helped before, after a minute, so that starts without
        end do not fill the journal."""
        for _ in range(_SAFE_S if self.safe else 1):
            self.feed()
            time.sleep_ms(_RED_MS)
        parts.restart()

    def refuse(self, error: parts.Unfit) -> None:
        """The board cannot be a table: who flashes it finds the prompt, and the reason there."""
        print("The table cannot start: %s." % error)
        self.redden()
        self.rest()

    def restart(self) -> None:
        """The board starts anew."""
        parts.restart()

    def redden(self) -> None:
        """Nobody can play now."""
        time.sleep_ms(_SENT_MS)  # the lights may have been sent something just now
        if self.lights:
            for light in range(board.LIGHTS_COUNT):
                self.lights.set(light, _RED)
            self.lights.show(time.ticks_ms())

    def give_way(self) -> None:
        """Somebody wants the prompt, and may go on saying so."""
        while True:
            try:
                self.rest()
                return
            except KeyboardInterrupt:
                pass

    def rest(self) -> None:
        """Leaves the board to somebody at the prompt, for some minutes; then it starts anew."""
        self._rests = True
        parts.Watchdog(timeout=_PROMPT_MS)
        if self.journal:
            self.journal.add(Notes.STEADY, 0, 0)  # it did not end by itself
        if self.evening:
            table = self.evening.table
            table.crash = table.journal.crash
            table.voice.say(texts.SERVES, ms=0)
