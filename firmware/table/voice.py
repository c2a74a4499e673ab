"""Sentences on the display, one at a time, with a light and a sound for a warning."""

from micropython import const

import texts
from codes.game import Phases
from codes.table import Cues, Ticks
from table.call_queue import Spoken
from table.notice import SILENCE, Notice
from table.sentences import ANSWER_TEXTS, OFFENCE_TEXTS

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.conduct import Offence
    from table.table import Table

_FOREVER = const(0)
_SHORT_MS = const(8000)
_LONG_MS = const(20000)  # time for a sentence that both sides of the table should read


class Voice:
    """The sentence on the display.

    `notice` is the sentence, with the text 0 if there is none. `drawn` is the value that `notice`
    had when the display last began to draw a page. `label` is the value of the placeholder %t in
    UTF-8: the message of a host, or a name, such as that of a deck, a house or a language.
    """

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.notice = self.drawn = SILENCE
        self.label = b""
        self.said = 0  # time in ms at which the sentence was put on the display
        self.spoken = Spoken(table, self)
        self._until = _FOREVER
        self._accusation = SILENCE  # the last sentence about an offence
        self._standing = SILENCE  # the request that is not fulfilled yet
        self.untold = 0  # number of offences at the end of the log that were not announced yet

    def call(self, label: bytes) -> None:
        """Set the value of %t, and remove the message of a host, which also uses %t."""
        self._end_message()
        self.label = label

    def relay(self, message: bytes, ms: int) -> bool:
        """Show the message of a host for `ms` milliseconds; return whether it is shown.

        Do nothing during a deal, or while the table has a sentence or question of its own, or an
        offence to announce.
        """
        table = self._table
        shown = self.notice.text
        if (
            table.dialogue.asked
            or self.untold
            or not (shown in (0, texts.MESSAGE) and _rests(table))
        ):
            return False
        self.call(message)
        self.say(texts.MESSAGE, ms=ms)
        return True

    def _end_message(self) -> None:
        if self.notice.text == texts.MESSAGE:
            self.hush()

    def say(
        self,
        text: int,
        seat: int = 0,
        card: int = 0,
        other_seat: int = 0,
        other_card: int = 0,
        number: int = 0,
        ms: int = _SHORT_MS,
    ) -> None:
        """Show a sentence for `ms` milliseconds, or until the next sentence if `ms` is 0.

        Close an open view (`Look`), which would cover the sentence. The other arguments are those
        of `Notice`.
        """
        self.notice = Notice(text, seat, card, other_seat, other_card, number)
        self.said = now = self._table.now
        self._until = now + ms if ms else _FOREVER
        self._table.look.close()

    def hush(self) -> None:
        """Remove the sentence."""
        self.notice = SILENCE

    def accuse(
        self, text: int, seat: int = 0, card: int = 0, number: int = 0, ms: int = _LONG_MS
    ) -> None:
        """Announce an offence, in a sentence that no view and no request may cover."""
        self.say(text, seat, card, number=number, ms=ms)
        self._accusation = self.notice

    def accuses(self) -> bool:
        """Return whether the sentence is about an offence, proved or suspected."""
        return self.notice is self._accusation and self.notice is not SILENCE

    def accuses_anew(self) -> bool:
        """Return whether the sentence is about an offence and was not drawn yet."""
        return self.accuses() and self.drawn is not self.notice

    def refuse(self, code: int, seat: int, card: int = 0) -> None:
        """Explain a refusal to a seat: in words, light and sound.

        `code` is a key of ANSWER_TEXTS: the answer with which the match has refused an event, or a
        code that the caller chooses.
        """
        self.warn(ANSWER_TEXTS[code], seat, card)

    def warn(self, text: int, seat: int, card: int = 0) -> None:
        """Show `text`, which explains a refusal to a seat, and signal it in light and sound."""
        self.say(text, seat, card)
        self.alarm(seat)

    def alarm(self, seat: int) -> None:
        """Signal a mistake to a seat, in light and sound."""
        self._table.blink |= 1 << seat
        self._table.sound(Cues.REFUSED)

    def request(self, text: int, seat: int, pad: int = 0) -> None:
        """Ask a seat for something until it is done; text 0 ends the request.

        Another sentence may take the place of the request. When that sentence is over, the next
        call shows the request again, so call this method at every step. A new request removes any
        other sentence, except one about an offence. `pad` is the seat whose pad the text names.
        """
        was = self._standing
        if text != was.text or seat != was.seat or pad != was.other_seat:
            if (text or self.notice.text == was.text) and not self.accuses():
                self.hush()
            self._standing = Notice(text, seat, other_seat=pad)
        if text and not self.notice.text:
            self.say(text, seat, other_seat=pad, ms=_FOREVER)

    def exchanged(self, seat: int) -> None:
        """Show the opponents which card a seat has got for the seven of trump."""
        self.say(texts.EXCHANGED, seat, self._table.match.play.upcard, ms=_LONG_MS)

    def tell_offences(self, count: int) -> None:
        """Announce the last `count` offences of the log, one after the other.

        One card may prove several offences.
        """
        self.untold = count
        if count:
            self._next_offence()

    def tell_offence(self, offence: "Offence") -> None:
        """Announce an offence: the seat, the trick and the card."""
        match = self._table.match
        play = offence.play
        card = match.audit.card[play] if match.audit.plays > play else 0
        trick = play // match.house.players + 1
        self.accuse(OFFENCE_TEXTS[offence.code], offence.seat, card, trick)
        self.alarm(offence.seat)

    def _next_offence(self) -> None:
        log = self._table.match.conduct.log
        self.tell_offence(log[len(log) - self.untold])
        self.untold -= 1

    def step(self, now: int) -> None:
        """Remove a sentence whose time is over, and show the next call or offence.

        During a deal, also remove the message of a host.
        """
        if self._until and (now - self._until & Ticks.MASK) <= Ticks.MASK >> 1:
            self._until = _FOREVER
            self.hush()
        if not _rests(self._table):
            self._end_message()
        self.spoken.step(now)
        if self.untold and not (self.notice.text or self._table.dialogue.asked):
            self._next_offence()


def _rests(table: "Table") -> bool:
    """Return whether no deal is under way."""
    return not Phases.READY < table.match.phase < Phases.DONE
