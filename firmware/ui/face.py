"""What the display shows, and when: after a trick, a call, a sentence, never after each card.

All refreshes are partial but the first one, one a day, and that before each deal.
"""

from micropython import const

from codes.display import DisplayStates, Refreshes
from codes.game import Phases
from codes.journal import Notes
from codes.table import Ticks
from ui.drawing import Drawing
from ui.pages import page

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match
    from drivers.ssd1683 import Display
    from table.table import Table
    from ui.type import Type

_APART_MS = const(3000)  # from one refresh to the next
_ASLEEP_MS = const(600_000)  # after the last one
_DAY_MS = const(86_400_000)
_LOOK_MS = const(50)

# A stage of a match is its phase, and so many more for a side that has won.
_WON = const(8)
_NO_STAGE = const(-1)
_EVERY_EVENT = (Phases.READY, Phases.BIDDING, Phases.DONE)
_AT_AN_END = (Phases.IDLE, Phases.DONE)


class Face:
    """Draws pages and refreshes the display, which nobody else touches. The table says in
    `changed` and `urgent` that there is something new."""

    def __init__(self, table: "Table", display: "Display", type: "Type") -> None:
        self._table = table
        self._display = display
        self._type = type
        self._drawing = Drawing(table, type)
        self._shown = 0  # when
        self._stage = self._seen = _NO_STAGE
        self._how = Refreshes.FULL
        self._draws = self._lost = False

    def step(self, now: int) -> int:
        """Does a little; returns in how many ms there is more to do."""
        state = self._display.state
        if state == DisplayStates.MISSING:
            return Ticks.IDLE_MS
        if state == DisplayStates.BUSY:
            return self._refresh(now)
        if self._draws:
            self._draw(now)
            return 0
        return self._look(now)

    def _refresh(self, now: int) -> int:
        wait = self._display.step(now)
        state = self._display.state
        lost = state == DisplayStates.LOST
        if state != DisplayStates.BUSY and lost != self._lost:
            self._lost = lost
            self._table.journal.add(Notes.DISPLAY, 0, lost)
        return wait

    def _draw(self, now: int) -> None:
        if not self._drawing.step():
            return
        self._draws = False
        # What came meanwhile may be in one half of the page only.
        if self._table.urgent:
            self._begin()
        else:
            self._shown = now
            self._display.show(self._how)
            self._how = Refreshes.PARTIAL

    def _look(self, now: int) -> int:
        """Sees whether it is time for a page."""
        since = now - self._shown & Ticks.MASK
        if since > _DAY_MS:
            self._stage = _NO_STAGE
        elif self._stage >= 0 and (since < _APART_MS or not self._table.changed):
            if since > _ASLEEP_MS:
                self._display.sleep()
            return _LOOK_MS
        self._begin()
        return 0

    def _begin(self) -> None:
        """Starts to draw, if the page is to be another one."""
        table = self._table
        match = table.match
        stage = match.phase + _WON * (match.standing.winner() + 1)
        seen = stage | table.notice.text << 5 | self._part(match) << 13
        if table.urgent or seen != self._seen or self._stage < 0:
            if self._starts_from_white(stage):
                self._how = Refreshes.FULL
            self._stage = stage
            self._seen = seen
            if match is not self._drawing.match:
                self._drawing = Drawing(table, self._type)
            self._drawing.begin(page(table))
            self._draws = True
        table.changed = table.urgent = False

    def _part(self, match: "Match") -> int:
        """What is to be seen of the phase: every event, or of the play the tricks."""
        if match.phase in _EVERY_EVENT:
            return len(match.events)
        return match.audit.plays // match.house.players

    def _starts_from_white(self, stage: int) -> bool:
        """Whether the page is the first after a match began, or after a result."""
        was = self._stage
        if was < 0:
            return True
        if was == stage:
            return False
        return stage % _WON == Phases.READY or was % _WON in _AT_AN_END
