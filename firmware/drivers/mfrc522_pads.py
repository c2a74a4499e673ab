"""What lies on the pads, judged from what each visit of a reader heard.

A card counts once it was read twice the same, and is gone after three visits in a row without
any answer. What cannot be understood is neither a card nor its absence.
"""

from micropython import const

from codes.table import Looks, PadStates, Ticks

_SOME = const(32)
_GONE = const(3)  # visits without an answer
_UNREADABLE = const(32)  # visits that understood nothing, with no read or absence between them
_NOT_KNOWN = const(250)  # the same while a card is known to be there: that is its noise
_RANDOM_UID = const(0x08)  # first byte of a UID of four


class Pads:
    """The table looks at `state`, `uid` and `uid_len` of the seats in `changed`, a bit each, and
    clears it.

    `since` is when a seat's state began (ms, of the `now` given): a card has gone since the first
    look that missed it. `laid` grows by one each time a card comes to lie there: which laying, not
    which card. `counts` has all kinds of `Looks` at a seat's pad, then of the next one.
    """

    def __init__(self, seats: int) -> None:
        self.changed = 0
        self.state = bytearray([PadStates.UNKNOWN] * seats)
        self.uid = [bytearray(10) for _ in range(seats)]
        self.uid_len = bytearray(seats)
        self.since = [0] * seats
        self.laid = [0] * seats
        self.counts = [0] * (Looks.KINDS * seats)
        self._misses = bytearray(seats)
        self._missed = [0] * seats  # when the first of them was
        self._garbled = bytearray(seats)
        # What was seen once: where, and the UID, or the length 0 for a crowd.
        self._nobody = self._where = seats
        self._uid = bytearray(10)
        self._len = 0

    def count(self, seat: int, kind: int) -> int:
        """How often since the start, by `Looks`."""
        return self.counts[seat * Looks.KINDS + kind]

    def pad_of(self, seat: int) -> int:
        """Return the pad on which a seat lays its cards: its own, or the next one that reads."""
        for _ in range(4):
            if self.state[seat] == PadStates.FAULT or self.state[seat] == PadStates.NONE:
                seat = seat + 1 & 3
        return seat

    def rate(self, seat: int) -> int:
        """How many of a hundred looks at something that lay there have read it; -1 if those were
        few."""
        reads = self.count(seat, Looks.READS)
        all = reads + self.count(seat, Looks.MISSES) + self.count(seat, Looks.GARBLES)
        return reads * 100 // all if all >= _SOME else -1

    def add(self, seat: int, kind: int) -> None:
        """Counts one more."""
        at = seat * Looks.KINDS + kind
        self.counts[at] = self.counts[at] + 1 & Ticks.MASK

    def read(self, seat: int, uid: bytearray, length: int, now: int) -> bool:
        """A whole UID, ten bytes with zeros behind it. Whether a second look is due."""
        self.add(seat, Looks.READS)
        self._misses[seat] = 0
        if (
            self.state[seat] == PadStates.PRESENT
            and self.uid_len[seat] == length
            and self.uid[seat] == uid
        ):
            self._garbled[seat] = 0
            self._forget(seat)
        elif length == 4 and uid[0] == _RANDOM_UID:
            self.become(seat, PadStates.RANDOM, now)
        elif self._where == seat and self._len == length and self._uid == uid:
            self._place(seat, now)
        else:
            self._where = seat
            self._uid[:] = uid
            self._len = length
            return True
        return False

    def _place(self, seat: int, now: int) -> None:
        self._where = self._nobody
        self.uid[seat][:] = self._uid
        self.uid_len[seat] = self._len
        self.laid[seat] = self.laid[seat] + 1 & Ticks.MASK
        self.state[seat] = PadStates.UNKNOWN  # one card in another's place is news as well
        self.become(seat, PadStates.PRESENT, now)

    def _forget(self, seat: int) -> None:
        if self._where == seat:
            self._where = self._nobody

    def miss(self, seat: int, now: int) -> None:
        """No answer at all."""
        self._forget(seat)
        if self.state[seat] != PadStates.ABSENT:
            self.add(seat, Looks.MISSES)
        if not self._misses[seat]:
            self._missed[seat] = now
        self._misses[seat] += 1
        if self._misses[seat] == _GONE:
            self._misses[seat] = 0
            self.become(seat, PadStates.ABSENT, self._missed[seat])

    def crowd(self, seat: int, now: int) -> bool:
        """Two cards collided. Whether a second look is due: noise may look like that, and must
        not take a card away that is known to lie there."""
        self.add(seat, Looks.CROWDS)
        self._misses[seat] = 0
        if self.state[seat] == PadStates.PRESENT and (self._where != seat or self._len):
            self._where = seat
            self._len = 0
            return True
        self._where = self._nobody
        self.become(seat, PadStates.CROWDED, now)
        return False

    def garble(self, seat: int, now: int) -> None:
        """Something answers: that is no miss, and no card either."""
        self.add(seat, Looks.GARBLES)
        self._misses[seat] = 0
        self._garbled[seat] += 1
        if self._garbled[seat] >= (
            _NOT_KNOWN if self.state[seat] == PadStates.PRESENT else _UNREADABLE
        ):
            self.become(seat, PadStates.UNREADABLE, now)

    def become(self, seat: int, state: int, now: int) -> None:
        """Sets a seat's state; news only if it is another one."""
        self._garbled[seat] = 0
        if self.state[seat] != state:
            self.state[seat] = state
            self.since[seat] = now
            self.changed |= 1 << seat
