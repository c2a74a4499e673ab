"""What the display shows, and when: after a trick, a call, a sentence, never after each card.

All refreshes are partial but the first one, one a day, and that before each deal.
"""

from micropython import const

from ui.pages import MENU, NOTICE, Pages

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from ui.type import Type

_PARTIAL = const(0)  # refreshes
_FULL = const(2)
_BUSY = const(1)  # states of the display
_LOST = const(3)

_APART_MS = const(3000)  # from one refresh to the next
_ASLEEP_MS = const(600_000)  # after the last one
_DAY_MS = const(86_400_000)
_LOOK_MS = const(50)
_TICKS = const(0x3FFFFFFF)

_READY = const(1)  # phases
_DONE = const(5)
_WINNER = const(7)  # in `totals`
_OVER = const(7)  # less than a stage with a winner

_DISPLAY = const(48)  # a note in the journal


class Face:
    """Draws pages and refreshes the display, which nobody else touches. The table says in
    `changed` and `urgent` that there is something new."""

    def __init__(self, table: "Any", display: "Any", type: "Type") -> None:
        self._table = table
        self._display = display
        self._type = type
        self._pages = Pages(table, type)
        self._shown = 0  # when
        self._stage = self._seen = -1
        self._how = _FULL
        self._drawing = self._lost = False

    def step(self, now: int) -> int:
        """Does a little; returns in how many ms there is more to do."""
        display = self._display
        if display.state == _BUSY:
            wait: int = display.step(now)
            lost = display.state == _LOST
            if display.state != _BUSY and lost != self._lost:
                self._lost = lost
                self._table.journal.add(_DISPLAY, 0, lost)
            return wait
        if self._drawing:
            if self._pages.step():
                self._drawing = False
                # What came meanwhile may be in one half of the page only.
                if self._table.urgent:
                    self._begin()
                else:
                    self._shown = now
                    display.show(self._how)
                    self._how = _PARTIAL
            return 0
        return self._look(now)

    def _look(self, now: int) -> int:
        """Sees whether it is time for a page."""
        table = self._table
        since = now - self._shown & _TICKS
        if since > _DAY_MS:
            self._stage = -1
        elif self._stage >= 0 and (since < _APART_MS or not table.changed):
            if since > _ASLEEP_MS:
                self._display.sleep()
            return _LOOK_MS
        self._begin()
        return 0

    def _begin(self) -> None:
        """Starts to draw, if the page is to be another one."""
        table = self._table
        match = table.match
        phase = match.phase
        notice = table.notice.text
        stage = phase | match.totals[_WINNER] + 1 << 3
        # Of the bidding and of the result every event is to be seen, of the play the tricks.
        part = match.count if phase & 1 else match.audit.plays // match.house.players
        seen = stage | notice << 5 | part << 13
        if table.urgent or seen != self._seen or self._stage < 0:
            page = phase
            if table.asked:
                page = MENU
            elif notice or (stage > _OVER and phase != _DONE):
                page = NOTICE
            # Whatever comes first after a match began, or after a result, starts from white.
            was = (self._stage & 7) % _DONE
            if stage != self._stage and (phase == _READY or self._stage < 0 or not was):
                self._how = _FULL
            self._stage = stage
            self._seen = seen
            if match is not self._pages.match:
                self._pages = Pages(table, self._type)
            self._pages.begin(page)
            self._drawing = True
        table.changed = table.urgent = False
