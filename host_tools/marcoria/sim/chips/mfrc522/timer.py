"""The timer of the MFRC522 (8.5 in the data sheet), and the schedule of the chip's actions."""

from marcoria.sim.chips.iso14443.frames import us
from marcoria.sim.chips.kernel import NEVER
from marcoria.sim.chips.mfrc522.registers import (
    COM_IEN,
    DEMOD,
    DIV_IEN,
    DIV_IRQS,
    T_AUTO_RESTART,
    T_MODE,
    T_PRESCAL_EVEN,
    T_PRESCALER,
    T_RELOAD_H,
    T_RELOAD_L,
    T_START_NOW,
    T_STOP_NOW,
    TIMER_IRQ,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Alarm
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Agenda:
    """Schedule of the chip's actions.

    `due` is the time of the next action: the earliest `at` of modem, timer, jobs and power.
    """

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self.due = NEVER
        self._alarm: "Alarm | None" = None
        self._alarm_at = NEVER

    def sync(self) -> None:
        """Run all actions that are due, in the order of their times."""
        chip, now = self._chip, self._clock.now
        while self.due <= now:
            at = self.due
            if at == chip.modem.at:
                chip.modem.act(at)
            elif at == chip.timer.at:
                chip.timer.expire(now)
            elif at == chip.jobs.at:
                chip.jobs.at = NEVER
                chip.jobs.done()
            else:
                chip.power.at = NEVER
                chip.power.drive_field()
            self.plan()

    def plan(self) -> None:
        """Find the next action, and set an alarm for it if it may change the IRQ pin."""
        chip = self._chip
        due = chip.modem.at
        if chip.timer.at < due:
            due = chip.timer.at
        if chip.jobs.at < due:
            due = chip.jobs.at
        if chip.power.at < due:
            due = chip.power.at
        self.due = due
        if chip.interrupts.net is not None and self._alarm_at != due:
            self._set_alarm(due)

    def _set_alarm(self, due: int) -> None:
        if self._alarm is not None:
            self._clock.cancel(self._alarm)
            self._alarm = None
        self._alarm_at = NEVER
        regs = self._chip.regs
        enabled = regs[COM_IEN] & 0x7F or regs[DIV_IEN] & DIV_IRQS
        if enabled and due != NEVER:
            self._alarm_at = due
            self._alarm = self._clock.at(max(due - self._clock.now, 0), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._alarm_at = NEVER
        self.sync()


class Timer:
    """The timer, which counts down from TReload.

    `at` is the time when the timer ends, NEVER while it does not run.
    """

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self.regs = chip.regs
        self._tick = 1  # carrier cycles from one count to the next
        self._reload = 0
        self._from = 0  # time of the last start or restart
        self.reset()

    def reset(self) -> None:
        """Set the state that a reset of the chip causes."""
        self.at = NEVER
        self._counter = 0

    def start(self, at: int) -> None:
        """Start the timer at the time `at`.

        It ends after (2 TPrescaler + 1)(TReload + 1) / 13.56 MHz.
        """
        regs = self.regs
        prescaler = (regs[T_MODE] & 15) << 8 | regs[T_PRESCALER]
        # With TPrescalEven the formula has 2 TPrescaler + 2, but not in version 1.0 (0x91).
        even = regs[DEMOD] & T_PRESCAL_EVEN and self._chip.version != 0x91
        self._tick = 2 * prescaler + (2 if even else 1)
        self._reload = regs[T_RELOAD_H] << 8 | regs[T_RELOAD_L]
        self._from = at
        self.at = at + max(us((self._reload + 1) * self._tick), 1)

    def stop(self, at: int) -> None:
        """Stop the timer at the time `at` and keep its counter; do nothing if it does not run."""
        if self.at != NEVER:
            self._counter = self._count(at)
            self.at = NEVER

    def _count(self, at: int) -> int:
        """Return the counter at the time `at`.

        The first tick loads TReload, and later ticks count down.
        """
        clocks = (at - self._from) * 1356 // 100 // self._tick
        return min(max(self._reload + 1 - clocks, 0), self._reload)

    def expire(self, now: int) -> None:
        """End or restart the timer, and raise TimerIRq."""
        if self.regs[T_MODE] & T_AUTO_RESTART:
            # The timer may have ended several times since the last call of `sync`.
            length = self.at - self._from
            self._from += (now - self._from) // length * length
            self.at = self._from + length
        else:
            self._counter = 0
            self.at = NEVER
        self._chip.interrupts.raise_(TIMER_IRQ)

    def _read(self) -> int:
        return self._counter if self.at == NEVER else self._count(self._clock.now)

    def read_high(self) -> int:
        """Return the high byte of the counter."""
        return self._read() >> 8

    def read_low(self) -> int:
        """Return the low byte of the counter."""
        return self._read() & 255

    def write_control(self, address: int, value: int) -> None:
        """Write Control: stop or start the timer."""
        if value & T_STOP_NOW:
            self.stop(self._clock.now)
        if value & T_START_NOW and not self._chip.wedged:
            self.start(self._clock.now)
        self._chip.agenda.plan()
