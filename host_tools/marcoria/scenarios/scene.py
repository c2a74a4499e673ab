"""Scene of a scenario: a table with its players; and the base class of steps."""

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

_COLUMNS = 60  # of the display's text in a report
_LAST = 10


class Scene:
    """Table that was just plugged in, with its company.

    `draw` writes a picture of the table where that is possible.
    """

    def __init__(self, path: str, table: "PlayedTable", company: Company) -> None:
        self.path = path  # of the scenario
        self.table = table
        self.company = company
        self.people = company.people
        self.draw: Callable[[str], None] = lambda name: None
        self.acted = table.now  # time of the last action
        self.unasked: list[str] = []  # a remark for each key without effect
        self._idle: tuple[str, tuple[object, ...]] = (
            "",
            (),
        )  # a remark, and the signs before the key

    def expect_answer(self, sentence: str) -> None:
        """Keep a remark about a key, for the case that it has no effect."""
        self._idle = sentence, self._signs()

    def look_back(self) -> None:
        """Note the remark about the last key if it had no effect."""
        sentence, before = self._idle
        if sentence and self._signs() == before:
            self.unasked.append(sentence)
        self._idle = "", ()

    def _signs(self) -> tuple[object, ...]:
        """Return values that change whenever the table does anything."""
        table = self.table
        lamps = tuple(self.company.body.eyes.lamp(seat) for seat in SEATS)
        shown = self.company.screen.moves, dict(table.get("display.strokes.counters"))
        return shown + (len(table.tones()), lamps, len(records(table)))

    def report(self) -> list[str]:
        """Return what can be seen, for the report of a failed step."""
        self.look_back()
        eyes, screen = self.company.body.eyes, self.company.screen
        lying = self.table.cards()
        last = [in_words(record) for record in records(self.table)[-_LAST:]]
        moves = " (it is refreshing: the text before)" * screen.moves
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
        """Describe the first event in which the journal differs from the players' events."""
        table = settled(events_of(records(self.table)))
        people = settled(self.people.events)
        for ours, theirs in zip(people, table):
            if ours != theirs:
                return f"the journal has '{in_words(theirs)}', the people have '{in_words(ours)}'"
        if len(people) != len(table):
            return f"the journal has {len(table)} events, the people have {len(people)}"
        return ""


class Verb(Value):
    """One step of a scenario."""

    verb = ""
    line = 1
    takes = ""  # description of its value, "" if it has none
    acts = True  # whether it is an action of the players
    may_miss = False  # whether it may name something that does not exist

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Verb":
        """Parse the value of a step."""
        return cls()

    async def act(self, scene: Scene) -> None:
        """Perform the step; raise Stuck if something that it waits for does not come."""

    async def perform(self, scene: Scene) -> None:
        """Note the effect of the step before, and act."""
        if self.acts:
            scene.look_back()
            scene.acted = scene.table.now
        await self.act(scene)

    def sentence(self, scene: Scene, what: object) -> str:
        """Return the error message for this step."""
        return f"{scene.path}: line {self.line}: {self.verb}: {what}"

    def timed_out(self, scene: Scene, error: Stuck) -> str:
        """Return the error message for a timeout, with what can be seen."""
        return "\n".join([self.sentence(scene, error)] + scene.report())

    def cannot_be(self, scene: Scene, error: Exception) -> str:
        """Return the error message for something that does not exist, or raise the error."""
        if not self.may_miss:
            raise error
        return self.sentence(scene, f"this is not possible: {error}")
