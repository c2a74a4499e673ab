"""Scene of a scenario (a table with its players), and the base class of the steps."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from marcoria.bots.body import Stuck
from marcoria.bots.company import Company
from marcoria.firmware.codes.game import SEATS
from marcoria.firmware.codes.journal import Notes
from marcoria.journal.blocks import BLANK, BLOCK
from marcoria.journal.entries import events_of, in_words, settled
from marcoria.journal.reader import records
from marcoria.sim.view.ocr import laid_out
from marcoria.value import Value

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable
    from marcoria.scenarios.nodes import Node, Nodes

_COLUMNS = 60  # columns of the display's text in a report
_LAST = 10  # how many records from the end of the journal a report has


class Scene:
    """Table with its company of players, from power-on to the last step of a scenario.

    `draw` writes a picture of the table to a file with the given name. By default, as in the web
    page, `draw` does nothing.
    """

    def __init__(self, path: str, table: "PlayedTable", company: Company) -> None:
        self.path = path  # path of the scenario file
        self.table = table
        self.company = company
        self.people = company.people
        self.draw: Callable[[str], None] = lambda name: None
        self.acted = table.now  # virtual time of the last action, in ms
        self.remarks: list[str] = []  # remarks about suit keys that had no effect
        # The remark about the last key ("" if there is none), and the state before the key was
        # pressed.
        self._idle: tuple[str, tuple[object, ...]] = ("", ())
        self._crashes = self._count_crashes()  # crashes in the journal before the first step

    def expect_answer(self, sentence: str) -> None:
        """Store a remark about the key that is pressed next.

        `look_back` adds the remark to `remarks` if the key has had no effect.
        """
        self._idle = sentence, self._state()

    def look_back(self) -> None:
        """Add the remark about the last key to `remarks` if the key had no effect."""
        sentence, before = self._idle
        if sentence and self._state() == before:
            self.remarks.append(sentence)
        self._idle = "", ()

    def _state(self) -> tuple[object, ...]:
        """Return values of display, sounds, lights and journal.

        Each reaction of the table changes at least one of these values.
        """
        table = self.table
        lamps = tuple(self.company.body.eyes.lamp(seat) for seat in SEATS)
        shown = self.company.screen.moves, dict(table.get("display.strokes.counters"))
        return shown + (len(table.tones()), lamps, len(records(table)))

    def has_crashed(self) -> bool:
        """Return whether the firmware has crashed since the scene began.

        The firmware restarts after a crash, so the steps may succeed in spite of it.
        """
        return self._count_crashes() > self._crashes

    def _count_crashes(self) -> int:
        """Return the number of crashes in the journal.

        To save time, decode the journal only if a slot begins like the record of a crash.
        """
        slots = range(0, BLOCK, len(BLANK))
        blocks = [data for _, data in self.table.order("flash.written")]
        if not any(data[at] == Notes.CRASH for data in blocks for at in slots):
            return 0
        return sum(kind == Notes.CRASH for kind, _, _ in records(self.table))

    def report(self) -> list[str]:
        """Return the report of a failed step: lines on keys, lights, pads, display and journal."""
        self.look_back()
        eyes, screen = self.company.body.eyes, self.company.screen
        lying = self.table.cards()
        last = [in_words(record) for record in records(self.table)[-_LAST:]]
        moves = " (it is refreshing: this is the old text)" * screen.moves
        page = screen.reader.page(screen.glance())
        return (
            self.remarks
            + ["lights: " + ", ".join(f"{seat} {eyes.lamp(seat)}" for seat in SEATS)]
            + ["pads: " + ", ".join(f"{seat} {' '.join(lying[seat]) or '-'}" for seat in SEATS)]
            + [f"display{moves}:"]
            + [f"  |{row}|" for row in laid_out(page, _COLUMNS)]
            + [f"the last records of the journal: {', '.join(last) or 'none'}"]
        )

    def disagreement(self) -> str:
        """Describe the first difference between the journal and the players' events.

        Return "" if there is none. Ignore events that were undone, and the order of successive
        scans.
        """
        table = settled(events_of(records(self.table)))
        people = settled(self.people.events)
        for ours, theirs in zip(people, table):
            if ours != theirs:
                return f"the journal has '{in_words(theirs)}', the players have '{in_words(ours)}'"
        if len(people) != len(table):
            return f"the journal has {len(table)} events, the players have {len(people)}"
        return ""


class Verb(Value):
    """Base class of the steps of a scenario."""

    verb = ""  # name of the step in a file
    line = 1  # line of the step in its file
    takes = ""  # description of the step's value, "" if the step has no value
    # Flag: the step is an action. `expect` ignores sounds and refusals that came before the last
    # action.
    acts = True
    # Flag: the step can be impossible because of what the file names, such as a card that lies on
    # no pad, or a part that the table does not have.
    may_miss = False

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Verb":
        """Return the step, parsed from its value; raise TableError if the value is wrong."""
        return cls()

    async def act(self, scene: Scene) -> None:
        """Do the step's work; raise Stuck if it waits too long."""

    async def perform(self, scene: Scene) -> None:
        """Call `act`.

        If the step is an action, first check whether the last key had an effect, and store the
        time of the action.
        """
        if self.acts:
            scene.look_back()
            scene.acted = scene.table.now
        await self.act(scene)

    def sentence(self, scene: Scene, what: object) -> str:
        """Return an error message with the file, line and verb of this step."""
        return f"{scene.path}: line {self.line}: {self.verb}: {what}"

    def timed_out(self, scene: Scene, error: Stuck) -> str:
        """Return the error message for a timeout, with a report of the table's state."""
        return "\n".join([self.sentence(scene, error)] + scene.report())

    def cannot_be(self, scene: Scene, error: Exception) -> str:
        """Return the error message for a step that is not possible.

        An example is `lift` of a card that lies on no pad. If `may_miss` is False, the error is a
        fault of the program: raise it again.
        """
        if not self.may_miss:
            raise error
        return self.sentence(scene, f"this is not possible: {error}")
