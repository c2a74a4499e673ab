"""What the people around the table share: the match, its journal, and what is to be seen of it.

Cards and keys become events here: `happen` is the only way a match moves on. What people are to
be told is left in plain fields, which the display, the lights and the buzzer read.
"""

from micropython import const

from table.notice import Notice

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from belote.match import Match
    from drivers.mfrc522_pads import Pads
    from journal.journal import Journal
    from table.deck import Deck

# What a seat's lights say.
OFF = const(0)
TURN = const(1)  # steady: your turn
CLEAR = const(2)  # slow pulse: take your card off the pad
SCAN = const(3)  # running dot, and a bar of `fill` lights: pass your cards over the pad
ASKED = const(4)  # a question on the display is yours to answer
SHARED = const(5)  # your reader is lost: use the pad that the display names

# Short sounds.
READ = const(0)
REFUSED = const(1)
TRICK = const(2)
OVER = const(3)
NO_CUE = const(255)

# Where texts of the engine's answers begin.
OFFENCES = const(16)  # noted: text 16 + code, 17 to 32
_LAST_OFFENCE = const(32)
_REFUSED = const(40)  # refused: codes 1 to 8 are texts 41 to 48
_REFUSED_LATE = const(20)  # and codes 32 to 51 texts 52 to 71
_NOTED = const(128)
_READY = const(1)
_MATCH = const(1)
_OFFENCE = const(17)
_CONFIRM = const(18)
_LITIGE = const(2)
_REFUSAL = const(42)  # a note in the journal
_FOREVER = const(0)
_LONG_MS = const(20000)  # for those at the other side of the table too
_CONDUCT = const(6)  # in `totals`
_POINTS = const(2)
_OUT_OF_TURN = const(6)
_SUSPICION = const(252)  # text


class Table:
    """The shared state. `changed` is set with whatever the display should show anew, and cleared
    by it; `urgent` asks it not to wait for the end of the trick."""

    def __init__(self, match: "Match", journal: "Journal", pads: "Pads", deck: "Deck") -> None:
        self.match = match
        self.journal = journal
        self.pads = pads
        self.deck = deck
        self.now = 0  # ms, of the step under way
        self.changed = self.urgent = False
        self.lamps = bytearray(4)
        self.fill = bytearray(4)  # lights of the bar that shows how many cards were scanned
        self.blink = 0  # mask of seats whose lights are to say "refused" once
        self.cue = NO_CUE
        self.notice = Notice()
        self.label = b""  # the name of a deck, a house or a language, in UTF-8
        # The last 16 hands, newest first: for each side 0x4000 + points, low and high byte, and
        # 0x8000 more for a sum that hangs.
        self.history = bytearray(64)
        self._until = _FOREVER
        self._standing = 0  # a request: its text, and below it in two bits whom it asks
        self._noted = 0  # refusals since something happened, a bit each
        self._fined = 0  # seats that have been fined since something else happened
        self.untold = 0  # entries at the end of the log that nobody has been told of
        # The question under way: who is asked (a bit a seat; 0: nobody), what stands in it (as
        # in `notice`), its text, the texts of the answers, and the first one shown.
        self.asked = 0
        self.asks = Notice()
        self.question = 0
        self.options = b""
        self.page = 0
        self.owner: "Any" = None
        self._what = 0

    def happen(self, what: int, seat: int, arg: int = 0) -> int:
        """Lets an event happen: in the match, then in the journal, before anybody sees it.
        Returns what `apply` says; a refusal is left to the caller to tell."""
        match = self.match
        told = match.conduct.logged - self.untold
        suspects = match.conduct.suspects
        result = self.apply(what, seat, arg)
        if not result or result >= _NOTED:
            self.journal.add(what, seat, arg)
            self.changed = True
            self._noted = 0
            if what != _OFFENCE:
                self._fined = 0
            if match.conduct.suspects and not suspects:
                self.say(_SUSPICION, ms=_LONG_MS)
            self.untold = max(match.conduct.logged - told, 0)
            if result and self.untold:
                self._next_offence()
        return result

    def fined(self, seat: int) -> bool:
        """A call or card out of turn costs points where the discipline says so, though not again
        before something else has happened. Whether it did."""
        bit = 1 << seat
        if self.match.totals[_CONDUCT] != _POINTS or self._fined & bit:
            return False
        self._fined |= bit
        return self.happen(_OFFENCE, seat, _OUT_OF_TURN) >= _NOTED

    def apply(self, what: int, seat: int, arg: int = 0) -> int:
        """Lets an event happen that the journal has already, and keeps the sheet of hands."""
        result = self.match.apply(what, seat, arg)
        history = self.history
        if not result:
            if what == _MATCH:
                for i in range(64):
                    history[i] = 0
            elif what == _CONFIRM and self.match.phase == _READY:
                for i in range(63, 3, -1):
                    history[i] = history[i - 4]
                for side in range(2):
                    points = self.hand(side)
                    history[side * 2] = points & 255
                    history[side * 2 + 1] = points >> 8
        return result

    def hand(self, side: int) -> int:
        """What the hand that was played has brought a side, as `history` has it."""
        match = self.match
        score = match.score
        if score.outcome == _LITIGE and side == match.house.side(match.auction.taker):
            return 0xC000 + score.hanging
        return 0x4000 + score.score[side]

    def _next_offence(self) -> None:
        """One card may prove several: one after the other."""
        self.offence(self.match.conduct.logged - self.untold)
        self.untold -= 1

    def offence(self, entry: int) -> None:
        """Says what the log has: who, in which trick, with which card."""
        match = self.match
        at = entry * 4
        play = match.conduct.log[at + 2]
        card = match.audit.card[play] if match.audit.plays > play else 0
        trick = play // match.house.players + 1
        seat = match.conduct.log[at + 1]
        self.say(OFFENCES + match.conduct.log[at], seat, card, number=trick, ms=_LONG_MS)
        self.blink |= 1 << seat
        self.cue = REFUSED

    # --- telling ----------------------------------------------------------------------------

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
        self.notice.set(text, seat, card, other_seat, other_card, number)
        self._until = self.now + ms if ms else _FOREVER
        self.changed = self.urgent = True

    def refuse(self, code: int, seat: int, card: int = 0) -> None:
        """Tells a seat why the engine refused: in words, in light, in sound."""
        self.say((_REFUSED if code < 32 else _REFUSED_LATE) + code, seat, card)
        self.blink |= 1 << seat
        self.cue = REFUSED

    def note(self, seat: int, code: int) -> None:
        """Writes a refusal down, though not again before something else has happened."""
        bit = 1 << (code + 9 * seat) % 30  # seldom shared by two that can be given at once
        if not self._noted & bit:
            self._noted |= bit
            self.journal.add(_REFUSAL, seat, code)

    def accuses(self) -> bool:
        """Whether the sentence is about an offence, proved or suspected."""
        text = self.notice.text
        return OFFENCES < text <= _LAST_OFFENCE or text == _SUSPICION

    def request(self, text: int, seat: int) -> None:
        """What somebody is to do now (0: nothing any more), asked until it is done: a sentence
        that covers it gives way to it again. It covers none that accuses somebody."""
        standing = text << 2 | seat
        notice = self.notice
        if standing != self._standing:
            if (text or notice.text == self._standing >> 2) and not self.accuses():
                self.hush()
            self._standing = standing
        if text and not notice.text:
            self.say(text, seat, ms=_FOREVER)

    def hush(self) -> None:
        """Takes the sentence away."""
        if self.notice.text:
            self.notice.text = 0
            self.changed = True

    def step(self, now: int) -> None:
        """Lets time pass: a sentence goes when its time is over."""
        self.now = now
        if self._until and ((now - self._until) & 0x3FFFFFFF) < 0x20000000:
            self._until = _FOREVER
            self.hush()
        if self.untold and not (self.notice.text or self.asked):
            self._next_offence()

    # --- asking -----------------------------------------------------------------------------

    def ask(self, owner: "Any", what: int, who: int, text: int, options: bytes) -> None:
        """Asks the seats in `who` a question; `owner.answered(what, seat, choice)` hears the
        answer: the place of an option, or -1 when PASS leaves the question. Its placeholders
        are those of the notice, which `say` may have filled before."""
        self.asks.copy(self.notice)
        self.owner = owner
        self._what = what
        self.asked = who
        self.question = text
        self.options = options
        self.page = 0
        self.changed = self.urgent = True

    def answer(self, seat: int, key: int) -> bool:
        """A key (0-3 the suits, 4 PASS, 5 CALL) of a seat; whether it belonged to the
        question. CALL turns the page when there are more than four options."""
        if not self.asked >> seat & 1:
            return False
        choice = self.page + key
        if key == 5:
            self.page += 4
            if self.page >= len(self.options):
                self.page = 0
            self.changed = self.urgent = True
        elif key == 4:
            self._answered(seat, -1)
        elif choice < len(self.options):
            self._answered(seat, choice)
        return True

    def _answered(self, seat: int, choice: int) -> None:
        owner = self.owner
        self.asked = 0
        self.owner = None
        self.hush()
        self.changed = self.urgent = True
        owner.answered(self._what, seat, choice)
