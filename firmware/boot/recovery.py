"""The watchdog, safe mode, crashes of the program, and the lights at power-on."""

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
_PROMPT_MS = const(600000)  # time at the prompt before the table starts again
_HASTY = const(2)  # after this many starts in a row that failed within 66 s, enter safe mode


# Names of tasks, by their numbers in `Crashes`.
TASKS = ("clerk", "display", "pads", "keys", "lights", "start", "link", "courier")
_MOST_LETTERS = const(60)  # maximum number of characters of the module and line in a crash message


def _in_words(task: int, error: Exception) -> bytes:
    """Return task, exception and line of a crash, such as "pads ValueError table.table:7"."""
    out = io.StringIO()
    sys.print_exception(error, out)
    where = ""
    for line in out.getvalue().split("\n"):
        parts = line.split('"')
        if len(parts) > 2 and parts[2].startswith(", line "):
            where = parts[1] + ":" + parts[2][7:].split(",")[0]
    return ("%s %s %s" % (TASKS[task], type(error).__name__, where[-_MOST_LETTERS:])).encode()


class Recovery:
    """Watchdog, safe mode and handling of crashes, from power-on until the program ends.

    `lights` is the strip of lights, and `journal` receives the record of a crash; both are None
    until they are opened. `safe` is set in safe mode, and if the journal cannot be read. While it
    is set, nobody can play. Until the journal is open, the lights show the progress of the start.
    """

    def __init__(self) -> None:
        self.cause = parts.hurry()
        self.lights: "Lights | None" = None
        self.journal: "Journal | None" = None
        self.evening: "Evening | None" = None  # set once the table is complete
        self.safe = False
        self._dog = parts.Watchdog(timeout=_WATCHDOG_MS)
        self._rests = False
        self._steps = 0

    def light(self) -> "Lights":
        """Open and return the lights; switch on the first, to show that the table has power."""
        self.lights = lights = parts.open_lights(board)
        self._glow(lights)
        return lights

    def _glow(self, lights: "Lights") -> None:
        """Count the call, and switch on one more light at every second call."""
        if self._steps % 2 == 0 and self._steps // 2 < board.LIGHTS_COUNT:
            lights.set(self._steps // 2, _DIM)
            lights.show(time.ticks_ms())
        self._steps += 1

    async def step(self) -> None:
        """Show the progress of the start, feed the watchdog and yield to the event loop.

        Once the journal is open, the lights belong to the seats and show no progress.
        """
        if self.lights and not self.journal:
            self._glow(self.lights)
        self.feed()
        await asyncio.sleep_ms(0)

    def feed(self) -> None:
        """Feed the watchdog, unless the board was left to a person at the prompt."""
        if not self._rests:
            self._dog.feed()

    def watch(self, evening: "Evening") -> None:
        """Store the `Evening`, through which `rest` reaches the table."""
        self.evening = evening

    def writes(self, journal: "Journal") -> None:
        """Store `journal` and record this start in it; decide whether to enter safe mode."""
        self.journal = journal
        self.safe = journal.hasty >= _HASTY and self.cause != Causes.SOFT_RESET
        journal.begin(Notes.SAFE_MODE if self.safe else Notes.BOOT, self.cause)

    def crash(self, task: int, error: Exception) -> None:
        """Print an exception of a task, show red lights, log the crash and restart the board.

        The crash is logged in the journal, unless the journal is not open yet. The restart
        restores the match.
        """
        sys.print_exception(error)
        try:
            self.redden()
        finally:
            try:
                if self.journal:
                    self.journal.add(Notes.CRASH, 0, task)
                    self.journal.append_parts(Records.CRASH, _in_words(task, error))
            finally:
                self._restart_later()

    def _restart_later(self) -> None:
        """Wait for a second, or in safe mode for 66 seconds, and restart the board.

        Without the long wait, a bug that ends every start would fill the journal.
        """
        for _ in range(_SAFE_S if self.safe else 1):
            self.feed()
            time.sleep_ms(_RED_MS)
        parts.restart()

    def refuse(self, error: parts.Unfit) -> None:
        """Print why the board cannot be a table, show red lights and leave it at the prompt."""
        print("The table cannot start: %s." % error)
        self.redden()
        self.rest()

    def restart(self) -> None:
        """Restart the board."""
        parts.restart()

    def redden(self) -> None:
        """Turn all lights red: nobody can play now."""
        time.sleep_ms(_SENT_MS)  # the wire may be busy with the last frame
        if self.lights:
            for light in range(board.LIGHTS_COUNT):
                self.lights.set(light, _RED)
            self.lights.show(time.ticks_ms())

    def give_way(self) -> None:
        """Leave the board to a person at the prompt, even if Ctrl-C is pressed several times."""
        while True:
            try:
                self.rest()
                return
            except KeyboardInterrupt:
                pass

    def rest(self) -> None:
        """Let a person or a host use the prompt for ten minutes; then restart the board.

        Tasks that still run show a sentence about this, and the last crash, on the display.
        """
        self._rests = True
        parts.Watchdog(timeout=_PROMPT_MS)
        if self.journal:
            # This note marks the start as successful. Without the note, the restart at the end
            # could make this start a failed one.
            self.journal.add(Notes.STEADY, 0, 0)
        if self.evening:
            table = self.evening.table
            table.crash = table.journal.crash
            table.voice.say(texts.SERVES, ms=0)
