"""Model of a passive buzzer, which records its tones."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Clock


class SimBuzzer:
    """A buzzer; `tones` has [start in us, frequency in Hz, length in us] of each tone.

    The length is 0 until the tone ends.
    """

    def __init__(self, clock: "Clock") -> None:
        self.clock = clock
        self.tones: "list[list[int]]" = []
        self.hz = 0
        self.broken = False  # set by tests: the buzzer makes no sound

    def drive(self, hz: int, duty_u16: int) -> None:
        """Drive the pin at `hz`; the buzzer is silent at a duty of 0 or 65535."""
        if duty_u16 == 0 or duty_u16 == 65535 or self.broken:
            hz = 0
        if hz == self.hz:
            return
        now = self.clock.now
        if self.hz:
            self.tones[-1][2] = now - self.tones[-1][0]
        if hz:
            self.tones.append([now, hz, 0])
        self.hz = hz
