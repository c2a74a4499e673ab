"""The view of the table: the page on the display, and the state it was drawn from."""

from micropython import const

from codes.game import Phases
from table.notice import SILENCE
from ui.pages import page

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match
    from table.table import Table
    from ui.composer import Speech
    from ui.pages import Page

# A stage of a match is its phase, plus _WON if side 0 has won, or plus 2 * _WON if side 1 has won.
_WON = const(8)
_NO_STAGE = const(-1)
_EVERY_EVENT = (Phases.READY, Phases.BIDDING, Phases.DONE)
_AT_AN_END = (Phases.IDLE, Phases.DONE)


class View:
    """The state of a table that the display shows; at the start there is no such state.

    `take` compares the state with the table. A played card changes the state only if it completes
    a trick, because the display is not refreshed for each card.
    """

    def __init__(self, table: "Table", speech: "Speech") -> None:
        self._table = table
        self._speech = speech
        self.page: "Page" = page(table)
        self._stage = self._part = _NO_STAGE
        self._match: "Match | None" = None
        self._words: "list[bytes]" = []
        self._crash = self._label = b""
        self._options: "tuple[int, ...]" = ()
        self._notice = self._asked_about = self._before = SILENCE
        self._asked = self._question = self._answers = 0
        self._hands = self._trick = 0
        self._checked = 0

    def take(self) -> bool:
        """Update the view without allocating heap; return whether it has changed."""
        table = self._table
        match = table.match
        stage = _stage(match)
        part = _part(match)
        if self._stage == stage and self._part == part and self._is_shown(table):
            return False
        self.page = page(table)
        self._stage = stage
        self._part = part
        self._match = match
        self._words = self._speech.texts
        self._crash = table.crash
        self._label = table.voice.label
        self._notice = table.voice.notice
        dialogue = table.dialogue
        self._asked_about = dialogue.details
        self._asked = dialogue.asked
        self._question = dialogue.question
        self._options = dialogue.options
        self._answers = dialogue.page
        look = table.look
        self._hands = look.page
        self._trick = look.first
        self._before = look.before
        self._checked = table.checked
        return True

    def _is_shown(self, table: "Table") -> bool:
        """Return whether the page and the state outside the match are those stored in the view."""
        dialogue = table.dialogue
        look = table.look
        return (
            self.page is page(table)
            and self._match is table.match
            and self._words is self._speech.texts
            and self._crash is table.crash
            and self._label == table.voice.label
            and self._notice is table.voice.notice
            and self._asked_about is dialogue.details
            and self._asked == dialogue.asked
            and self._question == dialogue.question
            and self._options == dialogue.options
            and self._answers == dialogue.page
            and self._hands == look.page
            and self._trick == look.first
            and self._before is look.before
            and self._checked == table.checked
        )

    def begins(self) -> bool:
        """Return whether the next page needs a full refresh.

        The first page after the start or after `forget` needs one. So do the first page before
        each deal and the first page after a result.
        """
        stage = _stage(self._table.match)
        was = self._stage
        if was < 0:
            return True
        if was == stage:
            return False
        return stage % _WON == Phases.READY or was % _WON in _AT_AN_END

    def forget(self) -> None:
        """Forget the view, so that the next page counts as changed and gets a full refresh."""
        self._stage = _NO_STAGE

    def is_shown(self) -> bool:
        """Return whether `take` has stored a view since the start and since the last `forget`."""
        return self._stage != _NO_STAGE


def _stage(match: "Match") -> int:
    """Return one number for the phase of a match and the side that has won, if any."""
    return match.phase + _WON * (match.standing.winner() + 1)


def _part(match: "Match") -> int:
    """Return a number that changes at each event in phases of _EVERY_EVENT, else at each trick."""
    if match.phase in _EVERY_EVENT:
        return len(match.events)
    return match.audit.plays // match.house.players
