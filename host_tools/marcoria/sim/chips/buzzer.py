"""A passive buzzer: it sounds as long as its pin swings, and remembers what it played."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Clock


class SimBuzzer:
    """`tones` is what has been heard: [start in us, Hz, length in us], the last one maybe not
    over yet.
    """

    def __init__(self, clock: "Clock") -> None:
        self.clock = clock
        self.tones: "list[list[int]]" = []
        self.hz = 0
        self.broken = False  # on order: it is not heard

    def drive(self, hz: int, duty_u16: int) -> None:
        """Let the pin swing at `hz`; a duty of nothing or all is silence."""
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
