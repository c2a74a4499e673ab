"""What all models share: virtual time, chance that a seed repeats, and faults.

A fault is what the real chip would silently mishandle, and the simulator does not. It is recorded
where it happens and raised between two steps of the firmware: it must never unwind through the
VM.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # when, order, callback
    Alarm = tuple[int, int, Callable[[], object]]

NEVER = 1 << 60
_MASK = 0x7FFFFFFF


class Clock:
    """`now` and what is due later. Chips set alarms; the bus and the waits let time pass.

    Who lets time pass very often may do without a call: while `now + us < due` nothing rings
    on the way, and `now += us` is all there is to do.
    """

    def __init__(self) -> None:
        self.now = 0
        self.due = NEVER  # when the next alarm rings
        self.alarms: "list[Alarm]" = []  # (time, order, callback), the next one last
        self.order = 0

    def at(self, delay: int, callback: "Callable[[], object]") -> "Alarm":
        """Call `callback()` once `delay` us from now. Return a ticket for `cancel`."""
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
        """Forget an alarm; one that has rung already is no error."""
        alarms = self.alarms
        for i in range(len(alarms) - 1, -1, -1):
            if alarms[i] is ticket:
                del alarms[i]
                self.due = alarms[-1][0] if alarms else NEVER
                return

    def advance(self, us: int) -> None:
        """Let time pass, ringing what falls due on the way, each at its own moment."""
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
    """Numbers that follow from the seed alone."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 69069 + 362437) & _MASK
        for _ in range(4):
            self.below(2)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; n is at most 65536."""
        self.state = (self.state * 1103515245 + 12345) & _MASK
        return ((self.state >> 12) & 0xFFFF) * n >> 16

    def chance(self, per_million: int) -> bool:
        """Return True that often."""
        return self.below(1000) * 1000 + self.below(1000) < per_million


class SimFault(Exception):
    """Misuse of a chip: (chip, what happened)."""


class Faults:
    """The faults since they were last looked at. In `log` are all of them, and once each what was
    asked for and is not modelled.
    """

    def __init__(self) -> None:
        self.found: "list[tuple[str, str]]" = []
        self.log: "list[tuple[str, str]]" = []
        self.on_fault: "Callable[[], object] | None" = None

    def add(self, chip: str, what: str) -> None:
        self.found.append((chip, what))
        self.log.append((chip, what))
        if self.on_fault is not None:
            self.on_fault()

    def note(self, chip: str, what: str) -> None:
        """Note that something is not modelled: what comes next may not be what a real chip would
        do.
        """
        if (chip, what) not in self.log:
            self.log.append((chip, what))

    def check(self) -> None:
        """Raise the first fault found since, and forget them all."""
        if self.found:
            chip, what = self.found[0]
            self.found = []
            raise SimFault(chip, what)
