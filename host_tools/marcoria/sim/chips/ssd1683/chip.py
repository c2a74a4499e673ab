"""The SSD1683 on its wires: 4-wire SPI, D/C#, RES#, BUSY.

From the data sheet (Rev 1.0, Jan 2021); the times are the panel's. A data sheet that forbids
something is taken at its word, and so are orders that nobody gave: what the chip would do then
is not known, so it is a fault and then ignored.
"""

from marcoria.sim.chips.ssd1683.address import Address
from marcoria.sim.chips.ssd1683.busy import Busy
from marcoria.sim.chips.ssd1683.decoder import CommandDecoder
from marcoria.sim.chips.ssd1683.memory import Memory
from marcoria.sim.chips.ssd1683.output import Output
from marcoria.sim.chips.ssd1683.panel import SIZE
from marcoria.sim.chips.ssd1683.refresh import Refresh
from marcoria.sim.chips.ssd1683.strokes import Strokes
from marcoria.sim.chips.ssd1683.supply import Supply
from marcoria.sim.chips.ssd1683.waveform import Waveform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.clock import Clock
    from marcoria.sim.chips.faults import Faults
    from marcoria.sim.chips.net import Net
    from marcoria.sim.chips.seams import Buffer

FASTEST_HZ = 20_000_000  # writing; f_SCL, table 12-1
RESET_TIME = 10_000  # us, after power-on, RES# and SWRESET: "wait 10 ms"

# Slices of it cost no copy: in the VM nothing is collected while a call runs.
_IDLE = memoryview(b"\xff" * SIZE)


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
        self.memory = Memory(self.address, self.fault)
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
        """A new bytearray of 400 * 300 greys, 0 black to 255 white, in rows from the top."""
        return self.strokes.seen()

    def power_off(self) -> None:
        """The supply goes: the ink stays as it is, in mid-refresh too, the RAMs are lost."""
        self.supply.switch(False)

    def power_on(self) -> None:
        """The supply comes."""
        self.supply.switch(True)

    def unplug(self) -> None:
        """The panel's cable comes off: nobody listens, BUSY floats."""
        self.supply.plug(False)

    def plug(self) -> None:
        """The cable is put back."""
        self.supply.plug(True)

    def unplug_busy(self) -> None:
        """The BUSY wire breaks and floats."""
        self.busy.wire(False)

    def plug_busy(self) -> None:
        """The BUSY wire is mended."""
        self.busy.wire(True)

    def jam(self, resets: int = 0) -> None:
        """BUSY no longer falls, from the next time it should. So many hardware resets cure it;
        with 0 only a power-on does."""
        self.busy.jam(resets)

    # --- the bus ---------------------------------------------------------------------------

    def select(self) -> None:
        """CS# falls. It frames bits, not commands: it may be high between a command's bytes."""

    def deselect(self) -> None:
        """CS# rises."""

    def exchange(self, data: "Buffer", start: int, count: int) -> None:
        """Takes `count` bytes, commands or data by D/C#; the chip has no output for answers."""
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
        """The start after any reset: the registers as in the data sheet. The RAMs are not
        touched."""
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
