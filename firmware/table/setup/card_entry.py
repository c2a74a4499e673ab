"""Cards laid one by one between deals: what is no single card is refused in words."""

from micropython import const

from codes.table import PadStates
from table.sentences import PAD_TEXTS
from table.setup.opening import put_away

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.setup.opening import Opens
    from table.table import Table


class CardEntry:
    """Which cards these are is for the heirs: `_waits` tells whether one is wanted, `_take` looks
    at the one that lies there, `_ask` asks on. `over` says that this has come to its end."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.over = False
        self.following: "Opens | None" = None  # the cards

    def step(self, now: int) -> None:
        """Looks at what was laid on the pads."""
        if self.over:
            return
        lying = self.table.pads
        changed = lying.changed
        lying.changed = 0
        for seat in range(4):
            if changed >> seat & 1 and self._waits():
                state = lying.state[seat]
                if state == PadStates.PRESENT:
                    self._take(seat)
                elif state in PAD_TEXTS:
                    self._refuse(seat, PAD_TEXTS[state])

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
