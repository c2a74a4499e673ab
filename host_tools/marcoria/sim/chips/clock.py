"""Virtual time: whole microseconds that pass only when somebody lets them."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # when, order, callback
    Alarm = tuple[int, int, Callable[[], object]]

NEVER = 1 << 60


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
        """Calls `callback()` once `delay` us from now. Returns a ticket for `cancel`."""
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
        """Forgets an alarm; one that has rung already is no error."""
        alarms = self.alarms
        for i in range(len(alarms) - 1, -1, -1):
            if alarms[i] is ticket:
                del alarms[i]
                self.due = alarms[-1][0] if alarms else NEVER
                return

    def advance(self, us: int) -> None:
        """Lets time pass, ringing what falls due on the way, each at its own moment."""
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
