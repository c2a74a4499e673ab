"""Queue of the players' calls, which are shown one after the other so that each can be read."""

from micropython import const

from codes.game import Totals
from codes.table import Ticks
from table.notice import SILENCE, Notice

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table
    from table.voice import Voice

_WAITING = const(4)  # maximum number of calls that can wait; another one replaces the last of them
_READ_MS = const(4000)  # time to read a call: more than the three seconds between two refreshes


class Spoken:
    """Queue of the calls.

    A new call is queued if other calls wait, if players are still reading the call before it, or
    if the current sentence is about an offence and is not drawn yet. A call in the queue waits
    until players have had time to read the current sentence, whatever it is about. If this
    sentence is about an offence, the call also waits until the sentence is drawn.
    """

    def __init__(self, table: "Table", voice: "Voice") -> None:
        self._table = table
        self._voice = voice
        self._waiting: "list[Notice]" = []
        self._last = SILENCE  # the call that was shown last

    def tell(self, text: int, seat: int, number: int = 0) -> None:
        """Show a call now, or queue it if another sentence must be read first."""
        call = Notice(text, seat, number=number)
        after_a_call = self._voice.notice is self._last and self._is_read(self._table.now)
        if not (self._waiting or after_a_call or self._voice.accuses_anew()):
            self._say(call)
            return
        del self._waiting[_WAITING - 1 :]
        self._waiting.append(call)

    def step(self, now: int) -> None:
        """Show the next call if it need not wait longer; drop all calls once the match is won."""
        if self._table.match.totals[Totals.WINNER] >= 0:
            self.forget()
        if self._waiting and not (self._is_read(now) or self._voice.accuses_anew()):
            self._say(self._waiting.pop(0))

    def forget(self) -> None:
        """Drop all calls that wait."""
        self._waiting.clear()

    def _say(self, call: Notice) -> None:
        self._voice.say(call.text, call.seat, number=call.number)
        self._last = self._voice.notice

    def _is_read(self, now: int) -> bool:
        """Return whether the current sentence is so new that players are still reading it."""
        voice = self._voice
        return voice.notice.text != 0 and (now - voice.said & Ticks.MASK) < _READ_MS
