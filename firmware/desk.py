"""What a host at the serial port may ask of the table: docs/link.md.

Each command reads its fields from the line, and writes those of the answer; nothing takes heap.
"""

import gc

from micropython import const

import board
import chosen
import slot
from codes import (
    answers,
    events,
    gains,
    pads,
    phases,
    protocol,
    records,
    replies,
    rulings,
    ticks,
    totals,
)
from codes.letters import SUITS
from journal import host
from table.lock import Attempt
from table.menus import wishes
from table.setup.checkup import Checkup

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.parts import Parts
    from link.line import Line
    from link.reply import Reply
    from table.evening import Evening
    from table.table import Table

    Command = Callable[["Desk", Line, Reply], int]

_TAG_MS = const(10_000)  # in which somebody lays a tag
_LOOKING_MS = const(3000)  # with another gain
_EVERY_SEAT = const(15)
_NORTH = const(0)  # in the journal a try over the cable has this seat
_MOST_ARG = const(0xFFFF)  # in an event
_KEYS = {ord(SUITS[key]): key for key in range(4)}  # that spell a PIN
_BLANK = const(255)  # a byte that was never programmed
_COUNTED = (b"reads", b"misses", b"garbles", b"crowds", b"resets")
_PROFILE = board.PROFILE.encode()


class Desk:
    """Answers for one table. `now` is when it was asked."""

    def __init__(self, table: "Table", parts: "Parts", evening: "Evening", safe: bool) -> None:
        self.table = table
        self.parts = parts
        self.evening = evening
        self.safe = safe
        self._tail = host.Tail(table.journal)
        self._attempt = Attempt(table.lock)
        self._since = self._now = 0
        self._laid = [0] * 4  # how often cards had been laid when a tag was asked for
        self._before: list[int] = []  # what had been counted when another gain was asked for

    def answer(self, line: "Line", reply: "Reply", now: int) -> int:
        """Run the command of the line and return its result, UNKNOWN if it is none."""
        self._now = now
        if line.find(b"do"):
            for word, command in _COMMANDS:
                if line.says(word):
                    return command(self, line, reply)
        return replies.UNKNOWN

    # --- who and how ------------------------------------------------------------------------

    def hello(self, line: "Line", reply: "Reply") -> int:
        """Who this is."""
        table = self.table
        journal = table.journal
        reply.number(b"link", protocol.VERSION)
        reply.text(b"board", _PROFILE)
        reply.number(b"epoch", journal.epoch)
        reply.number(b"seq", journal.seq)
        reply.number(b"boot", journal.boots)
        reply.number(b"mark", table.match.house.mark)
        reply.truth(b"pin", table.lock.pin.length > 0)
        reply.truth(b"safe", self.safe)
        reply.text(b"slot", slot.NAME)
        reply.text(b"version", slot.VERSION)
        reply.text(b"build", slot.BUILD)
        reply.truth(b"trial", slot.on_trial)
        return replies.DONE

    def state(self, line: "Line", reply: "Reply") -> int:
        """How the match stands."""
        match = self.table.match
        auction = match.auction
        trick = match.trick
        reply.number(b"phase", match.phase)
        reply.numbers(b"totals", match.totals, 0, totals.COUNT)
        reply.number(b"events", match.count)
        if match.phase >= phases.BIDDING:
            bidding = match.phase == phases.BIDDING
            reply.number(b"turn", auction.seat if bidding else trick.seat)
            reply.number(b"contract", auction.contract)
            reply.number(b"taker", auction.taker)
            reply.number(b"factor", auction.factor)
            plays = match.audit.plays
            reply.number(b"plays", plays)
            reply.numbers(b"cards", match.audit.card, plays - trick.count, plays)
        reply.number(b"faults", match.conduct.logged)
        reply.number(b"asked", self.table.asked)
        reply.number(b"text", self.table.notice.text)
        return replies.DONE

    def test(self, line: "Line", reply: "Reply") -> int:
        """How the parts of the table are."""
        table = self.table
        lost = 0
        for number in range(len(self.parts.expanders)):
            lost |= self.parts.expanders[number].lost << number
        reply.numbers(b"pads", table.pads.state, 0, 4)
        reply.number(b"keys", lost)
        reply.number(b"display", self.parts.display.state)
        reply.number(b"refreshes", self.parts.display.refreshes)
        reply.number(b"failed", self.parts.display.failures)
        reply.number(b"room", table.journal.state)
        reply.number(b"unread", table.journal.log.failures)
        reply.truth(b"lost", table.journal.lost)
        reply.number(b"flipped", len(table.journal.flipped))
        reply.text(b"crash", table.journal.crash)
        reply.number(b"celsius", table.celsius())
        reply.numbers(b"left", table.left, 0, 5)
        return replies.DONE

    def check(self, line: "Line", reply: "Reply") -> int:
        """The self-test begins, as from the menu."""
        wrong = chosen.refused(self, line, reply)
        if not wrong:
            self.evening.menu = Checkup(self.table)
        return wrong

    def gain(self, line: "Line", reply: "Reply") -> int:
        """How often each reader reads what lies there, with another gain for that while."""
        gain = line.number(b"gain")
        if not gains.LOWEST <= gain <= gains.HIGHEST:
            return replies.FIELD
        wrong = chosen.refused(self, line, reply)
        if wrong:
            return wrong
        self.parts.readers.tune(bytes((gain,) * 4))
        self._before = list(self.table.pads.counts)
        self._since = self._now
        return replies.PENDING

    def heap(self, line: "Line", reply: "Reply") -> int:
        """Bytes of it in use and free; to count them takes a tenth of a second in PSRAM, so not
        while cards are in play."""
        if self.table.match.phase > phases.READY:
            return replies.NOT_NOW
        reply.number(b"used", gc.mem_alloc())
        reply.number(b"free", gc.mem_free())
        return replies.DONE

    def reads(self, line: "Line", reply: "Reply") -> int:
        """What a reader has counted since the start."""
        seat = line.number(b"seat")
        if not 0 <= seat < 4:
            return replies.FIELD
        for kind in range(len(_COUNTED)):
            reply.number(_COUNTED[kind], self.table.pads.count(seat, kind))
        return replies.DONE

    def time(self, line: "Line", reply: "Reply") -> int:
        """What the table's clock says: the host knows the other half."""
        reply.number(b"ms", self._now)
        reply.number(b"boot", self.table.journal.boots)
        return replies.DONE

    # --- the journal ------------------------------------------------------------------------

    def listen(self, line: "Line") -> int:
        """A host wants what comes after a record that it has, or all if it knows no epoch."""
        journal = self.table.journal
        if not line.find(b"epoch"):
            self._tail.seek(-1)
        elif line.number(b"epoch") == journal.epoch:
            self._tail.seek(line.number(b"after"))
        else:
            return replies.EPOCH
        return replies.DONE

    def has_news(self) -> bool:
        """Whether records have come since."""
        return self._tail.step()

    def tell_news(self, reply: "Reply") -> None:
        """They are written down."""
        tail = self._tail
        reply.number(b"first", tail.first)
        reply.number(b"to", tail.to)
        reply.base64(b"slots", tail.piece)

    def flash(self, line: "Line", reply: "Reply") -> int:
        """Eight slots of the journal's flash, as they are; all of them may be blank."""
        journal = self.table.journal
        block = line.number(b"block")
        slot = line.number(b"slot")
        if (
            not 0 <= block < journal.log.blocks
            or not 0 <= slot <= records.LAST
            or slot % host.SLOTS
        ):
            return replies.FIELD
        piece = self._tail.piece  # news wait until an answer is written
        if journal.log.read(block, slot << 4, piece):
            return replies.FAILED
        reply.number(b"blocks", journal.log.blocks)
        if min(piece) < _BLANK:
            reply.base64(b"slots", piece)
        return replies.DONE

    def acknowledge(self, line: "Line", reply: "Reply") -> int:
        """The host has all up to a record, and will keep it."""
        journal = self.table.journal
        seq = line.number(b"seq")
        if seq < 0:
            return replies.FIELD
        if line.number(b"epoch") != journal.epoch:
            return replies.EPOCH
        host.acknowledge(journal, seq)
        return replies.DONE

    # --- what is seen, and laid -------------------------------------------------------------

    def lights(self, line: "Line", reply: "Reply") -> int:
        """Which table is it? The one that blinks twice at these seats."""
        self.table.blink |= line.number(b"seats", _EVERY_SEAT) & _EVERY_SEAT
        return replies.DONE

    def tag(self, line: "Line", reply: "Reply") -> int:
        """The next tag that somebody lays on any pad."""
        for seat in range(4):
            self._laid[seat] = self.table.pads.laid[seat]
        self._since = self._now
        return replies.PENDING

    def step(self, reply: "Reply", now: int) -> int:
        """Waits for the tag, or for the readers."""
        waited = now - self._since & ticks.MASK
        before = self._before
        if before:
            if waited < _LOOKING_MS:
                return replies.PENDING
            self.parts.readers.tune(self.table.settings.gains.encode())
            counts = self.table.pads.counts
            for at in range(len(before)):
                before[at] = counts[at] - before[at] & ticks.MASK
            reply.numbers(b"counts", before, 0, len(before))
            self._before = []
            return replies.DONE
        seen = self.table.pads
        for seat in range(4):
            if seen.state[seat] == pads.PRESENT and seen.laid[seat] != self._laid[seat]:
                reply.number(b"seat", seat)
                reply.hexadecimal(b"uid", seen.uid[seat], seen.uid_len[seat])
                return replies.DONE
            if seen.state[seat] == pads.RANDOM and seen.since[seat] >= self._since:
                reply.number(b"seat", seat)
                reply.truth(b"phone", True)
                return replies.DONE
        return replies.PENDING if waited < _TAG_MS else replies.NOT_NOW

    # --- the director's ---------------------------------------------------------------------

    def service(self, line: "Line", reply: "Reply") -> int:
        """The table rests: somebody works at the prompt."""
        if self.shut(line, reply):
            return replies.PIN
        self.evening.menus.wish = wishes.SERVICE
        return replies.DONE

    def undo(self, line: "Line", reply: "Reply") -> int:
        """Takes back what happened last in the deal under way."""
        return self._happen(line, reply, events.UNDO, 0, 0)

    def ruling(self, line: "Line", reply: "Reply") -> int:
        """One of docs/events.md."""
        what = line.number(b"what")
        arg = line.number(b"arg", 0)
        if not 0 <= what <= rulings.GIVE or arg > _MOST_ARG:
            return replies.FIELD
        return self._happen(line, reply, events.RULING, what, arg)

    def _happen(self, line: "Line", reply: "Reply", what: int, seat: int, arg: int) -> int:
        """An event, if nothing has happened of which the host does not know."""
        if self.shut(line, reply):
            return replies.PIN
        if line.number(b"events") != self.table.match.count:
            return replies.NOT_NOW
        refused = self.table.happen(what, seat, arg)
        if 0 < refused < answers.NOTED:
            reply.number(b"refused", refused)
            return replies.REFUSED
        return replies.DONE

    def shut(self, line: "Line", reply: "Reply") -> bool:
        """Return whether the command is the director's, and the line does not have the PIN, or
        comes before the delay after wrong tries is over."""
        length = self.table.lock.pin.length
        if not length:
            return False
        if not line.find(b"pin") or line.end - line.at != length:
            return True
        attempt = self._attempt
        if not attempt.begin(self._now):
            reply.number(b"wait", attempt.number)
            return True
        for at in range(line.at, line.end):
            key = _KEYS.get(line.bytes[at], -1)
            if key < 0:
                return True
            attempt.press(_NORTH, key)
        return not attempt.opens(self._now)


# Compared byte by byte: to take a word out of the line would need heap.
_COMMANDS: "tuple[tuple[bytes, Command], ...]" = (
    (b"hello", Desk.hello),
    (b"state", Desk.state),
    (b"test", Desk.test),
    (b"check", Desk.check),
    (b"gain", Desk.gain),
    (b"heap", Desk.heap),
    (b"reads", Desk.reads),
    (b"time", Desk.time),
    (b"flash", Desk.flash),
    (b"acknowledge", Desk.acknowledge),
    (b"lights", Desk.lights),
    (b"tag", Desk.tag),
    (b"service", Desk.service),
    (b"undo", Desk.undo),
    (b"ruling", Desk.ruling),
    (b"house", chosen.house),
    (b"names", chosen.names),
)
