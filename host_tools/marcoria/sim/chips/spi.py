"""An SPI bus with chip selects, mode 0, most significant bit first."""


class SpiBus:
    """The chips on one bus. A chip offers `select()`, `deselect()` and
    `exchange(data, start, count)`, which replaces the bytes sent by those answered."""

    def __init__(self, name, clock, faults):
        self.name = name
        self.clock = clock
        self.faults = faults
        self.selected = []
        # What MISO reads when nobody answers: floating high, or stuck (0x00, 0xFF) on order.
        self.idle = 0xFF
        self.stuck = None

    def add(self, chip, select, fastest_hz):
        """Puts a chip on the bus; `select` is its active-low net."""
        entry = (chip.exchange, fastest_hz)
        selected = self.selected

        def edge(level):
            if level == 0:
                selected.append(entry)
                chip.select()
            elif entry in selected:
                selected.remove(entry)
                chip.deselect()

        select.watch(edge)
        if select.level == 0:
            edge(0)

    def exchange(self, data, start, count, baud):
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

    def _fill(self, data, start, count, value):
        for i in range(start, start + count):
            data[i] = value
