"""The shared state of all parts of the table: match, journal, lights and sentences.

During play only `happen` changes the match: it applies the events that cards and keys cause. The
state of the display, the lights and the sounds is kept in plain fields, which `ui` and `tasks`
read.
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

_NO_GIFT = const(-1)  # the last event is not a ruling GIVE


class Table:
    """Shared state of the table.

    `there` has the keys, rap sensors and pads that exist, in the format of `left`. `celsius`
    returns the temperature of the chip in degrees Celsius. `voice` has the sentence for the
    display, and `dialogue` has the question for the display.
    """

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
        self.now = 0  # time of the current step in ms
        self.lamps = bytearray(4)
        self.fill = bytearray(4)  # by seat: lights of its progress bar that are lit
        self.blink = 0  # mask of the seats whose lights must flash, after a refusal or for a host
        # Keys, sensors and pads left to try in a self-test. Each seat has a byte with a bit for
        # each key and for the rap sensor; the highest bit is for a director's key. The last byte
        # is a mask of the seats where no card was laid yet.
        self.left = bytearray(5)
        self.checked = 0  # grows by one when the page of a self-test has to be drawn again
        self.cue = Cues.SILENCE
        self.crash = b""  # the message of the last crash, while the table is in service mode
        self.history = History()
        self.showing = 0  # mask of the seats that are asked to show their melds
        self.shown = 0  # mask of the seats that have pressed PASS: they show no more melds
        self._happened = 0  # number of events that were accepted since the table started
        # By seat and refusal: `_happened` at the time when this refusal was noted last, or -1.
        self._noted = [-1] * (4 * Answers.NOTED)
        self._fined = 0  # mask of the seats fined since the last event that was no offence
        self.voice = Voice(self)
        self.dialogue = Dialogue(self)

    def happen(self, what: int, seat: int, arg: int = 0) -> int:
        """Apply an event to the match, and return the answer of the match (see `Answers`).

        Write an accepted event to the journal before anything shows it, and then announce new
        offences and suspicions. The caller has to report a refusal.
        """
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
        """Fine a seat for a call or card out of turn; return whether it was fined.

        Only the discipline `points` has fines. A seat that was fined is not fined again until an
        event other than an offence has happened.
        """
        bit = 1 << seat
        if self.match.totals[Totals.CONDUCT] != Disciplines.POINTS or self._fined & bit:
            return False
        self._fined |= bit
        return self.happen(Events.OFFENCE, seat, Offences.OUT_OF_TURN) >= Answers.NOTED

    def apply(self, what: int, seat: int, arg: int = 0) -> int:
        """Apply an event without writing it to the journal; return the answer of the match.

        If the event is accepted, update the sheet of hands.
        """
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
        """Return the kind of the ruling (see `Rulings`) that is the last event of this deal.

        Return -1 if there is no event, or if the last one is no ruling.
        """
        match = self.match
        last = match.events[-1] if match.events else None
        return last.seat if last and last.kind == Events.RULING else -1

    def _gave(self) -> int:
        """Return the argument of the last event of this deal if it is a ruling GIVE.

        Else return _NO_GIFT.
        """
        if self.last_ruling() != Rulings.GIVE:
            return _NO_GIFT
        return self.match.events[-1].arg

    def _note_gift(self, why: int, times: int) -> None:
        """Enter the points of a ruling GIVE in the sheet of hands.

        `why` is the argument of the ruling; BESIDE does not change the sheet. `times` is 1 for the
        ruling, and -1 for its undo, which takes the points off the sheet.
        """
        north, east, hanging = self.match.standing.given
        history = self.history
        if why == Rulings.CORRECTED:
            history.correct(north * times, east * times, hanging * times)
        elif why == Rulings.INSTEAD and times > 0:
            history.add(Hand(north, east))
        elif why == Rulings.INSTEAD:
            history.take_back()

    def hangs(self) -> int:
        """Return the side whose points of the last hand hang, or NOBODY."""
        match = self.match
        score = match.score
        if score.hanging and score.outcome == Outcomes.LITIGE:
            return match.house.side(match.auction.taker)
        return NOBODY

    def brought(self, side: int) -> int:
        """Return the points of a side in the last hand, also if these points hang."""
        score = self.match.score
        return score.hanging if side == self.hangs() else score.score[side]

    # --- sounds, notes and views ------------------------------------------------------------

    def sound(self, cue: int) -> None:
        """Set the cue to play next (see `Cues`); it replaces a cue that was not played yet."""
        self.cue = cue

    def note(self, seat: int, code: int) -> None:
        """Write a refusal to the journal: its seat, and the code of its reason.

        Do not write the same refusal again until an event has been accepted.
        """
        at = seat * Answers.NOTED + code
        if self._noted[at] != self._happened:
            self._noted[at] = self._happened
            self.journal.add(Notes.REFUSED, seat, code)

    def show_tricks(self, seat: int) -> None:
        """Show the last trick, or one trick further back if tricks are shown already.

        Refuse this while the display shows a sentence about an offence, and before the first card.
        """
        if self.voice.accuses() or not self.look.begin(texts.TRICK_OF, self.now):
            self.voice.refuse(Answers.NOT_NOW, seat)

    def show_hands(self) -> bool:
        """Show the sheet of hands, or turn its page; return whether that was possible."""
        history = self.history
        hands = len(history.hands)
        if self.voice.accuses() or not (hands or history.won[0] or history.won[1]):
            return False
        self.look.turn(hands, self.now)
        return True

    def step(self, now: int) -> None:
        """Set the time in ms, update the sentence, and close a view that is over."""
        self.now = now
        self.voice.step(now)
        if self.look.over(now):
            self.look.close()

    # --- sides ------------------------------------------------------------------------------

    def others(self, seat: int) -> int:
        """Return a mask of the seats of the other side."""
        return 1 << (seat ^ 2) if self.match.house.shift else 10 >> (seat & 1)

    def passed(self, seat: int) -> bool:
        """Note PASS of a seat that is asked to show its melds; return False if it is not asked."""
        if not self.showing >> seat & 1:
            return False
        self.shown |= 1 << seat
        return True
