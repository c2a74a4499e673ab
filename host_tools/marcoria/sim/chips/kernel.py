"""Classes that all models share: virtual time, seeded random numbers, and faults.

A fault is an access that the real chip would mishandle silently. It is recorded when it happens,
and raised as an exception only between two steps of the firmware. The reason is that the exception
must never pass through the VM (the MicroPython virtual machine that runs the firmware).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # time in us, number of the alarm, callback
    Alarm = tuple[int, int, Callable[[], object]]

NEVER = 1 << 60
_MASK = 0x7FFFFFFF


class Clock:
    """Virtual time in us, and alarms, which are callbacks at later times.

    Chips and tests set alarms. Calls to the simulated processor advance the time. No alarm is due
    while `now` stays below `due`: then callers may add to `now` directly, which is faster than
    `advance`.
    """

    def __init__(self) -> None:
        self.now = 0
        self.due = NEVER  # time of the next alarm
        self.alarms: "list[Alarm]" = []  # sorted, the next alarm last
        self.order = 0  # number of the last alarm that was set

    def at(self, delay: int, callback: "Callable[[], object]") -> "Alarm":
        """Schedule `callback()` after `delay` us; return the alarm, for `cancel`.

        Alarms of the same time run in the order in which they were set.
        """
        self.order += 1
        when = self.now + delay
        alarm = (when, self.order, callback)
        alarms = self.alarms
        i = len(alarms)
        while i and alarms[i - 1][0] <= when:
            i -= 1
        alarms.insert(i, alarm)
        self.due = alarms[-1][0]
        return alarm

    def cancel(self, ticket: "Alarm") -> None:
        """Cancel an alarm; do nothing if it has run or was cancelled already."""
        alarms = self.alarms
        for i in range(len(alarms) - 1, -1, -1):
            if alarms[i] is ticket:
                del alarms[i]
                self.due = alarms[-1][0] if alarms else NEVER
                return

    def advance(self, us: int) -> None:
        """Advance the time by `us`, and run the alarms that become due, each at its own time."""
        end = self.now + us
        alarms = self.alarms
        while self.due <= end:
            when, _, callback = alarms.pop()
            self.due = alarms[-1][0] if alarms else NEVER
            if when > self.now:
                self.now = when
            callback()
        if end > self.now:
            self.now = end


class Dice:
    """Random generator whose numbers depend only on the seed."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 69069 + 362437) & _MASK
        for _ in range(4):
            self.below(2)

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1; n is at most 65536."""
        self.state = (self.state * 1103515245 + 12345) & _MASK
        return ((self.state >> 12) & 0xFFFF) * n >> 16

    def chance(self, per_million: int) -> bool:
        """Return True with a probability of `per_million` / 1,000,000."""
        return self.below(1000) * 1000 + self.below(1000) < per_million


class SimFault(Exception):
    """Misuse of a chip; the arguments are the chip's name and a description."""


class Faults:
    """Faults and notes of all chips.

    `found` has the faults since a fault was last raised or reported to a user. `log` has all
    faults, and the notes on behaviour that is not modelled, but equal notes of a chip only once.
    """

    def __init__(self) -> None:
        self.found: "list[tuple[str, str]]" = []
        self.log: "list[tuple[str, str]]" = []
        self.on_fault: "Callable[[], object] | None" = None

    def add(self, chip: str, what: str) -> None:
        """Record a fault of a chip, and call `on_fault`."""
        self.found.append((chip, what))
        self.log.append((chip, what))
        if self.on_fault is not None:
            self.on_fault()

    def note(self, chip: str, what: str) -> None:
        """Log that a behaviour is not modelled: a real chip may behave differently."""
        if (chip, what) not in self.log:
            self.log.append((chip, what))

    def check(self) -> None:
        """Raise the first fault in `found`, if any, as a SimFault, and empty `found`."""
        if self.found:
            chip, what = self.found[0]
            self.found = []
            raise SimFault(chip, what)
