"""Whether the SSD1683 hears anything: its supply and cable, RES#, deep sleep."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.ssd1683.chip import Ssd1683

RESET_LOW = 10  # us, at least
_MODE_2 = 3  # of deep sleep: the RAMs are lost


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
        """The supply comes or goes."""
        self._supplied = supplied
        self.follow()

    def plug(self, plugged: bool) -> None:
        """The panel's cable is put in or comes off."""
        self._plugged = self._by_hand = plugged
        self.follow()

    def follow(self) -> None:
        """Supply and cable have changed."""
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
        """Whether bytes reach the command decoder."""
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
        """Deep sleep: BUSY stays high until RES#; mode 1 keeps the RAMs, mode 2 loses them."""
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
        """RES# stops whatever goes on when it falls, and is followed by a start when it rises."""
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
