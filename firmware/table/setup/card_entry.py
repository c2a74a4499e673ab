"""Base class of menus that read cards one by one between deals."""

from micropython import const

from codes.table import PadStates
from table.sentences import PAD_TEXTS
from table.setup.opening import put_away

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.setup.opening import Opens
    from table.table import Table


class CardEntry:
    """Base class of a menu for cards that are laid one by one.

    If a pad holds no single readable card, the display says why. Subclasses handle the cards:
    `_waits` returns whether a card is wanted, `_take` handles the card on a pad, and `_ask` shows
    a sentence and asks for a card. `over` is set at the end.
    """

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.over = False
        self.following: "Opens | None" = None  # None: play goes on at the end

    def step(self, now: int) -> None:
        """Handle the cards that were laid since the last step."""
        if self.over:
            return
        pads = self.table.pads
        changed = pads.changed
        pads.changed = 0
        for seat in range(4):
            if changed >> seat & 1 and self._waits():
                state = pads.state[seat]
                if state == PadStates.PRESENT:
                    self._take(seat)
                elif state in PAD_TEXTS:
                    self._refuse(seat, PAD_TEXTS[state], seat)

    def _waits(self) -> bool:
        raise NotImplementedError

    def _take(self, seat: int) -> None:
        raise NotImplementedError

    def _ask(self, sentence: int, seat: int, other: int = 0) -> None:
        raise NotImplementedError

    def _refuse(self, seat: int, sentence: int, other: int = 0) -> None:
        self.table.voice.alarm(seat)
        self._ask(sentence, seat, other)

    def _close(self) -> None:
        put_away(self.table)
        self.over = True
