"""What players have called: one sentence after the other, so that each is there to be read."""

from micropython import const

from codes.game import Totals
from codes.table import Ticks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_WAITING = const(4)  # at most: of more the last gives way
_READ_MS = const(4000)  # one page of the display comes three seconds after another


class Spoken:
    """The calls that wait: for the one before them to have been seen, or for a sentence about an
    offence that nobody could see yet."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._texts = bytearray(_WAITING)
        self._seats = bytearray(_WAITING)
        self._numbers = bytearray(_WAITING)
        self._waiting = 0
        self._text = self._seat = 0  # the last one that was said

    def tell(self, text: int, seat: int, number: int = 0) -> None:
        """Says it, in its turn."""
        notice = self._table.notice
        after_a_call = notice.text == self._text and notice.seat == self._seat
        reads = after_a_call and self._is_read(self._table.now)
        if not (self._waiting or reads or self._table.accuses_anew()):
            self._say(text, seat, number)
            return
        at = min(self._waiting, _WAITING - 1)
        self._texts[at] = text
        self._seats[at] = seat
        self._numbers[at] = number
        self._waiting = at + 1

    def step(self, now: int) -> None:
        """Lets time pass. When the match is won nobody waits for them any more."""
        if self._table.match.totals[Totals.WINNER] >= 0:
            self.forget()
        if not self._waiting or self._is_read(now) or self._table.accuses_anew():
            return
        texts = self._texts
        seats = self._seats
        numbers = self._numbers
        self._say(texts[0], seats[0], numbers[0])
        self._waiting -= 1
        for at in range(self._waiting):
            texts[at] = texts[at + 1]
            seats[at] = seats[at + 1]
            numbers[at] = numbers[at + 1]

    def forget(self) -> None:
        """Nobody waits for them any more."""
        self._waiting = 0

    def _say(self, text: int, seat: int, number: int) -> None:
        self._text = text
        self._seat = seat
        self._table.say(text, seat, number=number)

    def _is_read(self, now: int) -> bool:
        """Whether what stands there was said so lately that people still read it."""
        table = self._table
        return table.notice.text != 0 and (now - table.said & Ticks.MASK) < _READ_MS
