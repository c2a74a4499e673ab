"""The readers of all seats on one SPI bus, polled with one RF field on at a time.

A step does one part of a visit to a pad: it switches the field on, sends a request, or reads a
level of the UID. A chip that fails three visits in a row gets a soft reset. If the chip still
fails, it gets up to three hard resets, which reset all chips. After these the chip is lost: visits
to the other chips continue, and the lost chip gets a soft reset once a second.
"""

from machine import SPI, Pin
from micropython import const

from codes.table import Gains, Looks, PadStates, Ticks
from drivers.mfrc522_chip import ANSWER, CROWD, MANGLED, MORE, SILENT, UNDONE, Chip
from drivers.mfrc522_pads import Pads

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

# Times in ms. `now` may be a millisecond old when a method receives it, so some times are
# 1 ms longer than needed.
_GUARD = const(6)  # time from field on to the request: a card is ready after 5 (standard: 5.1)
_OFF_MS = const(6)  # time from field off to field on: a card has lost its state after 5
_PULSE = const(2)
_WAKE_MS = const(10)  # time from a reset to the set-up; the chip's crystal starts in about 1
_CHECK = const(1000)
_RETRY = const(1000)
_NOBODY_MS = const(50)  # time until the next try if no reader works

_STRIKES = const(3)
_WHOLE_VISITS = const(5)  # every fifth visit reads the whole UID of a known card (`_is_known`)
# Rungs of recovery: rung 1 is a soft reset, rungs from _HARD on are hard resets, and at _LOST the
# reader counts as lost.
_HARD = const(2)
_LOST = const(5)

_EVERY = const(0b1111)  # mask: every seat has a reader
# The clock begins again at 0 after Ticks.MASK ms. So a time counts as past if it was less than
# _PAST ms ago, and otherwise as still to come.
_PAST = const(0x20000000)

# Phases of a visit, and of a reset.
_NEXT = const(0)
_OPEN = const(1)
_ASK = const(2)
_LEVEL = const(3)
_AGAIN = const(4)
_RELEASE = const(5)
_SET_UP = const(6)


class Readers:
    """The readers of all pads; `step` keeps `pads` up to date.

    Seats are numbered as in `selects`. `turn` is the seat whose pad gets every second visit; if
    `turn` is not the number of a seat, all pads get equally many visits. `version` has the version
    of each chip, 0 while the chip is lost or not set up. `gain` has the gain of each receiver.
    """

    # The longest step if there is no noise: it reads one level of a UID from a slow clone of the
    # chip. An SPI call is counted as 50 us.
    LONGEST_US = 4000

    def __init__(
        self, spi: SPI, selects: "tuple[Pin, ...]", reset: Pin, built: int = _EVERY
    ) -> None:
        """Store the select pins of the chips and their common reset pin.

        `selects` has for each seat a pin that is already high, or None if the seat has no reader.
        `built` is a mask of the seats that have a reader.
        """
        self.seats = seats = len(selects)
        self.pads = Pads(seats)
        self.turn = seats
        self.version = bytearray(seats)
        self.gain = bytearray([Gains.USUAL] * seats)
        self._chip = Chip(spi, selects[0])
        self._selects = selects
        self._reset = reset
        self._seat = seats  # the seat whose pad was visited last
        self._round = 0
        self._visits = 0
        self._depth = 0  # the cascade level to read
        # Flag: a second look is due or under way, because the first look must be confirmed.
        self.second = False
        self._strikes = bytearray(seats)
        self._rung = bytearray(seats)
        # Masks of seats: `_all` have a reader, `_new` must be set up, `_checks` must be checked,
        # `_sick` need a reset, and `_lost` are lost.
        self._all = built
        for seat in range(seats):
            if not built >> seat & 1:
                self.pads.state[seat] = PadStates.NONE
        self._new = self._checks = self._sick = self._lost = 0
        self._check_at = self._retry_at = 0
        self._do = self._phase_methods()
        self._phase = _NEXT
        self._due = -1

    def _phase_methods(self) -> "tuple[Callable[[int], None], ...]":
        """Return the methods for the phases of a visit or a reset, indexed by phase."""
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
        """Run the phase if it is due at `now` ms; return in how many ms the next one is due."""
        if self._due < 0:
            self._hard_reset(now)
        elif (now - self._due & Ticks.MASK) < _PAST:
            self._due = now
            self._do[self._phase](now)
        return self._due - now & Ticks.MASK

    def tune(self, gains: bytes) -> None:
        """Set the gain of each receiver; the chips get it before the next visit.

        `gains` has one byte for each seat: a number of `Gains`, or its ASCII digit.
        """
        for seat in range(self.seats):
            self.gain[seat] = gains[seat] & 7
        self._new = self._all

    def _then(self, phase: int, due: int) -> None:
        """Set the next phase, and the time in ms when it is due."""
        self._phase = phase
        self._due = due & Ticks.MASK

    # --- visits to pads --------------------------------------------------------------------

    def _next(self, now: int) -> None:
        """Reset or set up the chips that need it, or begin a visit to a pad."""
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
        """Return the seat to visit next; return the number of seats if no reader works.

        Every second time this is `turn`, if the reader of that seat works. Otherwise it is the
        next of the other seats.
        """
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
        """Begin a visit; if `seat` is the number of seats, wait, because no reader works.

        Before a second visit in a row to the same pad, leave its field off for a while.
        """
        if seat == self.seats:
            self._then(_NEXT, now + _NOBODY_MS)
        elif seat == self._seat:
            self._then(_OPEN, now + _OFF_MS)
        else:
            self._seat = seat
            self._chip.select = self._selects[seat]
            self._open(now)

    def _open(self, now: int) -> None:
        """Switch the field on."""
        self._chip.field_on()
        self._visits = (self._visits + 1) % _WHOLE_VISITS
        self._then(_ASK, now + _GUARD)

    def _ask(self, now: int) -> None:
        """Check the chip if that is due, and wake the cards in its field.

        End the visit if the chip fails or no card answers.
        """
        if self._is_healthy(now):
            heard = self._chip.request()
            if heard == SILENT and self.pads.state[self._seat] != PadStates.ABSENT:
                # A card that was in a neighbour's field until now may still be active. Then the
                # first request has only made the card ready for the next request.
                heard = self._chip.request()
            if heard == SILENT or heard == UNDONE:
                self._end(heard, now)
            else:
                self._depth = 0
                self._then(_LEVEL, now)
        else:
            self._end(UNDONE, now)

    def _is_healthy(self, now: int) -> bool:
        """Return whether the chip still has its settings; return True if no check is due.

        A check is due every second and after a failed visit. It reads only some of the settings,
        so if these are right, write all settings again.
        """
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
        """Read a level of the UID; end the visit unless another level follows."""
        chip = self._chip
        heard = chip.part(self._depth)
        if heard == ANSWER and not self._is_known():
            heard = chip.choose(self._depth)
        self._depth += 1
        if heard != MORE:
            self._end(heard, now)

    def _is_known(self) -> bool:
        """Return whether the part of the UID just read is enough to recognise the card on the pad.

        Read the whole UID every fifth visit, because the UID of a second card on the same pad may
        begin with the same bytes. A round of the pads never takes five visits, so the fifth visit
        is not always at the same pad.
        """
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
        """Switch the field off after a look, and report the result of the look to `pads`.

        Begin a second look if it is due. If the chip failed, only count the failure.
        """
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
        look_again = self._report(seat, heard, now)
        if look_again and second:
            self.pads.garble(seat, now)  # the two looks differ
        elif look_again:
            self.second = True
            self._then(_AGAIN, now)

    def _report(self, seat: int, heard: int, now: int) -> bool:
        """Pass the result of a look to `pads`; return whether a second look is due."""
        pads = self.pads
        pads.add(seat, Looks.ALL)
        if heard == SILENT:
            pads.miss(seat, now)
        elif heard == MANGLED:
            pads.garble(seat, now)
        elif heard == CROWD:
            return pads.crowd(seat, now)
        elif heard == ANSWER:
            pads.read(seat, pads.uid[seat], pads.uid_len[seat], now)
        else:
            return pads.read(seat, self._chip.uid, self._chip.length, now)
        return False

    def _again(self, now: int) -> None:
        """Leave the field off for a while before the second look of a visit.

        This is a phase of its own, because `_end` switches the field off some time after its
        `now`. A time without a field that is counted from that `now` would be too short.
        """
        self._then(_OPEN, now + _OFF_MS)

    # --- recovery of readers that fail -----------------------------------------------------

    def _strike(self, seat: int) -> None:
        """Count a failed visit; after three in a row the chip needs a reset.

        A single failure may come from one wrong byte on the bus.
        """
        self.second = False
        self._checks |= 1 << seat
        self._strikes[seat] += 1
        if self._strikes[seat] == _STRIKES:
            self._strikes[seat] = 0
            self._sick |= 1 << seat

    def _climb(self, now: int) -> None:
        """Take the next rung of recovery for each reader that needs a reset.

        If one of them needs a hard reset, send no soft reset: the hard reset reaches all readers.
        """
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
        """Mark a reader as lost."""
        self._lost |= 1 << seat
        self._retry_at = now + _RETRY & Ticks.MASK
        self.version[seat] = 0
        self.pads.become(seat, PadStates.FAULT, now)

    def _soft_reset(self, seats: int, now: int) -> None:
        """Send the command for a soft reset to the chips of the seats in the mask `seats`."""
        self._new |= seats
        for seat in range(self.seats):
            if seats >> seat & 1:
                self._chip.select = self._selects[seat]
                self._chip.reset()
        self._then(_SET_UP, now + _WAKE_MS)

    def _hard_reset(self, now: int) -> None:
        """Pull the reset pin of all chips low."""
        self._new = self._all
        self._reset(0)
        self._then(_RELEASE, now + _PULSE)

    def _release(self, now: int) -> None:
        """Release the reset pin."""
        self._reset(1)
        self._then(_SET_UP, now + _WAKE_MS)

    def _setup(self, now: int) -> None:
        """Set up one reader of `_new`; mark the reader for a reset if this fails.

        A lost reader is not marked, because it is reset every second anyway.
        """
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
