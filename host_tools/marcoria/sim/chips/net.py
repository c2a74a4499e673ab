"""A wire: who drives it, what pulls it, and who watches its edges."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.faults import Faults
    from marcoria.sim.chips.seams import Watcher


class Net:
    """One net of the table's wiring. Each party drives it by its own name: 0, 1, or None for
    high impedance. Undriven it has the level of its pull, or None if it floats."""

    def __init__(self, name: str, faults: "Faults", pull: "int | None" = None) -> None:
        self.name = name
        self.faults = faults
        self.pull = pull
        self.stuck: "int | None" = None
        self.drivers: "dict[str, int]" = {}
        self.watchers: "list[Watcher]" = []
        self.level = pull

    def drive(self, party: str, level: "int | None") -> None:
        """`party` drives the net, or lets go of it with None. Low beats nothing: two parties
        that drive against each other are a fault, and the net reads low."""
        drivers = self.drivers
        if level is None:
            drivers.pop(party, None)
        else:
            drivers[party] = level
            if len(drivers) == 1 and self.stuck is None:
                # The usual case, on the path of every SPI transfer.
                if level != self.level:
                    self.level = level
                    for callback in self.watchers:
                        callback(level)
                return
        self._settle()

    def set_pull(self, pull: "int | None") -> None:
        """What the net is when nobody drives it: 0, 1 or None."""
        self.pull = pull
        self._settle()

    def stick(self, level: "int | None") -> None:
        """On order: the wire is shorted to `level`, whoever drives it; None mends it."""
        self.stuck = level
        self._settle()

    def watch(self, callback: "Watcher") -> None:
        """Calls `callback(level)` after each change of level."""
        self.watchers.append(callback)

    def unwatch(self, callback: "Watcher") -> None:
        """Forgets a watcher."""
        self.watchers.remove(callback)

    def _settle(self) -> None:
        level = self._driven()
        if self.stuck is not None:
            level = self.stuck
        if level != self.level:
            self.level = level
            for callback in self.watchers:
                callback(level)

    def _driven(self) -> "int | None":
        values = self.drivers.values()
        if 0 in values:
            if 1 in values:
                names = ", ".join(sorted(self.drivers))
                self.faults.add(self.name, "driven high and low at once by " + names)
            return 0
        return 1 if 1 in values else self.pull
