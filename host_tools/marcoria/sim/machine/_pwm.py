"""A pin that swings by itself."""

from _board import pwm
from _pins import Pin


class PWM:
    def __init__(self, dest: "int | Pin", freq: int = 5_000, duty_u16: int = 32_768) -> None:
        self._pin = Pin(dest)._id
        self._hz = 0
        self._duty = 0
        self.init(freq, duty_u16)

    def init(self, freq: "int | None" = None, duty_u16: "int | None" = None) -> None:
        if freq is not None:
            if not 1 <= freq <= 40_000_000:
                raise ValueError("frequency must be from 1Hz to 40MHz")
            self._hz = freq
        if duty_u16 is not None:
            if not 0 <= duty_u16 <= 65_535:
                raise ValueError("duty_u16 must be from 0 to 65535")
            self._duty = duty_u16
        pwm(self._pin, self._hz, self._duty)

    def deinit(self) -> None:
        self._duty = 0
        pwm(self._pin, self._hz, 0)

    def freq(self, value: "int | None" = None) -> "int | None":
        if value is None:
            return self._hz
        self.init(value)
        return None

    def duty_u16(self, value: "int | None" = None) -> "int | None":
        if value is None:
            return self._duty
        self.init(None, value)
        return None
