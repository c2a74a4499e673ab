"""The state of each pad, derived from the results of visits.

A card counts as present as soon as its UID was read twice, and as gone after three visits in a row
without any answer. An answer that cannot be parsed shows neither a card nor its absence.
"""

from micropython import const

from codes.table import Looks, PadStates, Ticks

_SOME = const(32)  # fewest looks from which a rate is computed
_GONE = const(3)  # visits in a row without an answer until a card is gone
# Numbers of garbled answers after which a pad is UNREADABLE. A card, an absence or another result
# that sets the state begins the count again. A pad with a known card needs more garbled answers
# (_NOT_KNOWN), because they may be noise.
_UNREADABLE = const(32)
_NOT_KNOWN = const(250)
_RANDOM_UID = const(0x08)  # first byte of a random UID, which has four bytes


class Pads:
    """The state of all pads.

    The table reads `state`, `uid` and `uid_len` of the seats in the mask `changed`, and clears the
    mask. `since` has the time in ms at which each seat's state began; ABSENT begins at the first
    look without an answer. `laid` counts for each pad how often a card has become PRESENT there.
    `counts` has all counters of `Looks` for the first pad, then all counters for the next pad.
    """

    def __init__(self, seats: int) -> None:
        self.changed = 0
        self.state = bytearray([PadStates.UNKNOWN] * seats)
        self.uid = [bytearray(10) for _ in range(seats)]
        self.uid_len = bytearray(seats)
        self.since = [0] * seats
        self.laid = [0] * seats
        self.counts = [0] * (Looks.KINDS * seats)
        self._misses = bytearray(seats)  # visits in a row without an answer
        self._missed = [0] * seats  # time in ms of the first miss in `_misses`
        self._garbled = bytearray(seats)
        # The result that a second look must confirm: `_where` is its seat, `_uid` and `_len` are
        # the UID and its length. The length 0 stands for a collision of two cards or more. If
        # `_where` is `_nobody`, there is no such result.
        self._nobody = self._where = seats
        self._uid = bytearray(10)
        self._len = 0

    def count(self, seat: int, kind: int) -> int:
        """Return how often a kind of `Looks` was counted since the start."""
        return self.counts[seat * Looks.KINDS + kind]

    def pad_of(self, seat: int) -> int:
        """Return the pad for a seat's cards.

        This is the seat's own pad if its reader works, or if no reader works. Otherwise it is the
        pad of the next seat whose reader works.
        """
        for _ in range(4):
            if self.state[seat] == PadStates.FAULT or self.state[seat] == PadStates.NONE:
                seat = seat + 1 & 3
        return seat

    def rate(self, seat: int) -> int:
        """Return the percentage of reads among reads, misses and garbled answers of a pad.

        Return -1 if there are fewer than _SOME of them.
        """
        reads = self.count(seat, Looks.READS)
        all = reads + self.count(seat, Looks.MISSES) + self.count(seat, Looks.GARBLES)
        return reads * 100 // all if all >= _SOME else -1

    def add(self, seat: int, kind: int) -> None:
        """Add one to a seat's counter of a kind of `Looks`."""
        at = seat * Looks.KINDS + kind
        self.counts[at] = self.counts[at] + 1 & Ticks.MASK

    def read(self, seat: int, uid: bytearray, length: int, now: int) -> bool:
        """Handle a whole UID, padded with zeros to ten bytes; return whether a second look is due.

        A second look is due for a UID that is neither known on this pad nor confirmed by this
        read. A random UID needs no second look.
        """
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
        """Store the confirmed UID as the card on a pad."""
        self._where = self._nobody
        self.uid[seat][:] = self._uid
        self.uid_len[seat] = self._len
        self.laid[seat] = self.laid[seat] + 1 & Ticks.MASK
        self.state[seat] = PadStates.UNKNOWN  # so that `become` reports a replaced card
        self.become(seat, PadStates.PRESENT, now)

    def _forget(self, seat: int) -> None:
        """Drop the result that a second look must confirm, if it is a result of this pad."""
        if self._where == seat:
            self._where = self._nobody

    def miss(self, seat: int, now: int) -> None:
        """Handle a look without any answer; after the third in a row the pad is ABSENT."""
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
        """Handle a collision of two cards or more; return whether a second look is due.

        Noise may look like a collision, so a pad with a known card becomes CROWDED only after a
        second look.
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
        """Handle an answer that cannot be parsed, or a second look that differs from the first.

        This is neither a miss nor a card. After many such results the pad is UNREADABLE.
        """
        self.add(seat, Looks.GARBLES)
        self._misses[seat] = 0
        self._garbled[seat] += 1
        if self._garbled[seat] >= (
            _NOT_KNOWN if self.state[seat] == PadStates.PRESENT else _UNREADABLE
        ):
            self.become(seat, PadStates.UNREADABLE, now)

    def become(self, seat: int, state: int, now: int) -> None:
        """Set a seat's state; if it is new, store `now` in `since` and mark the seat as changed.

        In each case begin the count of garbled answers again.
        """
        self._garbled[seat] = 0
        if self.state[seat] != state:
            self.state[seat] = state
            self.since[seat] = now
            self.changed |= 1 << seat
