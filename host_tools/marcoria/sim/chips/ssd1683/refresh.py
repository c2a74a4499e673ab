"""The update sequences of the SSD1683: what an activation does, one stage after the other."""

from marcoria.sim.chips.ssd1683.memory import BW, RED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.ssd1683.chip import Ssd1683

# DISPLAY_UPDATE_CONTROL_2: the stages, in the order in which they are run.
ENABLE_CLOCK = 0x80
ENABLE_ANALOG = 0x40
LOAD_TEMPERATURE = 0x20
LOAD_LUT = 0x10
MODE_2 = 0x08  # of loading and of displaying
DISPLAY = 0x04
DISABLE_ANALOG = 0x02
DISABLE_CLOCK = 0x01
_NEED_CLOCK = ENABLE_ANALOG | LOAD_TEMPERATURE | LOAD_LUT | DISPLAY | DISABLE_ANALOG

# Times in us
CLOCK_ON = 1_000
CLOCK_OFF = 1_000
ANALOG_ON = 94_000  # with the clock and the temperature: 96 ms
ANALOG_OFF = 267_000  # with the clock: 268 ms
TEMPERATURE_TIME = 1_000
LUT_TIME = 1_000


class Refresh:
    """The stages that are to be run, and what runs after them: clock and analog part."""

    def __init__(self, chip: "Ssd1683") -> None:
        self._fault = chip.fault
        self._busy = chip.busy
        self._waveform = chip.waveform
        self._output = chip.output
        self._strokes = chip.strokes
        self.reset()

    def reset(self) -> None:
        self.stop()
        self._stages = 0xFF

    def stop(self) -> None:
        """Clock and analog part are off at once."""
        self._clocked = False
        self._analog = False

    def set_stages(self, given: bytearray) -> None:
        self._stages = given[0]

    def activate(self) -> None:
        """Runs the stages, each as long as it takes."""
        stages, us = self._stages, 0
        if stages & ENABLE_CLOCK and not self._clocked:
            self._clocked = True
            us += CLOCK_ON
        if stages & _NEED_CLOCK and not self._clocked:
            self._fault("activation 0x%02X without the clock" % stages)
            return
        if stages & ENABLE_ANALOG and not self._analog:
            self._analog = True
            us += ANALOG_ON
        us += self._load(stages)
        if stages & DISPLAY:
            us += self._display(stages & MODE_2, us)
        self._busy.work(us + self._disable(stages))

    def _load(self, stages: int) -> int:
        us = 0
        if stages & LOAD_TEMPERATURE:
            self._waveform.load_temperature()
            us += TEMPERATURE_TIME
        if stages & LOAD_LUT:
            self._waveform.load(stages & MODE_2)
            us += LUT_TIME
        return us

    def _display(self, mode_2: int, delay: int) -> int:
        """Starts a stroke `delay` us from now. Returns how long it takes."""
        if not self._analog:
            self._fault("display without the analog part")
            return 0
        stroke = self._waveform.stroke(mode_2)
        if stroke is None:
            return 0
        kind, us = stroke
        old = self._output.image(RED)
        self._strokes.begin(kind, old, self._output.image(BW), delay, us)
        return us

    def _disable(self, stages: int) -> int:
        us = 0
        if stages & DISABLE_ANALOG and self._analog:
            self._analog = False
            us += ANALOG_OFF
        if stages & DISABLE_CLOCK:
            if self._analog:
                self._fault("the clock is stopped under the running analog part")
            if self._clocked:
                self._clocked = False
                us += CLOCK_OFF
        return us
