"""What the people around the table share: the match, its journal, and what is to be seen of it.

Cards and keys become events here: `happen` is the only way a match moves on. What people are to
see and hear is left in plain fields, which the display, the lights and the buzzer read.
"""

from micropython import const

import texts
from codes.game import Answers, Disciplines, Events, Offences, Outcomes, Phases, Rulings, Totals
from codes.journal import Notes
from codes.table import Cues
from table.dialogue import Dialogue
from table.history import NOBODY, Hand, History
from table.lock import Lock
from table.look import Look
from table.voice import Voice

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from belote.match import Match
    from drivers.mfrc522_pads import Pads
    from journal.journal import Journal
    from table.files.deck import Deck
    from table.files.settings import Settings

_NO_GIFT = const(-1)


class Table:
    """The shared state. `there` is what can be touched, as in `left`, and `celsius` says how warm
    the chip is. What people are told is the `voice`'s, what they are asked the `dialogue`'s."""

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
        self.now = 0  # ms, of the step under way
        self.lamps = bytearray(4)
        self.fill = bytearray(4)  # lights of the bar that shows how many cards were scanned
        self.blink = 0  # mask of seats whose lights are to say "refused" once
        # What nobody has touched yet in a self-test: keys and raps, a byte a seat with the
        # director's key behind them, and the seats where no card was laid.
        self.left = bytearray(5)
        self.checked = 0  # how often a self-test has had its page drawn anew
        self.cue = Cues.SILENCE
        self.crash = b""  # what the last one has said, while a computer has the table
        self.history = History()
        self.showing = 0  # seats that are asked to show their melds, a bit each
        self.shown = 0  # those of them that will show no more
        self._happened = 0  # events since the start
        self._noted = [-1] * (4 * Answers.NOTED)  # that, when a seat's refusal was noted last
        self._fined = 0  # seats that have been fined since something else happened
        self.voice = Voice(self)
        self.dialogue = Dialogue(self)

    def happen(self, what: int, seat: int, arg: int = 0) -> int:
        """Let an event happen: in the match, then in the journal, before anybody sees it.
        Return what `apply` says; a refusal is left to the caller to tell."""
        match = self.match
        told = len(match.conduct.log) - self.voice.untold
        suspects = match.conduct.suspects
        result = self.apply(what, seat, arg)
        if not result or result >= Answers.NOTED:
            self.journal.add(what, seat, arg)
            self._happened += 1
            if what != Events.OFFENCE:
                self._fined = 0
            if match.conduct.suspects and not suspects:
                self.voice.accuse(texts.SUSPICION, number=match.conduct.suspects)
            untold = max(len(match.conduct.log) - told, 0)
            if result:
                self.voice.tell_offences(untold)
            else:
                self.voice.untold = untold
        return result

    def fined(self, seat: int) -> bool:
        """Let a call or card out of turn cost points where the discipline says so, though not
        again before something else has happened. Return whether it did."""
        bit = 1 << seat
        if self.match.totals[Totals.CONDUCT] != Disciplines.POINTS or self._fined & bit:
            return False
        self._fined |= bit
        return self.happen(Events.OFFENCE, seat, Offences.OUT_OF_TURN) >= Answers.NOTED

    def apply(self, what: int, seat: int, arg: int = 0) -> int:
        """Let an event happen that the journal has already, and keep the sheet of hands."""
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
        """Return the ruling that came last in this deal; -1 if something else came last."""
        match = self.match
        last = match.events[-1] if match.events else None
        return last.seat if last and last.kind == Events.RULING else -1

    def _gave(self) -> int:
        """Return why points were given, if nothing has happened in this deal since."""
        if self.last_ruling() != Rulings.GIVE:
            return _NO_GIFT
        return self.match.events[-1].arg

    def _note_gift(self, why: int, times: int) -> None:
        """Put points of a hand on the sheet that a ruling gave, or (-1 times) take them off."""
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

    # --- telling ----------------------------------------------------------------------------

    def sound(self, cue: int) -> None:
        """Let a cue be heard; of two at once the later."""
        self.cue = cue

    def note(self, seat: int, code: int) -> None:
        """Write a refusal to the journal, but not again before something else has happened."""
        at = seat * Answers.NOTED + code
        if self._noted[at] != self._happened:
            self._noted[at] = self._happened
            self.journal.add(Notes.REFUSED, seat, code)

    def show_tricks(self, seat: int) -> None:
        """Show who laid what, unless a sentence is there that nothing may cover."""
        if self.voice.accuses() or not self.look.begin(texts.TRICK_OF, self.now):
            self.voice.refuse(Answers.NOT_NOW, seat)

    def show_hands(self) -> bool:
        """Show what the hands of the match have brought, or turn that sheet's page. Return
        whether there is anything to be shown."""
        history = self.history
        hands = len(history.hands)
        if self.voice.accuses() or not (hands or history.won[0] or history.won[1]):
            return False
        self.look.turn(hands, self.now)
        return True

    def step(self, now: int) -> None:
        """Let time pass."""
        self.now = now
        self.voice.step(now)
        if self.look.over(now):
            self.look.close()

    # --- sides ------------------------------------------------------------------------------

    def others(self, seat: int) -> int:
        """Return the seats of the other side, a bit each."""
        return 1 << (seat ^ 2) if self.match.house.shift else 10 >> (seat & 1)

    def passed(self, seat: int) -> bool:
        """Take PASS of a seat that is asked to show its melds; return whether it is."""
        if not self.showing >> seat & 1:
            return False
        self.shown |= 1 << seat
        return True
