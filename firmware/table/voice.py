"""What the table tells people: one sentence at a time, with a light and a sound where it is a
warning."""

from micropython import const

import texts
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
_LONG_MS = const(20000)  # for those at the other side of the table too


class Voice:
    """`notice` is the sentence on the display, and `drawn` the one that the display has begun to
    show last. `label` is what %t stands for: the name of a deck, a house or a language, in UTF-8.
    """

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.notice = self.drawn = SILENCE
        self.label = b""
        self.said = 0  # when
        self.spoken = Spoken(table, self)
        self._until = _FOREVER
        self._accusation = SILENCE  # the last sentence about an offence
        self._standing = SILENCE  # what somebody is to do now
        self.untold = 0  # entries at the end of the log that nobody has been told of

    def call(self, label: bytes) -> None:
        """Let %t stand for that from now on."""
        self.label = label

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
        """Put one sentence on the display, for `ms` or (0) until something else is said."""
        self.notice = Notice(text, seat, card, other_seat, other_card, number)
        self.said = now = self._table.now
        self._until = now + ms if ms else _FOREVER
        self._table.look.close()

    def hush(self) -> None:
        """Take the sentence away."""
        self.notice = SILENCE

    def accuse(
        self, text: int, seat: int = 0, card: int = 0, number: int = 0, ms: int = _LONG_MS
    ) -> None:
        """Say what nothing else may cover while it stands: that somebody broke a rule."""
        self.say(text, seat, card, number=number, ms=ms)
        self._accusation = self.notice

    def accuses(self) -> bool:
        """Return whether the sentence is about an offence, proved or suspected."""
        return self.notice is self._accusation and self.notice is not SILENCE

    def accuses_anew(self) -> bool:
        """Return whether it is, and nobody can have seen it yet."""
        return self.accuses() and self.drawn is not self.notice

    def refuse(self, code: int, seat: int, card: int = 0) -> None:
        """Tell a seat why the engine refused: in words, in light, in sound."""
        self.warn(ANSWER_TEXTS[code], seat, card)

    def warn(self, text: int, seat: int, card: int = 0) -> None:
        """Do the same for what only the table refuses."""
        self.say(text, seat, card)
        self.alarm(seat)

    def alarm(self, seat: int) -> None:
        """Tell a seat in light and sound that something is wrong."""
        self._table.blink |= 1 << seat
        self._table.sound(Cues.REFUSED)

    def request(self, text: int, seat: int, pad: int = 0) -> None:
        """Say what somebody is to do now (0: nothing any more), until it is done: a sentence that
        covers it gives way to it again. It covers none that accuses somebody."""
        was = self._standing
        if text != was.text or seat != was.seat or pad != was.other_seat:
            if (text or self.notice.text == was.text) and not self.accuses():
                self.hush()
            self._standing = Notice(text, seat, other_seat=pad)
        if text and not self.notice.text:
            self.say(text, seat, other_seat=pad, ms=_FOREVER)

    def exchanged(self, seat: int) -> None:
        """Tell the opponents which card a seat has got for the seven of trump."""
        self.say(texts.EXCHANGED, seat, self._table.match.play.upcard, ms=_LONG_MS)

    def tell_offences(self, count: int) -> None:
        """Tell of so many offences at the end of the log, one after the other: a card may prove
        several."""
        self.untold = count
        if count:
            self._next_offence()

    def tell_offence(self, offence: "Offence") -> None:
        """Say who it was, in which trick, with which card."""
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
        """Let time pass: a sentence goes when its time is over, and the next one comes."""
        if self._until and (now - self._until & Ticks.MASK) <= Ticks.MASK >> 1:
            self._until = _FOREVER
            self.hush()
        self.spoken.step(now)
        if self.untold and not (self.notice.text or self._table.dialogue.asked):
            self._next_offence()
