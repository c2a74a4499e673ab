"""The SSD1683 on its wires: supply, 4-wire SPI, D/C#, RES#, BUSY.

From the data sheet (Rev 1.0, Jan 2021); the times are the panel's. A data sheet that forbids
something is taken at its word, and so are orders that nobody gave: what the chip would do then
is not known, so it is a fault and then ignored.
"""

from marcoria.sim.chips.ssd1683.commands import CommandDecoder
from marcoria.sim.chips.ssd1683.glass import SIZE
from marcoria.sim.chips.ssd1683.memory import Address, DisplayMemory, Output
from marcoria.sim.chips.ssd1683.refresh import Busy, Refresh, Strokes, Waveform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Clock, Faults
    from marcoria.sim.chips.pins import Net
    from marcoria.sim.chips.seams import Buffer

RESET_LOW = 10  # us, at least
_MODE_2 = 3  # of deep sleep: the RAMs are lost
FASTEST_HZ = 20_000_000  # writing; f_SCL, table 12-1
RESET_TIME = 10_000  # us, after power-on, RES# and SWRESET: "wait 10 ms"

# Slices of it cost no copy: in the VM nothing is collected while a call runs.
_IDLE = memoryview(b"\xff" * SIZE)


class Supply:
    """`powered` is supplied and plugged in; `asleep` lasts until RES#."""

    def __init__(self, chip: "Ssd1683") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._reset = chip.reset
        self._supplied = True
        self._plugged = True
        self._by_hand = False  # it was plugged in and not reset since
        self.powered = False
        self.asleep = False
        self._resetting = self._reset.level == 0
        self._reset_at = 0
        self._reset.watch(self._reset_edge)

    def switch(self, supplied: bool) -> None:
        """Switch the supply."""
        self._supplied = supplied
        self.follow()

    def plug(self, plugged: bool) -> None:
        """Put the panel's cable in, or take it off."""
        self._plugged = self._by_hand = plugged
        self.follow()

    def follow(self) -> None:
        """Follow a change of supply or cable."""
        powered = self._supplied and self._plugged
        if powered == self.powered:
            return
        self.powered = powered
        if powered:
            self._chip.busy.powered_on()
            self._chip.memory.forget()
            self._chip.restart()
        else:
            self._chip.busy.interrupt()
            self._chip.busy.show()

    def listens(self) -> bool:
        """Return whether bytes reach the command decoder."""
        if not self.powered:
            return False
        if self._reset.level is None:
            self._chip.fault("RES# floats")
        elif self._resetting:
            self._chip.fault("a byte while RES# is low")
        elif self.asleep:
            self._chip.fault("a byte in deep sleep: only RES# wakes")
        elif self._chip.busy.working:
            if not self._by_hand:  # nobody can know of a cable that was just put in
                self._chip.fault("a byte while BUSY is high")
        else:
            return True
        return False

    def sleep(self, given: bytearray) -> None:
        """Fall into deep sleep: BUSY stays high until RES#; mode 1 keeps the RAMs, mode 2 loses
        them.
        """
        mode = given[0] & 3
        if mode == 2:
            self._chip.fault("deep sleep mode 0x%02X" % given[0])
        elif mode:
            self.asleep = True
            self._chip.refresh.stop()
            if mode == _MODE_2:
                self._chip.memory.forget()
            self._chip.busy.show()

    def _reset_edge(self, level: "int | None") -> None:
        """Stop whatever goes on when RES# falls, and start when it rises."""
        if level == 0:
            self._resetting = True
            self._by_hand = False
            self._reset_at = self._clock.now
            self._chip.busy.interrupt()
        elif self._resetting:
            self._resetting = False
            if self.powered:
                self._end_reset(self._clock.now - self._reset_at)

    def _end_reset(self, low: int) -> None:
        if low < RESET_LOW:
            self._chip.fault("RES# low for %d us only" % low)
        self._chip.busy.hardware_reset()
        self._chip.restart()


class Ssd1683:
    """Controller and panel. Nets: `dc` (data/command), `reset` (RES#, low), `busy` (high).

    To be ordered, from the next reset on: `ping_pong`, whether the panel's OTP has the RAMs change
    places after each refresh of what differs, so that the image shown is the old one by itself.
    """

    ping_pong = True

    def __init__(
        self,
        clock: "Clock",
        faults: "Faults",
        dc: "Net",
        reset: "Net",
        busy: "Net",
        name: str = "display",
    ) -> None:
        self.clock = clock
        self.faults = faults
        self.dc = dc
        self.reset = reset
        self.name = name
        self.address = Address(self.fault)
        self.memory = DisplayMemory(self.address, self.fault)
        self.output = Output(self.memory, self.fault)
        self.waveform = Waveform(self.fault)
        self.strokes = Strokes(clock, self.memory)
        self.busy = Busy(self, busy)
        self.refresh = Refresh(self)
        self.supply = Supply(self)
        self.decoder = CommandDecoder(self)
        self.supply.follow()

    # --- what a person does and sees -------------------------------------------------------

    def seen(self) -> bytearray:
        """Return a new bytearray of 400 * 300 greys, 0 black to 255 white, in rows from the
        top.
        """
        return self.strokes.seen()

    def power_off(self) -> None:
        """Take the supply away: the ink stays as it is, in mid-refresh too, the RAMs are lost."""
        self.supply.switch(False)

    def power_on(self) -> None:
        """Bring the supply."""
        self.supply.switch(True)

    def unplug(self) -> None:
        """Take the panel's cable off: nobody listens, BUSY floats."""
        self.supply.plug(False)

    def plug(self) -> None:
        """Put the cable back."""
        self.supply.plug(True)

    def unplug_busy(self) -> None:
        """Break the BUSY wire, which floats then."""
        self.busy.wire(False)

    def plug_busy(self) -> None:
        """Mend the BUSY wire."""
        self.busy.wire(True)

    def jam(self, resets: int = 0) -> None:
        """Have BUSY no longer fall, from the next time it should. So many hardware resets cure it;
        with 0 only a power-on does.
        """
        self.busy.jam(resets)

    # --- the bus ---------------------------------------------------------------------------

    def select(self) -> None:
        """Begin a selection: CS# falls. It frames bits, not commands: it may be high between a
        command's bytes.
        """

    def deselect(self) -> None:
        """End a selection: CS# rises."""

    def exchange(self, data: "Buffer", start: int, count: int) -> None:
        """Exchange `count` bytes, commands or data by D/C#; the chip has no output for answers."""
        if self.supply.listens():
            level = self.dc.level
            if level is None:
                self.fault("D/C# floats")
            elif level:
                self.decoder.take(data, start, start + count)
            else:
                self._take_commands(data, start, start + count)
        if count == 1:
            data[start] = 0xFF
            return
        while count > 0:
            run = min(count, SIZE)
            data[start : start + run] = _IDLE[:run]
            start += run
            count -= run

    def _take_commands(self, data: "Buffer", start: int, end: int) -> None:
        for i in range(start, end):
            if i > start and not self.supply.listens():
                break
            self.decoder.begin(data[i])

    # --- what the parts share --------------------------------------------------------------

    def restart(self) -> None:
        """Start after any reset: the registers as in the data sheet. The RAMs are not
        touched.
        """
        self.decoder.reset()
        self.address.reset()
        self.memory.reset(self.ping_pong)
        self.output.reset()
        self.waveform.reset()
        self.refresh.reset()
        self.supply.asleep = False
        self.busy.work(RESET_TIME)

    def fault(self, what: str) -> None:
        self.faults.add(self.name, what)
