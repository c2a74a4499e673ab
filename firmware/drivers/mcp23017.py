"""MCP23017: sixteen keys on an I2C bus, debounced, and reported as events in a ring buffer."""

from machine import I2C, Pin
from micropython import const

from codes.table import Contacts, Ticks

_SAMPLE_MS = const(5)  # time between samples while the interrupt line is low or a contact changes
_REST_MS = const(50)  # time between samples at other times
_CHECK_MS = const(1000)  # time between checks; longest time from a failure to the next try
_STUCK_S = const(10)
# Numbers of failures in a row; each failure after the first doubles the time to the next try. From
# _UNSEEN failures on, a key may have been pressed and released unseen. At the failure number
# _FAILURES, 315 ms after the first one, the chip counts as lost.
_UNSEEN = const(4)
_FAILURES = const(7)
_BLOCKED_MS = const(20)  # if an interrupt waits longer for a sample, a short press may be missed
_ALL = const(0xFFFF)
_WRAP = const(31)  # mask of an index in the ring buffer of 32 bytes, which holds 31 events

# Register addresses with IOCON.BANK = 0.
_IODIRA = const(0x00)
_IOCON_IF_BANKED = const(0x05)  # IOCON if BANK = 1; if BANK = 0, this is GPINTENB
_IOCON = const(0x0A)
_GPPUA = const(0x0C)
_INTFA = const(0x0E)  # followed by INTFB, INTCAPA, INTCAPB, GPIOA, GPIOB

# The registers IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON and GPPU, each for ports A and B. All
# pins are inputs with pull-ups, and a change at either port causes an interrupt on one line
# (MIRROR). The chip drives the line, low when active, because the board's pin at the other end of
# the line has no pull-up.
_SETTINGS = b"\xff\xff\x00\x00\xff\xff\x00\x00\x00\x00\x40\x40\xff\xff"


class Expander:
    """An expander with sixteen contacts to ground.

    `keys` has the number of the key at each bit, port A first; a bit without a key has a number
    that no key has. `interrupt` is the pin for the chip's interrupt line; if the line is not
    connected, but the pin is pulled up, keys are reported later. `brief` is a mask of the sensors
    that feel a rap on the table; their contacts count even if they close and open between two
    samples. `lost` is set at first and after _FAILURES failures in a row, until the chip answers.
    `held` and `stuck` are masks of the bits of keys; `errors` counts failed transfers and lost
    settings. If presses may have been missed at a seat, there is an event MISSED with the number
    of one key of this seat.
    """

    # The longest step at 400 kHz: it writes lost settings and checks them. If a line of the bus is
    # held low, a step takes as long as the timeout of the bus.
    LONGEST_US = 1700

    def __init__(
        self, i2c: I2C, address: int, keys: bytes, interrupt: Pin, brief: int = 0
    ) -> None:
        self.i2c = i2c
        self.address = address
        self.keys = keys
        self.interrupt = interrupt
        self.brief = brief
        self._seen = bytearray(6)
        self._settings = bytearray(len(_SETTINGS))
        self._ring = bytearray(_WRAP + 1)
        self._head = self._tail = 0
        self._seconds = bytearray(16)  # seconds for which each key has been held
        self._one = self._two = 0  # the last two samples; a 1 is a closed contact
        self._wait = _REST_MS
        # `_failed` counts failures in a row. If `_late` is not 0, the next sample is late, so the
        # interrupt flags are used to find presses that were missed. If `_late` is _UNSEEN or more,
        # the flags may not show all of them.
        self._failed = self._late = 0
        # Times in ms: `_since` is the time of the last sample in a step without a check. `_quiet`
        # is the time of the last step that found the interrupt line high or read a sample. After
        # such a step all changes have been read.
        self._since = self._quiet = 0
        self._checked = -_CHECK_MS
        self.held = self.stuck = 0
        self.errors = 0
        self.lost = True  # until the settings are written
        try:  # do not wait for the first step: keys pressed before that step count too
            self._check()
            i2c.readfrom_mem_into(address, _INTFA, self._seen)
        except OSError:
            pass  # the first step tries again

    def event(self) -> int:
        """Return the oldest event that was not fetched yet, 0 for none."""
        if self._tail == self._head:
            return 0
        event = self._ring[self._tail]
        self._tail = (self._tail + 1) & _WRAP
        return event

    def step(self, now: int) -> int:
        """Sample or check the chip if it is due at `now` ms; return the ms until the next call."""
        if self.interrupt():
            self._quiet = now
        elif ((now - self._quiet) & Ticks.MASK) > _BLOCKED_MS:
            self._late |= 1
        check = ((now - self._checked) & Ticks.MASK) >= (self._wait if self._failed else _CHECK_MS)
        if check:
            self._checked = now
        else:
            waited = (now - self._since) & Ticks.MASK
            rest = self._wait if self._quiet == now else _SAMPLE_MS
            if self._failed or waited < rest:
                return _SAMPLE_MS
            self._since = now
        try:
            if check:
                self._check()
            if self._late or not check:
                self._sample()
                self._quiet = now
            self._failed = 0
        except OSError:
            self._fail(now)
        return _SAMPLE_MS

    def _sample(self) -> None:
        """Read both ports, and their state at the last interrupt, in one transfer.

        A key has changed when three samples agree. A rap counts at once, even if its contact is
        open again. Such a rap shows in two ways: the interrupt flag of its contact is set, and
        the contact was closed at the interrupt.
        """
        seen = self._seen
        self.i2c.readfrom_mem_into(self.address, _INTFA, seen)
        brief = self.brief
        closed = (seen[4] | seen[5] << 8) ^ _ALL
        flags = seen[0] | seen[1] << 8
        closed |= brief & flags & ~(seen[2] | seen[3] << 8)
        if self._late:
            self._catch_up(flags, closed)
        differ = (closed ^ self._one) | (closed ^ self._two)
        self._two = self._one
        self._one = closed
        self._wait = _SAMPLE_MS if differ else _REST_MS
        self._hold((self.held & differ) | (closed & (brief | ~differ)))

    def _catch_up(self, flags: int, closed: int) -> None:
        """Report keys that were pressed and released before this late sample.

        `flags` and `closed` are masks of the interrupt flags and of the contacts closed now. A
        port sets only the interrupt flag of the contact that changed first. If that contact is
        open now, it was closed meanwhile. Other contacts may have been closed too, without a flag.
        A contact that was closed at the last sample and is open now counts as pressed, too.
        """
        self._hold(self.held | ((flags | self._one) & ~closed))
        if self._late >= _UNSEEN:
            self._miss(flags)
        self._late = 0

    def _miss(self, flags: int) -> None:
        """Report missed presses for each seat that has keys on a port with a bit in `flags`."""
        last = 4  # no seat yet
        for bit in range(16):
            seat = self.keys[bit] >> 3
            if seat != last and seat < 4 and flags >> (bit & 8) & 255:
                last = seat
                self._put(Contacts.MISSED, bit)

    def _check(self) -> None:
        """Write the settings again if they are lost, else look for keys held too long.

        Call it once a second, and for each try after a failure. Such a try does not look for keys
        held too long. If the chip has kept its settings, the next sample finds the presses that
        were missed during the failure: the chip's interrupt flags show them. Raise OSError if the
        chip does not answer, or does not take the settings.
        """
        self._late |= self._failed
        if not self._is_set():
            self._make_settings()
            if not self.lost:  # if the chip was lost, the table reports missed presses
                self.errors += 1
                self._miss(_ALL)
        elif not self._failed:
            self._age()
        self.lost = False

    def _age(self) -> None:
        """Add a second for each key that is held, and report the keys that are stuck."""
        for bit in range(16):
            if self.held >> bit & 1 and self._seconds[bit] <= _STUCK_S:
                self._seconds[bit] += 1
                if self._seconds[bit] > _STUCK_S:
                    self.stuck |= 1 << bit
                    self._put(Contacts.STUCK, bit)

    def _make_settings(self) -> None:
        """Write all settings; raise OSError if the chip does not have them afterwards.

        First set how registers are addressed. Set pull-ups before interrupts, because a floating
        pin would cause interrupts.
        """
        i2c = self.i2c
        address = self.address
        i2c.writeto_mem(address, _IOCON_IF_BANKED, b"\x00")
        i2c.writeto_mem(address, _IOCON, b"\x40")
        i2c.writeto_mem(address, _GPPUA, b"\xff\xff")
        i2c.writeto_mem(address, _IODIRA, _SETTINGS)
        if not self._is_set():
            raise OSError

    def _is_set(self) -> bool:
        """Return whether the chip has its settings."""
        self.i2c.readfrom_mem_into(self.address, _IODIRA, self._settings)
        return self._settings == _SETTINGS

    def _hold(self, held: int) -> None:
        """Set the mask of the keys that are held, and report the changes."""
        changed = held ^ self.held
        self.held = held
        bit = 0
        while changed >> bit:
            if changed >> bit & 1:
                kind = Contacts.RELEASED
                if held >> bit & 1:
                    self._seconds[bit] = 0
                    kind = Contacts.PRESSED
                elif self.stuck >> bit & 1:
                    self.stuck ^= 1 << bit
                    kind = Contacts.FREED
                self._put(kind, bit)
            bit += 1

    def _put(self, kind: int, bit: int) -> None:
        """Add an event to the ring."""
        self._ring[self._head] = kind | self.keys[bit]
        self._head = (self._head + 1) & _WRAP
        if self._head == self._tail:  # the ring is full: drop the oldest event
            self._tail = (self._tail + 1) & _WRAP

    def _fail(self, now: int) -> None:
        """Count a failure, and set the time to the next try.

        After _FAILURES failures in a row the chip is lost, and no key counts as held.
        """
        self.errors += 1
        self._wait = min(2 * self._wait, _CHECK_MS) if self._failed else _SAMPLE_MS
        self._checked = now
        self._failed += 1
        if self._failed >= _FAILURES:
            self.lost = True
            self._one = self._two = 0
            self._hold(0)
