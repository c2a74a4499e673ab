"""What an MFRC522 will do of itself, and when: no clock ticks for it, it makes up for it later."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.mfrc522.registers import COM_IEN, DIV_IEN, DIV_IRQS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.clock import Alarm
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Agenda:
    """Modem, timer, jobs and power each have an `at`; `due` is the first of them."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self.due = NEVER
        self._alarm: "Alarm | None" = None
        self._alarm_at = NEVER

    def sync(self) -> None:
        """Makes up for all that the chip has done until now."""
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
        """What is due next, and an alarm for it if it may move the IRQ pin."""
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
