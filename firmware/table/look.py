"""Views that players can ask for: the last tricks, and the sheet of hands."""

from micropython import const

from codes.game import Scores
from codes.table import Ticks
from table.notice import SILENCE, Notice

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match

_SHOWN_MS = const(20000)


class Look:
    """View of two tricks, or of the sheet of hands.

    `open` is set while tricks are shown: the trick under way, and an earlier trick. `first` is the
    number of the first play of the earlier trick, and `before` is the sentence about who took this
    trick. If the text of `before` is 0, there is no earlier trick. `page` is the number of the
    sheet's page, 0 while the sheet is not shown.
    """

    def __init__(self, match: "Match") -> None:
        self._match = match
        self.open = False
        self.page = 0
        self.first = 0
        self.before = SILENCE
        self._back = 0  # how many tricks back the earlier trick is
        self._count = 0  # number of events of the deal when the view was opened or turned last
        self._since = 0  # time in ms at which the view was opened or turned last

    def begin(self, text: int, now: int) -> bool:
        """Show the last trick, or one trick further back if tricks are shown already.

        After the oldest trick that players of this house may see, show the last trick again.
        `text` is the sentence about who took the trick. Return whether any card of the deal was
        laid.
        """
        match = self._match
        players = match.house.players
        plays = match.audit.plays
        most = min(match.house.look, plays // players)
        back = self._back + 1 if self.open else 1
        self._back = back = back if back <= most else min(1, most)
        self.open = plays > 0
        self._begin(now)
        trick = plays // players - back
        self.first = trick * players
        taker = self._taker(trick + 1)
        self.before = Notice(text, taker, number=trick + 1) if back else SILENCE
        return self.open

    def _begin(self, now: int) -> None:
        self._count = len(self._match.events)
        self._since = now

    def turn(self, hands: int, now: int) -> None:
        """Show the first page of the sheet of hands, or its next page; close it after the last.

        `hands` is the number of hands. The first page has the latest hands.
        """
        self.page = self.page + 1 if not self.page or self.page * Scores.PAGE < hands else 0
        self._begin(now)

    def hands(self, count: int) -> range:
        """Return the indexes of the hands on the page; `count` is the number of all hands.

        The last page has the oldest hands.
        """
        end = count - (self.page - 1) * Scores.PAGE
        return range(max(end - Scores.PAGE, 0), end)

    def close(self) -> None:
        """Close the view."""
        self.open = False
        self.page = 0

    def over(self, now: int) -> bool:
        """Return whether to close the view: an event has happened, or the view's time is over."""
        late = (now - self._since & Ticks.MASK) > _SHOWN_MS
        shown = self.open or self.page > 0
        return shown and (late or len(self._match.events) != self._count)

    def this_trick(self) -> range:
        """Return the numbers of the plays of the trick under way."""
        plays = self._match.audit.plays
        return range(plays - self._match.trick.count, plays)

    def trick_before(self) -> range:
        """Return the numbers of the plays of the earlier trick; empty if there is none."""
        players = self._match.house.players if self.before.text else 0
        return range(self.first, self.first + players)

    def _taker(self, trick: int) -> int:
        """Return the seat that took the trick before the trick with the index `trick`.

        This seat leads the trick `trick`.
        """
        match = self._match
        play = trick * match.house.players
        return match.audit.seat[play] if play < match.audit.plays else match.trick.seat
