"""The state of each pad, judged from the results of visits.

A card counts once its UID was read twice, and is gone after three visits in a row without any
answer. An answer that cannot be parsed shows neither a card nor its absence.
"""

from micropython import const

from codes.table import Looks, PadStates, Ticks

_SOME = const(32)  # looks needed for a rate
_GONE = const(3)  # visits without an answer
_UNREADABLE = const(32)  # visits with garbled answers, with no read or absence between them
_NOT_KNOWN = const(250)  # such visits while a card is known to be there: it may be noise
_RANDOM_UID = const(0x08)  # first byte of a random UID, which has four bytes


class Pads:
    """The state of all pads.

    The table reads `state`, `uid` and `uid_len` of the seats in the mask `changed`, and clears it.
    `since` is when a seat's state began, by `now` in ms: a card has gone since the first look that
    missed it. `laid` counts how often a card has come to lie on a pad. `counts` has all kinds of
    `Looks` at the first pad, then at the next one.
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
        self._missed = [0] * seats  # when the first of these misses was
        self._garbled = bytearray(seats)
        # A result to be confirmed: its seat, and the UID, or the length 0 for a crowd.
        self._nobody = self._where = seats
        self._uid = bytearray(10)
        self._len = 0

    def count(self, seat: int, kind: int) -> int:
        """Return how often a kind of `Looks` was counted since the start."""
        return self.counts[seat * Looks.KINDS + kind]

    def pad_of(self, seat: int) -> int:
        """Return the pad on which a seat lays its cards: its own, or the next one that reads."""
        for _ in range(4):
            if self.state[seat] == PadStates.FAULT or self.state[seat] == PadStates.NONE:
                seat = seat + 1 & 3
        return seat

    def rate(self, seat: int) -> int:
        """Return the percentage of looks at a card that have read it, -1 after too few looks."""
        reads = self.count(seat, Looks.READS)
        all = reads + self.count(seat, Looks.MISSES) + self.count(seat, Looks.GARBLES)
        return reads * 100 // all if all >= _SOME else -1

    def add(self, seat: int, kind: int) -> None:
        """Add one to a counter of `Looks`."""
        at = seat * Looks.KINDS + kind
        self.counts[at] = self.counts[at] + 1 & Ticks.MASK

    def read(self, seat: int, uid: bytearray, length: int, now: int) -> bool:
        """Note a whole UID, padded with zeros to ten bytes; return whether to look again."""
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
        """Put the card with the confirmed UID on a pad."""
        self._where = self._nobody
        self.uid[seat][:] = self._uid
        self.uid_len[seat] = self._len
        self.laid[seat] = self.laid[seat] + 1 & Ticks.MASK
        self.state[seat] = PadStates.UNKNOWN  # a card in the place of another is a change too
        self.become(seat, PadStates.PRESENT, now)

    def _forget(self, seat: int) -> None:
        """Drop a result of this pad that waits to be confirmed."""
        if self._where == seat:
            self._where = self._nobody

    def miss(self, seat: int, now: int) -> None:
        """Note a look without any answer."""
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
        """Note a collision of two cards; return whether a second look is due.

        Noise may look like a collision, and must not remove a card that is known to lie there.
        """
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
        """Note an answer that cannot be parsed, which is neither a miss nor a card."""
        self.add(seat, Looks.GARBLES)
        self._misses[seat] = 0
        self._garbled[seat] += 1
        if self._garbled[seat] >= (
            _NOT_KNOWN if self.state[seat] == PadStates.PRESENT else _UNREADABLE
        ):
            self.become(seat, PadStates.UNREADABLE, now)

    def become(self, seat: int, state: int, now: int) -> None:
        """Set a seat's state, and mark the seat as changed if it is another state."""
        self._garbled[seat] = 0
        if self.state[seat] != state:
            self.state[seat] = state
            self.since[seat] = now
            self.changed |= 1 << seat
