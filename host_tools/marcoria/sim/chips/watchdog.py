"""The processor's watchdog: once started nothing stops it but the end of the program."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.clock import Alarm, Clock


class Watchdog:
    """Calls `bite()` if nobody feeds it in time."""

    def __init__(self, clock: "Clock", bite: "Callable[[], object]") -> None:
        self.clock = clock
        self.bite = bite
        self._us = 0
        self._alarm: "Alarm | None" = None

    def start(self, ms: int) -> None:
        self._us = ms * 1000
        self.feed()

    def feed(self) -> None:
        self.stop()
        self._alarm = self.clock.at(self._us, self._ring)

    def stop(self) -> None:
        """The processor stops."""
        if self._alarm is not None:
            self.clock.cancel(self._alarm)
            self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self.bite()
