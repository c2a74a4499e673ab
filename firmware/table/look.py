"""What players may see when they ask: this trick and one before it; the hands of the match."""

from micropython import const

from codes.game import Scores
from codes.table import Ticks
from table.notice import SILENCE, Notice

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match

_SHOWN_MS = const(20000)


class Look:
    """`open` while tricks are shown: the one under way, and below `before` the one in which the
    play with the number `first` was the first, of which `before` says who took it; or (no text)
    none. `page` is that of the sheet of hands, 0 while it is not shown."""

    def __init__(self, match: "Match") -> None:
        self._match = match
        self.open = False
        self.page = 0
        self.first = 0
        self.before = SILENCE
        self._back = 0  # how many tricks that one is behind
        self._count = 0  # events of the deal, and when it was opened
        self._since = 0

    def begin(self, text: int, now: int) -> bool:
        """Opens it with the last trick, or if it is open with the one before that; no farther
        back than the house lets players look. `text` says who took it. False: nothing was laid."""
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
        """Opens the sheet of so many hands, the last ones first, or turns its page; behind the
        last one it is closed."""
        self.page = self.page + 1 if not self.page or self.page * Scores.PAGE < hands else 0
        self._begin(now)

    def hands(self, count: int) -> range:
        """Return which of so many hands are on the page; the last page has the oldest ones."""
        end = count - (self.page - 1) * Scores.PAGE
        return range(max(end - Scores.PAGE, 0), end)

    def close(self) -> None:
        """Nothing is shown."""
        self.open = False
        self.page = 0

    def over(self, now: int) -> bool:
        """Whether it is to be closed: something has happened, or its time is over."""
        late = (now - self._since & Ticks.MASK) > _SHOWN_MS
        shown = self.open or self.page > 0
        return shown and (late or len(self._match.events) != self._count)

    def this_trick(self) -> range:
        """Return the numbers of the plays of the trick under way."""
        plays = self._match.audit.plays
        return range(plays - self._match.trick.count, plays)

    def trick_before(self) -> range:
        """Return those of the one before that is shown."""
        players = self._match.house.players if self.before.text else 0
        return range(self.first, self.first + players)

    def _taker(self, trick: int) -> int:
        """Who took the trick before that one, and led to that one."""
        match = self._match
        play = trick * match.house.players
        return match.audit.seat[play] if play < match.audit.plays else match.trick.seat
