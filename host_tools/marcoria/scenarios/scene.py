"""The table of a scenario with the people around it, and the base class of the steps there."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from marcoria.bots.body import Stuck
from marcoria.bots.company import Company
from marcoria.firmware.codes.game import SEATS
from marcoria.journal.entries import events_of, in_words, settled
from marcoria.journal.reader import records
from marcoria.sim.view.ocr import laid_out
from marcoria.value import Value

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable
    from marcoria.scenarios.nodes import Node, Nodes

_COLUMNS = 60  # of a picture in words
_LAST = 10


class Scene:
    """A table which has just been plugged in, and its company. `draw` makes a picture of the table
    where that is possible."""

    def __init__(self, path: str, table: "PlayedTable", company: Company) -> None:
        self.path = path  # of the scenario
        self.table = table
        self.company = company
        self.people = company.people
        self.draw: Callable[[str], None] = lambda name: None
        self.acted = table.now  # when anybody last did something
        self.unasked: list[str] = []  # a sentence for each key of which nothing has come
        self._idle: tuple[str, tuple[object, ...]] = (
            "",
            (),
        )  # one, and the signs before

    def expect_answer(self, sentence: str) -> None:
        """Keep the sentence about a key, to be told unless the table answers that key."""
        self._idle = sentence, self._signs()

    def look_back(self) -> None:
        """Note the last key if nothing has come of it."""
        sentence, before = self._idle
        if sentence and self._signs() == before:
            self.unasked.append(sentence)
        self._idle = "", ()

    def _signs(self) -> tuple[object, ...]:
        """Return what changes when the table does anything: display, sounds, lights, journal."""
        table = self.table
        lamps = tuple(self.company.body.eyes.lamp(seat) for seat in SEATS)
        shown = self.company.screen.moves, dict(table.get("display.strokes.counters"))
        return shown + (len(table.tones()), lamps, len(records(table)))

    def report(self) -> list[str]:
        """Return all that is seen, for people who expected something else."""
        self.look_back()
        eyes, screen = self.company.body.eyes, self.company.screen
        lying = self.table.cards()
        last = [in_words(record) for record in records(self.table)[-_LAST:]]
        moves = " (it is refreshing: what stood there before)" * screen.moves
        page = screen.reader.page(screen.glance())
        return (
            self.unasked
            + ["lights: " + ", ".join(f"{seat} {eyes.lamp(seat)}" for seat in SEATS)]
            + ["pads: " + ", ".join(f"{seat} {' '.join(lying[seat]) or '-'}" for seat in SEATS)]
            + [f"display{moves}:"]
            + [f"  |{row}|" for row in laid_out(page, _COLUMNS)]
            + [f"the last records of the journal: {', '.join(last) or 'none'}"]
        )

    def disagreement(self) -> str:
        """Describe the first event that the journal has otherwise than the people."""
        table = settled(events_of(records(self.table)))
        people = settled(self.people.events)
        for ours, theirs in zip(people, table):
            if ours != theirs:
                return f"the journal has '{in_words(theirs)}', the people '{in_words(ours)}'"
        if len(people) != len(table):
            return f"the journal has {len(table)} events, the people {len(people)}"
        return ""


class Verb(Value):
    """One step of a scenario."""

    verb = ""
    line = 1
    takes = ""  # its value in words, "" if there is none
    acts = True  # somebody does something
    may_miss = False  # it can name what is not there

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Verb":
        """Return the step that a value in a file asks for."""
        return cls()

    async def act(self, scene: Scene) -> None:
        """Do it at the table; raise Stuck if what it waits for does not come."""

    async def perform(self, scene: Scene) -> None:
        """Act, after a look at what has come of the step before."""
        if self.acts:
            scene.look_back()
            scene.acted = scene.table.now
        await self.act(scene)

    def sentence(self, scene: Scene, what: object) -> str:
        """Return what is told of this step if it fails."""
        return f"{scene.path}: line {self.line}: {self.verb}: {what}"

    def timed_out(self, scene: Scene, error: Stuck) -> str:
        """Return what is told if it waits in vain, with all that is seen."""
        return "\n".join([self.sentence(scene, error)] + scene.report())

    def cannot_be(self, scene: Scene, error: Exception) -> str:
        """Return what is told if it names what is not there; raise the error if it cannot."""
        if not self.may_miss:
            raise error
        return self.sentence(scene, f"this cannot be: {error}")
