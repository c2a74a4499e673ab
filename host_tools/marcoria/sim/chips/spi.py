"""An SPI bus with chip selects, mode 0, most significant bit first."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.clock import Clock
    from marcoria.sim.chips.faults import Faults
    from marcoria.sim.chips.net import Net
    from marcoria.sim.chips.seams import Buffer, SpiChip


class SpiBus:
    """The chips on one bus. A chip offers `select()`, `deselect()` and
    `exchange(data, start, count)`, which replaces the bytes sent by those answered."""

    def __init__(self, name: str, clock: "Clock", faults: "Faults") -> None:
        self.name = name
        self.clock = clock
        self.faults = faults
        self.selected: "list[tuple[Callable[[Buffer, int, int], None], int]]" = []
        # What MISO reads when nobody answers: floating high, or stuck (0x00, 0xFF) on order.
        self.idle = 0xFF
        self.stuck: "int | None" = None

    def add(self, chip: "SpiChip", select: "Net", fastest_hz: int) -> None:
        """Puts a chip on the bus; `select` is its active-low net."""
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
        """Moves bytes both ways in `data`, at `baud`; the time is the caller's to charge."""
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
