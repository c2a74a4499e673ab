"""What players have called: one sentence after the other, so that each is there to be read."""

from micropython import const

from codes.game import Totals
from codes.table import Ticks
from table.notice import SILENCE, Notice

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table
    from table.voice import Voice

_WAITING = const(4)  # at most: of more the last gives way
_READ_MS = const(4000)  # one page of the display comes three seconds after another


class Spoken:
    """The calls that wait: for the one before them to have been seen, or for a sentence about an
    offence that nobody could see yet."""

    def __init__(self, table: "Table", voice: "Voice") -> None:
        self._table = table
        self._voice = voice
        self._waiting: "list[Notice]" = []
        self._last = SILENCE  # that was said

    def tell(self, text: int, seat: int, number: int = 0) -> None:
        """Say it, in its turn."""
        call = Notice(text, seat, number=number)
        after_a_call = self._voice.notice is self._last and self._is_read(self._table.now)
        if not (self._waiting or after_a_call or self._voice.accuses_anew()):
            self._say(call)
            return
        del self._waiting[_WAITING - 1 :]
        self._waiting.append(call)

    def step(self, now: int) -> None:
        """Let time pass. When the match is won nobody waits for them any more."""
        if self._table.match.totals[Totals.WINNER] >= 0:
            self.forget()
        if self._waiting and not (self._is_read(now) or self._voice.accuses_anew()):
            self._say(self._waiting.pop(0))

    def forget(self) -> None:
        """Let nobody wait for them any more."""
        self._waiting.clear()

    def _say(self, call: Notice) -> None:
        self._voice.say(call.text, call.seat, number=call.number)
        self._last = self._voice.notice

    def _is_read(self, now: int) -> bool:
        """Return whether the sentence was said so lately that people still read it."""
        voice = self._voice
        return voice.notice.text != 0 and (now - voice.said & Ticks.MASK) < _READ_MS
