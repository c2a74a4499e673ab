"""Buzzer: short cues on a PWM pin."""

from machine import PWM
from micropython import const

LONGEST_US = const(200)  # two settings of the PWM

_DUTIES = (0, 700, 4000, 32768)  # of the volumes: off, soft, middle, loud
_IDLE_MS = const(1000)
_TICKS = const(0x3FFFFFFF)  # milliseconds count up to here and begin again

# Each cue in pairs: units of 20 Hz (0 for a pause), units of 10 ms.
_CUES = (
    b"\x64\x04",  # 0: a card was read
    b"\x14\x0a\x00\x05\x14\x0a",  # 1: refused
    b"\x50\x06\x78\x08",  # 2: a trick is complete
    b"\x50\x08\x64\x08\x78\x10",  # 3: a deal is over
)


class Buzzer:
    """Plays one cue at a time, at `volume` 0 (off) to 3; a new one takes the place of the old."""

    def __init__(self, pwm: PWM, volume: int = 2) -> None:
        self.pwm = pwm
        self.cue = b""
        self.at = 0
        self._since = 0
        self._wait = 0
        self.volume = volume
        pwm.duty_u16(0)

    def play(self, cue: int) -> None:
        """Starts a cue, 0 to 3, with the next `step`; nothing if the volume is 0."""
        if self.volume:
            self.cue = _CUES[cue]
            self.at = self._wait = 0

    def step(self, now: int) -> int:
        """Goes on to the next tone if it is time, at `now` ms; returns in how many ms it is."""
        cue = self.cue
        if not cue:
            return _IDLE_MS
        waited = (now - self._since) & _TICKS
        if waited < self._wait:
            return self._wait - waited
        at = self.at
        if at == len(cue):
            self.cue = b""
            self.pwm.duty_u16(0)
            return _IDLE_MS
        if cue[at]:
            self.pwm.freq(cue[at] * 20)
        self.pwm.duty_u16(_DUTIES[self.volume] if cue[at] else 0)
        self.at = at + 2
        self._since = now
        self._wait = cue[at + 1] * 10
        return self._wait
