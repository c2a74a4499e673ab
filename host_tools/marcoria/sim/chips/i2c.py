"""An I2C bus: addresses, acknowledges, repeated starts, and lines that can be stuck."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.clock import Clock
    from marcoria.sim.chips.faults import Faults
    from marcoria.sim.chips.seams import Buffer, I2cChip


class I2cBus:
    """The chips on one bus. A chip offers `start(read) -> ack`, `write(byte) -> ack`,
    `read() -> byte` and `stop()`; `add` says to which address it answers."""

    def __init__(self, name: str, clock: "Clock", faults: "Faults") -> None:
        self.name = name
        self.clock = clock
        self.faults = faults
        self.chips: "dict[int, tuple[I2cChip, int]]" = {}
        self.current: "I2cChip | None" = None  # the chip of a transfer that has not been stopped
        self.stuck = False  # on order: a line held low, every transfer times out

    def add(self, chip: "I2cChip", address: int, fastest_hz: int) -> None:
        """Puts a chip on the bus; two at one address would answer over each other."""
        if address in self.chips:
            raise ValueError("two chips at address 0x%02x" % address)
        self.chips[address] = (chip, fastest_hz)

    def write(self, address: int, data: "bytes | Buffer", stop: bool, baud: int) -> bool:
        """Sends bytes after a (repeated) start. False when the address or a byte is refused."""
        chip = self._start(address, 0, baud)
        if chip is None:
            return False
        for byte in data:
            if not chip.write(byte):
                self._stop()
                return False
        if stop:
            self._stop()
        return True

    def read(self, address: int, data: "Buffer", stop: bool, baud: int) -> bool:
        """Fills `data`. False when nobody answers at the address."""
        chip = self._start(address, 1, baud)
        if chip is None:
            return False
        for i in range(len(data)):
            data[i] = chip.read()
        if stop:
            self._stop()
        return True

    def _start(self, address: int, read: int, baud: int) -> "I2cChip | None":
        chip, fastest_hz = self.chips.get(address) or (None, 0)
        if chip is not self.current:
            self._stop()
        if chip is None:
            return None
        if baud > fastest_hz:
            self.faults.add(self.name, "%d Hz is more than the chip's %d" % (baud, fastest_hz))
        self.current = chip
        if chip.start(read):
            return chip
        self._stop()
        return None

    def _stop(self) -> None:
        if self.current is not None:
            self.current.stop()
            self.current = None
