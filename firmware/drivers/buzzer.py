"""The buzzer: short cues on a PWM pin."""

from machine import PWM

from codes.table import Ticks

_DUTIES = (0, 700, 4000, 32768)  # duty cycles of the volumes: off, soft, middle, loud

# The tones of each cue in `Cues`. Each tone has two bytes: the frequency in units of 20 Hz (0 for
# a pause), then the duration in units of 10 ms.
_CUES = (
    b"\x64\x04",  # READ
    b"\x14\x0a\x00\x05\x14\x0a",  # REFUSED
    b"\x50\x06\x78\x08",  # TRICK
    b"\x50\x08\x64\x08\x78\x10",  # OVER
)


class Buzzer:
    """A buzzer that plays one cue at a time; a new cue replaces the one that plays.

    `volume` is 0 (off) to 3. `pwm` must be silent at first; None if there is no buzzer.
    """

    LONGEST_US = 200  # the longest step: two settings of the PWM

    def __init__(self, pwm: "PWM | None", volume: int = 2) -> None:
        self.pwm = pwm
        self.cue = b""
        self.at = 0
        self._since = 0
        self._wait = 0
        self.volume = volume

    def play(self, cue: int) -> None:
        """Start a cue with the next `step`, unless the volume is 0 or there is no buzzer."""
        if self.volume and self.pwm is not None:
            self.cue = _CUES[cue]
            self.at = self._wait = 0

    def step(self, now: int) -> int:
        """Start the next tone, or end the cue, if that is due at `now` ms.

        Return in how many ms the next step is due.
        """
        cue = self.cue
        pwm = self.pwm
        if not cue or pwm is None:
            return Ticks.IDLE_MS
        waited = (now - self._since) & Ticks.MASK
        if waited < self._wait:
            return self._wait - waited
        at = self.at
        if at == len(cue):
            self.cue = b""
            pwm.duty_u16(0)
            return Ticks.IDLE_MS
        if cue[at]:
            pwm.freq(cue[at] * 20)
        pwm.duty_u16(_DUTIES[self.volume] if cue[at] else 0)
        self.at = at + 2
        self._since = now
        self._wait = cue[at + 1] * 10
        return self._wait
