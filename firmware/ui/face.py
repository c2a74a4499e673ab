"""The face of the table: it draws pages on the display and refreshes the panel when due.

It refreshes the panel after a trick, a call or a sentence, but not after each card of a trick. It
requests a full refresh at the start, before each deal, after a result, after a day without a
refresh, and when a lost display answers again. All other requests are for partial refreshes, but
the driver makes some of these full, such as the first one after the display was asleep.
"""

from micropython import const

from codes.display import DisplayStates, Refreshes
from codes.journal import Notes
from codes.table import Ticks
from ui.lines import Lines
from ui.pen import Pen
from ui.view import View

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from drivers.ssd1683 import Display
    from table.table import Table
    from ui.pen import Steps
    from ui.type import Type

_APART_MS = const(3000)  # least time from one refresh to the next
_ASLEEP_MS = const(600_000)  # time from the last refresh until the display sleeps
_DAY_MS = const(86_400_000)
_LOOK_MS = const(50)


class Face:
    """The code that draws pages on the display and refreshes the panel."""

    def __init__(self, table: "Table", display: "Display", type: "Type") -> None:
        self._table = table
        self._display = display
        self._pen = Pen(type)
        self._lines = Lines(table, type)
        self._view = View(table, type.speech)
        self._drawing: "Steps | None" = None
        self._shown = 0  # time in ms at which the last refresh began
        self._how = Refreshes.FULL
        self._lost = False

    def step(self, now: int) -> int:
        """Do a part of the work; return in how many ms the next step is due."""
        state = self._display.state
        if state == DisplayStates.MISSING:
            return Ticks.IDLE_MS
        if state == DisplayStates.BUSY:
            return self._refresh(now)
        if self._drawing:
            self._draw(self._drawing, now)
            return 0
        return self._look(now)

    def _refresh(self, now: int) -> int:
        """Continue a refresh; return in how many ms the next step is due.

        Log in the journal when the display is lost or answers again.
        """
        wait = self._display.step(now)
        state = self._display.state
        lost = state == DisplayStates.LOST
        if state != DisplayStates.BUSY and lost != self._lost:
            self._lost = lost
            self._table.journal.add(Notes.DISPLAY, 0, lost)
            if not lost:
                # The cable may have been plugged in while the page was sent: draw the page again.
                self._view.forget()
        return wait

    def _draw(self, drawing: "Steps", now: int) -> None:
        """Continue drawing; show the page once it is complete."""
        try:
            next(drawing)
            return
        except StopIteration:
            self._drawing = None
        # If the state has changed during the drawing, only a part of the page may show the change:
        # then draw the page again.
        if not self._begin():
            self._shown = now
            self._display.show(self._how)
            self._how = Refreshes.PARTIAL

    def _look(self, now: int) -> int:
        """Start to draw a page if one is due.

        Otherwise put the display to sleep if the last refresh was over _ASLEEP_MS ago. Return in
        how many ms the next step is due.
        """
        since = now - self._shown & Ticks.MASK
        if since > _DAY_MS:
            self._view.forget()
        if (self._view.is_shown() and since < _APART_MS) or not self._begin():
            if since > _ASLEEP_MS:
                self._display.sleep()
            return _LOOK_MS
        return 0

    def _begin(self) -> bool:
        """Start to draw if the view has changed; return whether it has."""
        begins = self._view.begins()
        if not self._view.take():
            return False
        if begins:
            self._how = Refreshes.FULL
        self._table.voice.drawn = self._table.voice.notice
        self._pen.blank()
        self._drawing = self._view.page(self._pen, self._lines, self._table)
        return True
