"""The BUSY pin of the SSD1683, and the work that keeps it high."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.clock import Alarm
    from marcoria.sim.chips.net import Net
    from marcoria.sim.chips.ssd1683.chip import Ssd1683


class Busy:
    """BUSY is high while the chip is `working`, and in deep sleep.

    To be ordered: a broken wire, and a pin that hangs, until so many hardware resets cure it.
    """

    def __init__(self, chip: "Ssd1683", net: "Net") -> None:
        self._chip = chip
        self._clock = chip.clock
        self.net = net
        self.working = False
        self.wired = True
        self.hung = False
        self._jammed = False  # it will hang
        self._cure = 0
        self._alarm: "Alarm | None" = None

    def work(self, us: int) -> None:
        """The chip works for `us` from now."""
        self._forget_alarm()
        self.working = True
        self.show()
        self._alarm = self._clock.at(us, self._rest)

    def _rest(self) -> None:
        self._alarm = None
        self._chip.strokes.end()
        self.hung = self._jammed
        if not self.hung:
            self.working = False
            self.show()

    def interrupt(self) -> None:
        """The work is not done to its end."""
        self._forget_alarm()
        self._chip.strokes.end()

    def _forget_alarm(self) -> None:
        if self._alarm is not None:
            self._clock.cancel(self._alarm)
            self._alarm = None

    def show(self) -> None:
        """Drives the pin."""
        supply = self._chip.supply
        if supply.powered and self.wired:
            self.net.drive(self._chip.name, 1 if self.working or supply.asleep else 0)
        else:
            self.net.drive(self._chip.name, None)

    def wire(self, wired: bool) -> None:
        """The wire breaks and floats, or is mended."""
        self.wired = wired
        self.show()

    def jam(self, resets: int) -> None:
        """It hangs from the next time it should fall, until `resets`, or with 0 a power-on."""
        self._jammed = True
        self.hung = False
        self._cure = resets

    def hardware_reset(self) -> None:
        if self.hung and self._cure:
            self._cure -= 1
            self._jammed = self._cure > 0

    def powered_on(self) -> None:
        self._jammed = False
