"""A wire: who drives it, what pulls it, and who watches its edges."""


class Net:
    """One net of the table's wiring. Each party drives it by its own name: 0, 1, or None for
    high impedance. Undriven it has the level of its pull, or None if it floats."""

    def __init__(self, name, faults, pull=None):
        self.name = name
        self.faults = faults
        self.pull = pull
        self.stuck = None
        self.drivers = {}
        self.watchers = []
        self.level = pull

    def drive(self, party, level):
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

    def set_pull(self, pull):
        """What the net is when nobody drives it: 0, 1 or None."""
        self.pull = pull
        self._settle()

    def stick(self, level):
        """On order: the wire is shorted to `level`, whoever drives it; None mends it."""
        self.stuck = level
        self._settle()

    def watch(self, callback):
        """Calls `callback(level)` after each change of level."""
        self.watchers.append(callback)

    def unwatch(self, callback):
        """Forgets a watcher."""
        self.watchers.remove(callback)

    def _settle(self):
        level = self._driven()
        if self.stuck is not None:
            level = self.stuck
        if level != self.level:
            self.level = level
            for callback in self.watchers:
                callback(level)

    def _driven(self):
        values = self.drivers.values()
        if 0 in values:
            if 1 in values:
                names = ", ".join(sorted(self.drivers))
                self.faults.add(self.name, "driven high and low at once by " + names)
            return 0
        return 1 if 1 in values else self.pull
