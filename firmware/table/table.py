"""State of the table that all its parts share: the match, its journal, lights and sentences.

Cards and keys become events here: `happen` is the only way to change the match. The state of the
display, the lights and the sounds is kept in plain fields, which their drivers read.
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

_NO_GIFT = const(-1)  # no ruling has given points


class Table:
    """Shared state of the table.

    `there` has the keys and pads that exist, in the format of `left`, and `celsius` returns the
    temperature of the chip. `voice` has the sentence for the display, `dialogue` the question on
    it.
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
        self.fill = bytearray(4)  # lights of the bar that shows how many cards were scanned
        self.blink = 0  # mask of the seats whose lights have to show a refusal once
        # Keys, sensors and pads left to try in a self-test. Each seat has a byte with a bit for
        # each key and for the rap sensor; the highest bit is for a director's key. The last byte
        # is a mask of the seats where no card was laid yet.
        self.left = bytearray(5)
        self.checked = 0  # grows by one when the page of a self-test has to be drawn again
        self.cue = Cues.SILENCE
        self.crash = b""  # the message of the last crash, while the table is in service mode
        self.history = History()
        self.showing = 0  # mask of the seats that are asked to show their melds
        self.shown = 0  # mask of the seats that have no more melds to show
        self._happened = 0  # number of events since the start
        # By seat and refusal: the number of events when it was noted last.
        self._noted = [-1] * (4 * Answers.NOTED)
        self._fined = 0  # mask of the seats fined since the last event that was no offence
        self.voice = Voice(self)
        self.dialogue = Dialogue(self)

    def happen(self, what: int, seat: int, arg: int = 0) -> int:
        """Apply an event to the match, and write it to the journal before anything shows it.

        Return the answer of the match. The caller has to report a refusal.
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
        """Fine a call or card out of turn if the discipline says so; return whether it was fined.

        Do not fine a seat twice before an event that is no offence has happened.
        """
        bit = 1 << seat
        if self.match.totals[Totals.CONDUCT] != Disciplines.POINTS or self._fined & bit:
            return False
        self._fined |= bit
        return self.happen(Events.OFFENCE, seat, Offences.OUT_OF_TURN) >= Answers.NOTED

    def apply(self, what: int, seat: int, arg: int = 0) -> int:
        """Apply an event without writing it to the journal, and update the sheet of hands."""
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
        """Return the ruling that came last in this deal; -1 if another event came last."""
        match = self.match
        last = match.events[-1] if match.events else None
        return last.seat if last and last.kind == Events.RULING else -1

    def _gave(self) -> int:
        """Return the argument of GIVE if that is the last event of this deal, else _NO_GIFT."""
        if self.last_ruling() != Rulings.GIVE:
            return _NO_GIFT
        return self.match.events[-1].arg

    def _note_gift(self, why: int, times: int) -> None:
        """Add the points of a ruling to the sheet of hands; take them off if `times` is -1."""
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
        """Return the points of a side in the last hand, or its points that hang."""
        score = self.match.score
        return score.hanging if side == self.hangs() else score.score[side]

    # --- sounds, notes and views ------------------------------------------------------------

    def sound(self, cue: int) -> None:
        """Set the cue to play; a later one replaces it."""
        self.cue = cue

    def note(self, seat: int, code: int) -> None:
        """Write a refusal to the journal, but not twice before another event has happened."""
        at = seat * Answers.NOTED + code
        if self._noted[at] != self._happened:
            self._noted[at] = self._happened
            self.journal.add(Notes.REFUSED, seat, code)

    def show_tricks(self, seat: int) -> None:
        """Show the last tricks, unless the display shows a sentence about an offence."""
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
        """Set the time, and remove a sentence or view that was shown long enough."""
        self.now = now
        self.voice.step(now)
        if self.look.over(now):
            self.look.close()

    # --- sides ------------------------------------------------------------------------------

    def others(self, seat: int) -> int:
        """Return a mask of the seats of the other side."""
        return 1 << (seat ^ 2) if self.match.house.shift else 10 >> (seat & 1)

    def passed(self, seat: int) -> bool:
        """Handle PASS of a seat that is asked to show its melds; return whether it is asked."""
        if not self.showing >> seat & 1:
            return False
        self.shown |= 1 << seat
        return True
