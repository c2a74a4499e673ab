"""Models of an SPI bus (mode 0, most significant bit first) and of an I2C bus."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.kernel import Clock, Faults
    from marcoria.sim.chips.pins import Net
    from marcoria.sim.chips.seams import Buffer, I2cChip, SpiChip


class SpiBus:
    """An SPI bus with its chips.

    A chip has the methods `select()`, `deselect()` and `exchange(data, start, count)`. `exchange`
    receives `count` bytes of `data` from `start`, and replaces them by the chip's answer.
    """

    def __init__(self, name: str, clock: "Clock", faults: "Faults") -> None:
        self.name = name
        self.clock = clock
        self.faults = faults
        self.selected: "list[tuple[Callable[[Buffer, int, int], None], int]]" = []
        # Each received byte is `idle` unless exactly one chip is selected. If a test sets `stuck`
        # (0x00: MISO stays low, 0xFF: MISO stays high), each received byte is `stuck`.
        self.idle = 0xFF
        self.stuck: "int | None" = None

    def add(self, chip: "SpiChip", select: "Net", fastest_hz: int) -> None:
        """Put a chip on the bus; a transfer faster than `fastest_hz` is a fault.

        `select` is the net of the chip's select pin. The chip is selected while this net is low.
        """
        entry = (chip.exchange, fastest_hz)
        selected = self.selected

        def edge(level: "int | None") -> None:
            if level == 0:
                selected.append(entry)
                chip.select()
            elif entry in selected:
                selected.remove(entry)
                chip.deselect()

        select.watch(edge)
        if select.level == 0:
            edge(0)

    def exchange(self, data: "Buffer", start: int, count: int, baud: int) -> None:
        """Send `count` bytes of `data` from `start` and replace them by the received bytes.

        The caller advances the clock.
        """
        selected = self.selected
        if len(selected) == 1:
            exchange, fastest_hz = selected[0]
            if baud > fastest_hz:
                self.faults.add(self.name, "%d Hz is more than the chip's %d" % (baud, fastest_hz))
            exchange(data, start, count)
        else:
            if selected:
                self.faults.add(self.name, "%d chips selected at once" % len(selected))
            self._fill(data, start, count, self.idle)
        if self.stuck is not None:
            self._fill(data, start, count, self.stuck)

    def _fill(self, data: "Buffer", start: int, count: int, value: int) -> None:
        for i in range(start, start + count):
            data[i] = value


class I2cBus:
    """An I2C bus with its chips by address.

    A chip has the methods `start(read) -> ack`, `write(byte) -> ack`, `read() -> byte` and
    `stop()`.
    """

    def __init__(self, name: str, clock: "Clock", faults: "Faults") -> None:
        self.name = name
        self.clock = clock
        self.faults = faults
        self.chips: "dict[int, tuple[I2cChip, int]]" = {}
        self.current: "I2cChip | None" = None  # the chip of an unfinished transfer
        self.stuck = False  # set by tests: a line stays low, and every transfer times out

    def add(self, chip: "I2cChip", address: int, fastest_hz: int) -> None:
        """Put a chip on the bus; a transfer faster than `fastest_hz` is a fault.

        Raise ValueError if another chip on the bus has the same address.
        """
        if address in self.chips:
            raise ValueError("two chips at address 0x%02x" % address)
        self.chips[address] = (chip, fastest_hz)

    def write(self, address: int, data: "bytes | Buffer", stop: bool, baud: int) -> bool:
        """Send a start and then `data`; without `stop` leave the transfer unfinished.

        Return whether the chip has acknowledged its address and all bytes. If it has not, the
        transfer ends with a stop.
        """
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
        """Send a start and read into `data`; return whether a chip acknowledges the address.

        Without `stop` leave the transfer unfinished.
        """
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
