"""The SSD1683 with its wires: supply, 4-wire SPI, D/C#, RES#, BUSY.

The model follows the data sheet (Rev 1.0, Jan 2021), but the time of a refresh is that of the real
panel (see refresh.py). If the data sheet forbids an input or does not define the chip's reaction
to it, the model reports a fault. Most of these inputs are ignored, but some have an effect: for
example, an address is limited to the panel.
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

RESET_LOW = 10  # shortest time in us for which RES# must be low
_MODE_2 = 3  # deep sleep mode 2, in which the RAMs lose their contents
FASTEST_HZ = 20_000_000  # fastest clock for writing: f_SCL in table 12-1
RESET_TIME = 10_000  # BUSY time in us after power-on, RES# and SWRESET ("wait 10 ms")

# A slice of a memoryview copies nothing. Copies would fill the heap, because the VM of the chip
# models collects no garbage during a call.
_IDLE = memoryview(b"\xff" * SIZE)


class Supply:
    """The power state of the chip.

    `powered` says whether the supply is on and the cable is plugged in. `asleep` says whether the
    chip is in deep sleep, which lasts until the end of a reset by RES#, or until a power-on.
    """

    def __init__(self, chip: "Ssd1683") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._reset = chip.reset
        self._supplied = True
        self._plugged = True
        # True if the cable was plugged in again, and RES# has not gone low since then.
        self.by_hand = False
        self.powered = False
        self.asleep = False
        self._resetting = self._reset.level == 0
        self._reset_at = 0
        self._reset.watch(self._reset_edge)

    def switch(self, supplied: bool) -> None:
        """Switch the supply on or off."""
        self._supplied = supplied
        self.follow()

    def plug(self, plugged: bool) -> None:
        """Plug or unplug the panel's cable."""
        self._plugged = self.by_hand = plugged
        self.follow()

    def follow(self) -> None:
        """Apply a change of supply or cable."""
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
        """Return whether the command decoder receives the bytes that are sent now.

        Report a fault if the chip has power but the firmware must not send bytes now.
        """
        if not self.powered:
            return False
        if self._reset.level is None:
            self._chip.fault("RES# floats")
        elif self._resetting:
            self._chip.fault("a byte while RES# is low")
        elif self.asleep:
            self._chip.fault("a byte in deep sleep: only RES# wakes")
        elif self._chip.busy.working:
            self._chip.fault("a byte while BUSY is high")
        else:
            return True
        return False

    def sleep(self, given: bytearray) -> None:
        """Enter deep sleep, in which BUSY is high, if the data byte of command 0x10 says so.

        The byte's low two bits are 0 (no sleep), 1 (mode 1) or 3 (mode 2: the RAMs lose their
        contents). The value 2 is a fault.
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
        """Stop all work when RES# goes low; when RES# rises, restart if the chip has power."""
        if level == 0:
            self._resetting = True
            self.by_hand = False
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
    """Controller and panel.

    Its nets are `dc` (data/command), `reset` (RES#, active low) and `busy` (active high).

    `ping_pong` is a setting in the panel's OTP memory. If it is True, the two RAMs are swapped
    after each complete difference refresh (display mode 2), so that the displayed image becomes
    the old image. A test may change `ping_pong` before a reset. Command 0x37 overrides the setting
    until the next reset.
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

    # --- called by tests: picture, supply, cables and failures -----------------------------

    def seen(self) -> bytearray:
        """Return a new bytearray of 400 * 300 greys, 0 black to 255 white, row by row."""
        return self.strokes.seen()

    def power_off(self) -> None:
        """Switch the supply off: the RAMs lose their contents, the ink stays as it is.

        A running refresh stops in the middle.
        """
        self.supply.switch(False)

    def power_on(self) -> None:
        """Switch the supply on."""
        self.supply.switch(True)

    def unplug(self) -> None:
        """Unplug the panel's cable: bytes are lost, and the chip does not drive BUSY."""
        self.supply.plug(False)

    def plug(self) -> None:
        """Plug the cable in again."""
        self.supply.plug(True)

    def unplug_busy(self) -> None:
        """Break the BUSY wire, so that the chip does not drive BUSY."""
        self.busy.wire(False)

    def plug_busy(self) -> None:
        """Repair the BUSY wire."""
        self.busy.wire(True)

    def jam(self, resets: int = 0) -> None:
        """Make BUSY stay high after the chip's next work.

        BUSY works again after a power-on, or after `resets` hardware resets. If `resets` is 0,
        hardware resets have no effect on BUSY.
        """
        self.busy.jam(resets)

    # --- called by the bus -----------------------------------------------------------------

    def select(self) -> None:
        """Begin a transfer when CS# falls.

        There is nothing to do, because CS# may be high between the bytes of a command.
        """

    def deselect(self) -> None:
        """End a transfer when CS# rises; there is nothing to do."""

    def exchange(self, data: "Buffer", start: int, count: int) -> None:
        """Receive `count` bytes of `data` from `start`: commands if D/C# is low, else data.

        Replace the bytes by 0xFF, because MISO is not connected.
        """
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

    # --- shared by the parts of the model --------------------------------------------------

    def restart(self) -> None:
        """Set all registers to their reset values, keep the RAMs, be busy for RESET_TIME."""
        self.decoder.reset()
        self.address.reset()
        self.memory.reset(self.ping_pong)
        self.output.reset()
        self.waveform.reset()
        self.refresh.reset()
        self.supply.asleep = False
        self.busy.work(RESET_TIME)

    def fault(self, what: str) -> None:
        """Report a fault of the display, except after the cable was plugged in.

        When a person plugs the cable in, the chip restarts, and the firmware cannot know that.
        Therefore no fault is reported until the firmware resets the chip with RES#.
        """
        if not self.supply.by_hand:
            self.faults.add(self.name, what)
