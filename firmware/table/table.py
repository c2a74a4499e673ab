"""What the people around the table share: the match, its journal, and what is to be seen of it.

Cards and keys become events here: `happen` is the only way a match moves on. What people are to
be told is left in plain fields, which the display, the lights and the buzzer read.
"""

from micropython import const

import texts
from codes.game import Answers, Disciplines, Events, Offences, Outcomes, Phases, Rulings, Totals
from codes.journal import Notes
from codes.table import Cues, Ticks
from table.dialogue import Dialogue
from table.history import NOBODY, Hand, History
from table.lock import Lock
from table.look import Look
from table.notice import SILENCE, Notice
from table.sentences import ANSWER_TEXTS, OFFENCE_TEXTS
from table.spoken import Spoken

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from belote.conduct import Offence
    from belote.match import Match
    from drivers.mfrc522_pads import Pads
    from journal.journal import Journal
    from table.files.deck import Deck
    from table.files.settings import Settings

_FOREVER = const(0)
_NO_GIFT = const(-1)
LONG_MS = const(20000)  # for those at the other side of the table too


class Table:
    """The shared state. `there` is what can be touched, as in `left`, and `celsius` says how warm
    the chip is. The display says which notice it has `drawn` last."""

    there = b"\0\0\0\0\0"
    celsius: "Callable[[], int]"

    def __init__(
        self, match: "Match", journal: "Journal", pads: "Pads", deck: "Deck", settings: "Settings"
    ) -> None:
        self.match = match
        self.journal = journal
        self.pads = pads
        self.deck = deck
        self.settings = settings
        self.lock = Lock(journal, settings)
        self.look = Look(match)
        self.spoken = Spoken(self)
        self.now = 0  # ms, of the step under way
        self.lamps = bytearray(4)
        self.fill = bytearray(4)  # lights of the bar that shows how many cards were scanned
        self.blink = 0  # mask of seats whose lights are to say "refused" once
        # What nobody has touched yet in a self-test: keys and raps, a byte a seat with the
        # director's key behind them, and the seats where no card was laid.
        self.left = bytearray(5)
        self.checked = 0  # how often a self-test has had its page drawn anew
        self.cue = Cues.SILENCE
        self.notice = self.drawn = SILENCE
        self.crash = b""  # what the last one has said, while a computer has the table
        self.label = b""
        self.history = History()
        self.showing = 0  # seats that are asked to show their melds, a bit each
        self.shown = 0  # those of them that will show no more
        self.said = 0  # when
        self._until = _FOREVER
        self._accuses = False  # whether the sentence is about an offence
        self._standing = 0  # a request: its text, and in two bits each whom it asks, and the pad
        self._happened = 0  # events since the start
        self._noted = [-1] * (4 * Answers.NOTED)  # that, when a seat's refusal was noted last
        self._fined = 0  # seats that have been fined since something else happened
        self.untold = 0  # entries at the end of the log that nobody has been told of
        self.dialogue = Dialogue(self)

    def happen(self, what: int, seat: int, arg: int = 0) -> int:
        """Lets an event happen: in the match, then in the journal, before anybody sees it.
        Returns what `apply` says; a refusal is left to the caller to tell."""
        match = self.match
        told = len(match.conduct.log) - self.untold
        suspects = match.conduct.suspects
        result = self.apply(what, seat, arg)
        if not result or result >= Answers.NOTED:
            self.journal.add(what, seat, arg)
            self._happened += 1
            if what != Events.OFFENCE:
                self._fined = 0
            if match.conduct.suspects and not suspects:
                self.accuse(texts.SUSPICION, number=match.conduct.suspects)
            self.untold = max(len(match.conduct.log) - told, 0)
            if result and self.untold:
                self._next_offence()
        return result

    def fined(self, seat: int) -> bool:
        """A call or card out of turn costs points where the discipline says so, though not again
        before something else has happened. Whether it did."""
        bit = 1 << seat
        if self.match.totals[Totals.CONDUCT] != Disciplines.POINTS or self._fined & bit:
            return False
        self._fined |= bit
        return self.happen(Events.OFFENCE, seat, Offences.OUT_OF_TURN) >= Answers.NOTED

    def apply(self, what: int, seat: int, arg: int = 0) -> int:
        """Lets an event happen that the journal has already, and keeps the sheet of hands."""
        match = self.match
        won = match.standing.winner()
        undone = self._gave() if what == Events.UNDO else _NO_GIFT
        result = match.apply(what, seat, arg)
        if result:
            return result
        if what == Events.MATCH:
            self.history.begin(won)
        elif what == Events.CONFIRM and match.phase == Phases.READY:
            self.history.add(Hand(self.brought(0), self.brought(1), self.hangs()))
        elif what == Events.RULING and seat == Rulings.GIVE:
            self._note_gift(arg, 1)
        elif undone != _NO_GIFT:
            self._note_gift(undone, -1)
        return 0

    def last_ruling(self) -> int:
        """Which it is, if it was a ruling that came last in this deal; -1 if not."""
        match = self.match
        last = match.events[-1] if match.events else None
        return last.seat if last and last.kind == Events.RULING else -1

    def _gave(self) -> int:
        """Why points were given, if nothing has happened in this deal since."""
        if self.last_ruling() != Rulings.GIVE:
            return _NO_GIFT
        return self.match.events[-1].arg

    def _note_gift(self, why: int, times: int) -> None:
        """Points of a hand that a ruling gave, or (-1 times) took again, are on the sheet."""
        north, east, hanging = self.match.standing.given
        history = self.history
        if why == Rulings.CORRECTED:
            history.correct(north * times, east * times, hanging * times)
        elif why == Rulings.INSTEAD and times > 0:
            history.add(Hand(north, east))
        elif why == Rulings.INSTEAD:
            history.take_back()

    def hangs(self) -> int:
        """Return the side whose points of the hand that was played hang, or NOBODY."""
        match = self.match
        score = match.score
        if score.hanging and score.outcome == Outcomes.LITIGE:
            return match.house.side(match.auction.taker)
        return NOBODY

    def brought(self, side: int) -> int:
        """Return what the hand that was played has brought a side, or what hangs of it."""
        score = self.match.score
        return score.hanging if side == self.hangs() else score.score[side]

    def _next_offence(self) -> None:
        """One card may prove several: one after the other."""
        log = self.match.conduct.log
        self.tell_offence(log[len(log) - self.untold])
        self.untold -= 1

    def tell_offence(self, offence: "Offence") -> None:
        """Say who it was, in which trick, with which card."""
        match = self.match
        play = offence.play
        card = match.audit.card[play] if match.audit.plays > play else 0
        trick = play // match.house.players + 1
        self.accuse(OFFENCE_TEXTS[offence.code], offence.seat, card, trick)
        self.alarm(offence.seat)

    # --- telling ----------------------------------------------------------------------------

    def sound(self, cue: int) -> None:
        """Lets it be heard; of two at once the later."""
        self.cue = cue

    def call(self, label: bytes) -> None:
        """What %t stands for from now on: the name of a deck, a house or a language, in UTF-8."""
        self.label = label

    def say(
        self,
        text: int,
        seat: int = 0,
        card: int = 0,
        other_seat: int = 0,
        other_card: int = 0,
        number: int = 0,
        ms: int = 8000,
    ) -> None:
        """Puts one sentence on the display, for `ms` or (0) until something else is said."""
        self.notice = Notice(text, seat, card, other_seat, other_card, number)
        self.said = self.now
        self._until = self.now + ms if ms else _FOREVER
        self._accuses = False
        self.look.close()

    def accuse(
        self, text: int, seat: int = 0, card: int = 0, number: int = 0, ms: int = LONG_MS
    ) -> None:
        """Says what nothing else may cover while it stands: that somebody broke a rule."""
        self.say(text, seat, card, number=number, ms=ms)
        self._accuses = True

    def refuse(self, code: int, seat: int, card: int = 0) -> None:
        """Tells a seat why the engine refused: in words, in light, in sound."""
        self.warn(ANSWER_TEXTS[code], seat, card)

    def warn(self, text: int, seat: int, card: int = 0) -> None:
        """The same for what only the table refuses."""
        self.say(text, seat, card)
        self.alarm(seat)

    def alarm(self, seat: int) -> None:
        """Tells a seat in light and sound that something is wrong."""
        self.blink |= 1 << seat
        self.sound(Cues.REFUSED)

    def note(self, seat: int, code: int) -> None:
        """Write a refusal to the journal, but not again before something else has happened."""
        at = seat * Answers.NOTED + code
        if self._noted[at] != self._happened:
            self._noted[at] = self._happened
            self.journal.add(Notes.REFUSED, seat, code)

    def accuses(self) -> bool:
        """Whether the sentence is about an offence, proved or suspected."""
        return self._accuses and self.notice.text != 0

    def accuses_anew(self) -> bool:
        """Whether it is, and nobody can have seen it yet."""
        return self.accuses() and self.drawn is not self.notice

    def request(self, text: int, seat: int, pad: int = 0) -> None:
        """What somebody is to do now (0: nothing any more), asked until it is done: a sentence
        that covers it gives way to it again. It covers none that accuses somebody."""
        standing = text << 4 | seat << 2 | pad
        notice = self.notice
        if standing != self._standing:
            if (text or notice.text == self._standing >> 4) and not self.accuses():
                self.hush()
            self._standing = standing
        if text and not notice.text:
            self.say(text, seat, 0, pad, ms=_FOREVER)

    def exchanged(self, seat: int) -> None:
        """Tells the opponents which card a seat has got for the seven of trump."""
        self.say(texts.EXCHANGED, seat, self.match.play.upcard, ms=LONG_MS)

    def show_tricks(self, seat: int) -> None:
        """Shows who laid what, unless a sentence is there that nothing may cover."""
        if self.accuses() or not self.look.begin(texts.TRICK_OF, self.now):
            self.refuse(Answers.NOT_NOW, seat)

    def show_hands(self) -> bool:
        """Shows what the hands of the match have brought, or turns that sheet's page; whether
        there is anything to be shown."""
        history = self.history
        hands = len(history.hands)
        if self.accuses() or not (hands or history.won[0] or history.won[1]):
            return False
        self.look.turn(hands, self.now)
        return True

    def hush(self) -> None:
        """Takes the sentence away."""
        self.notice = SILENCE

    def step(self, now: int) -> None:
        """Lets time pass: a sentence goes when its time is over."""
        self.now = now
        if self._until and (now - self._until & Ticks.MASK) <= Ticks.MASK >> 1:
            self._until = _FOREVER
            self.hush()
        self.spoken.step(now)
        if self.look.over(now):
            self.look.close()
        if self.untold and not (self.notice.text or self.dialogue.asked):
            self._next_offence()

    # --- sides ------------------------------------------------------------------------------

    def others(self, seat: int) -> int:
        """The seats of the other side, a bit each."""
        return 1 << (seat ^ 2) if self.match.house.shift else 10 >> (seat & 1)

    def passed(self, seat: int) -> bool:
        """PASS of a seat that is asked to show its melds; whether it is."""
        if not self.showing >> seat & 1:
            return False
        self.shown |= 1 << seat
        return True
