"""Nets (electrical connections) of the wiring, and the GPIOs of the processor."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.kernel import Clock, Faults
    from marcoria.sim.chips.seams import Watcher

# For each profile: the highest number of a GPIO plus 1, the first of the GPIOs that can only be
# inputs (the S3 has none), the numbers below the highest that no GPIO has, and the GPIOs that
# flash and PSRAM use.
_ESP32_MISSING = (20, 24, 28, 29, 30, 31)
_ESP32_FLASH = (6, 7, 8, 9, 10, 11)
_PROFILES = {
    "s3": (49, 49, (22, 23, 24, 25), tuple(range(26, 38))),
    "wrover": (40, 34, _ESP32_MISSING, _ESP32_FLASH + (16, 17)),
    "esp32": (40, 34, _ESP32_MISSING, _ESP32_FLASH),
}
# Largest number of callbacks that wait for the end of a processor call (see
# `Processor.pin_watch`). Further callbacks are dropped, as in MicroPython.
_QUEUE = 8


class Net:
    """A net: all pins that one wire connects.

    Each driver has a name. It drives the net to 0 or 1, or releases it. A net that nothing drives
    has the level of its pull resistor. Without a pull resistor it floats: its level is None.
    """

    def __init__(self, name: str, faults: "Faults", pull: "int | None" = None) -> None:
        self.name = name
        self.faults = faults
        self.pull = pull
        self.stuck: "int | None" = None
        self.drivers: "dict[str, int]" = {}
        self.watchers: "list[Watcher]" = []
        self.level = pull

    def drive(self, party: str, level: "int | None") -> None:
        """Drive the net to `level` for the driver `party`, or release it if `level` is None.

        If drivers drive the net high and low at once, report a fault and set the net low.
        """
        drivers = self.drivers
        if level is None:
            drivers.pop(party, None)
        else:
            drivers[party] = level
            if len(drivers) == 1 and self.stuck is None:
                # This fast path is the usual case: every SPI transfer uses it.
                if level != self.level:
                    self.level = level
                    for callback in self.watchers:
                        callback(level)
                return
        self._settle()

    def set_pull(self, pull: "int | None") -> None:
        """Set the level (0, 1 or None) that the net has when nothing drives it."""
        self.pull = pull
        self._settle()

    def stick(self, level: "int | None") -> None:
        """Fix the net at `level`, regardless of its drivers; None repairs it."""
        self.stuck = level
        self._settle()

    def watch(self, callback: "Watcher") -> None:
        """Call `callback(level)` after each change of level."""
        self.watchers.append(callback)

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


class Gpio:
    """The GPIOs of an ESP32 or ESP32-S3; after a reset all pins are inputs."""

    def __init__(self, clock: "Clock", faults: "Faults", profile: str) -> None:
        self.clock = clock
        self.faults = faults
        self.profile = profile
        self.count, self.inputs_only, self.missing, self.memory = _PROFILES[profile]
        self.nets = [Net("GPIO %d" % n, faults) for n in range(self.count)]
        self.outside: "list[int | None]" = [None] * self.count  # pull resistors on the board
        self.wired = [False] * self.count
        self.modes = [0] * self.count
        self.latches = [0] * self.count
        self.edges = [0] * self.count
        self.callbacks: "list[Callable[[], object] | None]" = [None] * self.count
        self.observed = [False] * self.count
        self.pending: "list[Callable[[], object]]" = []
        self.interrupting = False

    def net(self, n: int, name: str, pull: "int | None") -> Net:
        """Mark a GPIO as wired, name its net and set its pull resistor; return the net."""
        net = self.nets[n]
        net.name = name
        self.wired[n] = True
        self.outside[n] = pull
        net.set_pull(pull)
        return net

    def is_free(self, n: "int | None") -> bool:
        """Return whether nothing on the board is connected to pin `n`; True if `n` is None."""
        return n is None or not (self.wired[n] or n in self.memory)

    def set_mode(self, n: int, mode: "int | None", pull: "int | None") -> None:
        """Set mode and internal pull of a pin, as in `Processor.pin_mode`.

        A resistor on the board overrides the internal pull, which is weak. A mode or pull that
        the pin does not have is a fault and changes nothing. To use a missing pin, or a pin of the
        flash or PSRAM, is a fault too, but takes effect.
        """
        if n in self.missing:
            self.faults.add("esp32", "there is no GPIO %d" % n)
        if n in self.memory:
            self.faults.add("esp32", "GPIO %d belongs to the flash or the PSRAM" % n)
        if mode and n >= self.inputs_only:
            self.faults.add("esp32", "GPIO %d can only be an input" % n)
            return
        if pull is not None and n >= self.inputs_only and self.inputs_only < self.count:
            self.faults.add("esp32", "GPIO %d has no internal pull" % n)
            return
        self.nets[n].set_pull(pull if self.outside[n] is None else self.outside[n])
        if mode is not None:
            self.modes[n] = mode
        self.set_latch(n, self.latches[n])

    def set_latch(self, n: int, level: int) -> None:
        """Set the output latch of a pin; drive or release its net as the pin's mode requires."""
        self.latches[n] = level
        mode = self.modes[n]
        if mode == 1:
            self.nets[n].drive("esp32", level)
        else:
            self.nets[n].drive("esp32", 0 if mode == 2 and not level else None)

    def level(self, n: int) -> int:
        """Return the level on a pin; if its net floats, report a fault and return 0."""
        level = self.nets[n].level
        if level is None:
            self.faults.add("esp32", "reads %s, which floats" % self.nets[n].name)
            return 0
        return level

    def watch(self, n: int, edges: int, callback: "Callable[[], object] | None") -> None:
        """Set the callback for a pin's edges and drop the old one, as in `Processor.pin_watch`."""
        self.edges[n] = edges if callback is not None else 0
        self.callbacks[n] = callback
        if callback is not None and not self.observed[n]:
            # The net is watched only from now on, because a watcher costs time at every edge.
            self.observed[n] = True
            self._observe(n)

    def interrupt(self) -> None:
        """Run the pending callbacks one after the other; a nested call does nothing."""
        pending = self.pending
        if not pending or self.interrupting:
            return
        self.interrupting = True
        try:
            while pending:
                pending.pop(0)()
        finally:
            self.interrupting = False

    def reset(self) -> None:
        """Make all pins inputs and remove all callbacks, as at a reset of the processor."""
        for n in range(self.count):
            self.watch(n, 0, None)
            self.latches[n] = 0
            if self.modes[n]:
                self.set_mode(n, 0, None)
            elif self.nets[n].pull != self.outside[n]:
                self.nets[n].set_pull(self.outside[n])
        self.pending.clear()  # also the callbacks for edges that the reset has caused

    def _observe(self, n: int) -> None:
        def edge(level: "int | None") -> None:
            wanted = self.edges[n]
            if wanted and wanted & (1 if level else 2) and len(self.pending) < _QUEUE:
                callback = self.callbacks[n]
                if callback is not None:
                    self.pending.append(callback)

        self.nets[n].watch(edge)
