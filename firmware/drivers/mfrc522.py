"""The readers of all seats on one SPI bus: one field on at a time, and help for a chip that fails.

A step does one part of a visit to a pad: field on, request, a level of the UID. A chip that fails
three visits in a row gets a soft reset, then three hard ones with all others, then it is lost,
which does not end the visits to the others, and is asked again every second.
"""

from machine import SPI, Pin
from micropython import const

from codes.table import Gains, Looks, PadStates, Ticks
from drivers.mfrc522_chip import ANSWER, CROWD, MANGLED, MORE, SILENT, UNDONE, Chip
from drivers.mfrc522_pads import Pads

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

# Times in ms. A `now` may be a millisecond old when it is given, hence one more than is needed.
_GUARD = const(6)  # field on until a card must answer: 5 (the standard asks for 5.1)
_OFF_MS = const(6)  # field off until a card has forgotten: 5
_PULSE = const(2)
_WAKE_MS = const(10)  # from a reset until the quartz swings and the chip listens
_CHECK = const(1000)
_RETRY = const(1000)
_NOBODY_MS = const(50)

_STRIKES = const(3)
_WHOLE_VISITS = const(5)  # a resting card's whole UID is read once in so many visits
_HARD = const(2)  # rungs of the ladder: one soft reset, hard ones, lost
_LOST = const(5)

_EVERY = const(0b1111)  # seat has a reader
_PAST = const(0x20000000)  # less than this ago

# Parts of a visit, and of a reset.
_NEXT = const(0)
_OPEN = const(1)
_ASK = const(2)
_LEVEL = const(3)
_AGAIN = const(4)
_RELEASE = const(5)
_SET_UP = const(6)


class Readers:
    """`step` keeps `pads` up to date. Seats are numbered as in `selects`.

    `turn` is the seat whose pad is visited every second time (any other number: none);
    `version` is each chip's, 0 while it cannot be set up; `gain` as in `tune`.
    """

    LONGEST_US = 4000  # of a step, SPI calls at 50 us: a level of a UID from a slow clone

    def __init__(
        self, spi: SPI, selects: "tuple[Pin, ...]", reset: Pin, built: int = _EVERY
    ) -> None:
        """`selects`: a pin per seat, all high; `reset`: the reset pin of all the readers;
        `built`: seats that have a reader, a bit each."""
        self.seats = seats = len(selects)
        self.pads = Pads(seats)
        self.turn = seats
        self.version = bytearray(seats)
        self.gain = bytearray([Gains.USUAL] * seats)
        self._chip = Chip(spi, selects[0])
        self._selects = selects
        self._reset = reset
        self._seat = seats  # whose pad was last visited
        self._round = 0
        self._visits = 0
        self._depth = 0  # the cascade level to read
        self.second = False  # whether this is the second look of a visit: a card may be new
        self._strikes = bytearray(seats)
        self._rung = bytearray(seats)
        # Seats, a bit each: all that have a reader, those to set up, to check, to help, and those
        # lost.
        self._all = built
        for seat in range(seats):
            if not built >> seat & 1:
                self.pads.state[seat] = PadStates.NONE
        self._new = self._checks = self._sick = self._lost = 0
        self._check_at = self._retry_at = 0
        self._do = self._who_does()
        self._phase = _NEXT
        self._due = -1

    def _who_does(self) -> "tuple[Callable[[int], None], ...]":
        """Each part of a visit and of a reset, by its number."""
        return (
            self._next,
            self._open,
            self._ask,
            self._level,
            self._again,
            self._release,
            self._setup,
        )

    def step(self, now: int) -> int:
        """Does what is due at `now`, in ms. Returns the ms until there is more to do."""
        if self._due < 0:
            self._hard_reset(now)
        elif (now - self._due & Ticks.MASK) < _PAST:
            self._due = now
            self._do[self._phase](now)
        return self._due - now & Ticks.MASK

    def tune(self, gains: bytes) -> None:
        """Tunes each receiver, as `Gains` has it: by its number, or the digit for it."""
        for seat in range(self.seats):
            self.gain[seat] = gains[seat] & 7
        self._new = self._all

    def _then(self, phase: int, due: int) -> None:
        self._phase = phase
        self._due = due & Ticks.MASK

    # --- a visit ---------------------------------------------------------------------------

    def _next(self, now: int) -> None:
        """Helps the chips that need it, or turns to a pad."""
        if self._sick:
            self._climb(now)
        elif self._lost and (now - self._retry_at & Ticks.MASK) < _PAST:
            self._retry_at = now + _RETRY & Ticks.MASK
            self._soft_reset(self._lost, now)
        elif self._new:
            self._then(_SET_UP, now)
        else:
            self._visit(self._choose(), now)

    def _choose(self) -> int:
        """The seat to visit: the one to move every second time, the others in turn."""
        seats = self.seats
        turn = self.turn
        there = self._all & ~self._lost
        if not 0 <= turn < seats or not there >> turn & 1:
            turn = seats
        if turn != self._seat and turn != seats:
            return turn
        for _ in range(seats):
            self._round = seat = (self._round + 1) % seats
            if seat != turn and there >> seat & 1:
                return seat
        return turn

    def _visit(self, seat: int, now: int) -> None:
        if seat == self.seats:
            self._then(_NEXT, now + _NOBODY_MS)
        elif seat == self._seat:
            self._then(_OPEN, now + _OFF_MS)
        else:
            self._seat = seat
            self._chip.select = self._selects[seat]
            self._open(now)

    def _open(self, now: int) -> None:
        self._chip.field_on()
        self._visits = (self._visits + 1) % _WHOLE_VISITS
        self._then(_ASK, now + _GUARD)

    def _ask(self, now: int) -> None:
        if self._is_healthy(now):
            heard = self._chip.request()
            if heard == SILENT and self.pads.state[self._seat] != PadStates.ABSENT:
                # A card that a neighbour's field has just left may be active still: the first
                # request only made it listen to the next.
                heard = self._chip.request()
            if heard == SILENT or heard == UNDONE:
                self._end(heard, now)
            else:
                self._depth = 0
                self._then(_LEVEL, now)
        else:
            self._end(UNDONE, now)

    def _is_healthy(self, now: int) -> bool:
        """Whether the chip has its settings still: every second, and when in doubt. Those that
        it cannot be asked for with the rest are written again."""
        if (now - self._check_at & Ticks.MASK) < _PAST:
            self._check_at = now + _CHECK & Ticks.MASK
            self._checks = self._all
        seat = self._seat
        if not self._checks >> seat & 1:
            return True
        self._checks ^= 1 << seat
        if self._chip.version() != self.version[seat]:
            return False
        self._chip.settle(self.gain[seat])
        return True

    def _level(self, now: int) -> None:
        chip = self._chip
        heard = chip.part(self._depth)
        if heard == ANSWER and not self._is_known():
            heard = chip.choose(self._depth)
        self._depth += 1
        if heard != MORE:
            self._end(heard, now)

    def _is_known(self) -> bool:
        """Whether it is enough that a resting card's UID begins as it did. Not every time: a card
        on top may begin the same. A round is 4 or 6 visits: every fifth visit gets to all pads."""
        seat = self._seat
        if (
            self._depth
            or self.second
            or not self._visits
            or self.pads.state[seat] != PadStates.PRESENT
        ):
            return False
        return self._chip.begins(self.pads.uid[seat])

    def _end(self, heard: int, now: int) -> None:
        """Ends the visit, and says to `pads` what was heard in it."""
        self._chip.field_off()
        self._then(_NEXT, now)
        seat = self._seat
        if heard == UNDONE:
            self._strike(seat)
            return
        self._strikes[seat] = self._rung[seat] = 0
        if self.pads.state[seat] == PadStates.FAULT:
            self.pads.become(seat, PadStates.UNKNOWN, now)
        second = self.second
        self.second = False
        look_again = self._judge(seat, heard, now)
        if look_again and second:
            self.pads.garble(seat, now)  # two looks that differ
        elif look_again:
            self.second = True
            self._then(_AGAIN, now)

    def _judge(self, seat: int, heard: int, now: int) -> bool:
        """Says what was heard. Whether a second look is due."""
        lying = self.pads
        lying.add(seat, Looks.ALL)
        if heard == SILENT:
            lying.miss(seat, now)
        elif heard == MANGLED:
            lying.garble(seat, now)
        elif heard == CROWD:
            return lying.crowd(seat, now)
        elif heard == ANSWER:
            lying.read(seat, lying.uid[seat], lying.uid_len[seat], now)
        else:
            return lying.read(seat, self._chip.uid, self._chip.length, now)
        return False

    def _again(self, now: int) -> None:
        # Not in `_end`: its `now` is older than the moment in which the field went off.
        self._then(_OPEN, now + _OFF_MS)

    # --- the ladder ------------------------------------------------------------------------

    def _strike(self, seat: int) -> None:
        """The chip failed in a visit. One wrong byte on the bus does that as well."""
        self.second = False
        self._checks |= 1 << seat
        self._strikes[seat] += 1
        if self._strikes[seat] == _STRIKES:
            self._strikes[seat] = 0
            self._sick |= 1 << seat

    def _climb(self, now: int) -> None:
        """The next rung for each sick reader. A hard reset reaches all readers."""
        soft = hard = 0
        for seat in range(self.seats):
            bit = 1 << seat
            if self._sick & bit:
                rung = self._rung[seat] + 1
                if rung < _HARD:
                    soft |= bit
                elif rung < _LOST:
                    hard |= bit
                else:
                    self._lose(seat, now)
                    continue
                self._rung[seat] = rung
                self.pads.add(seat, Looks.RESETS)
        self._sick = 0
        if hard:
            self._hard_reset(now)
        elif soft:
            self._soft_reset(soft, now)

    def _lose(self, seat: int, now: int) -> None:
        self._lost |= 1 << seat
        self._retry_at = now + _RETRY & Ticks.MASK
        self.version[seat] = 0
        self.pads.become(seat, PadStates.FAULT, now)

    def _soft_reset(self, seats: int, now: int) -> None:
        self._new |= seats
        for seat in range(self.seats):
            if seats >> seat & 1:
                self._chip.select = self._selects[seat]
                self._chip.reset()
        self._then(_SET_UP, now + _WAKE_MS)

    def _hard_reset(self, now: int) -> None:
        self._new = self._all
        self._reset(0)
        self._then(_RELEASE, now + _PULSE)

    def _release(self, now: int) -> None:
        self._reset(1)
        self._then(_SET_UP, now + _WAKE_MS)

    def _setup(self, now: int) -> None:
        """Sets up one reader that was reset."""
        seat = 0
        while not self._new >> seat & 1:
            seat += 1
        bit = 1 << seat
        self._new ^= bit
        self._chip.select = self._selects[seat]
        self.version[seat] = self._chip.setup(self.gain[seat])
        if self.version[seat]:
            self._lost &= ~bit
        elif not self._lost & bit:
            self._sick |= bit
        if not self._new:
            self._then(_NEXT, now)
