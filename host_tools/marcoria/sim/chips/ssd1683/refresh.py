"""Refreshes of the SSD1683: stages, waveforms, strokes on the glass, and the BUSY pin."""

from marcoria.sim.chips.ssd1683.glass import ABSOLUTE, DIFFERENCE, DONE, QUICK, Glass
from marcoria.sim.chips.ssd1683.memory import BW, RED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.kernel import Alarm, Clock
    from marcoria.sim.chips.pins import Net
    from marcoria.sim.chips.ssd1683.chip import Ssd1683
    from marcoria.sim.chips.ssd1683.memory import DisplayMemory

_INTERNAL_SENSOR = 0x80

# Times of the strokes in us. The comment after a constant has the whole time for which BUSY is
# high. This time depends on the value of DISPLAY_UPDATE_CONTROL_2 (such as F7), and on whether the
# analog part is already on. "After 1A 6E" means after the command 1A wrote the temperature 6E.
SLOW_TIME = 3_835_000  # F7: 4.2 s
FAST_TIME = 1_139_000  # after 1A 6E: 1140 ms for D4 with the analog part on, 1.5 s for C7
FASTER_TIME = 635_000  # after 1A 5A: 1 s for C7
DIFFERENCE_TIME = 356_000  # FC: 358 ms with the analog part on

# Waveforms of mode 1 by temperature: lower limit (excluded), upper limit (included), kind of the
# stroke, and time. A driver writes a temperature of 81 to 127 degrees to select a fast waveform.
# Mode 2 has the same waveform in all ranges. At temperatures outside all ranges nothing is
# displayed.
_WAVEFORMS = (
    (0, 50, ABSOLUTE, SLOW_TIME),
    (80, 95, QUICK, FASTER_TIME),
    (95, 127, QUICK, FAST_TIME),
)

# Bits of DISPLAY_UPDATE_CONTROL_2: the stages, in the order in which they run.
ENABLE_CLOCK = 0x80
ENABLE_ANALOG = 0x40
LOAD_TEMPERATURE = 0x20
LOAD_LUT = 0x10
MODE_2 = 0x08  # applies to LOAD_LUT and to DISPLAY
DISPLAY = 0x04
DISABLE_ANALOG = 0x02
DISABLE_CLOCK = 0x01
_NEED_CLOCK = ENABLE_ANALOG | LOAD_TEMPERATURE | LOAD_LUT | DISPLAY | DISABLE_ANALOG

# Times of the stages in us
CLOCK_ON = 1_000
CLOCK_OFF = 1_000
ANALOG_ON = 94_000  # 96 ms together with CLOCK_ON and TEMPERATURE_TIME
ANALOG_OFF = 267_000  # 268 ms together with CLOCK_OFF
TEMPERATURE_TIME = 1_000
LUT_TIME = 1_000


class Busy:
    """The BUSY pin, which is high while the chip is `working` or in deep sleep.

    A test can break the wire with `wire`, or make the pin hang with `jam`.
    """

    def __init__(self, chip: "Ssd1683", net: "Net") -> None:
        self._chip = chip
        self._clock = chip.clock
        self.net = net
        self.working = False
        self.wired = True
        self.hung = False
        self._jammed = False  # whether the pin will hang after the next work
        self._cure = 0  # hardware resets until the pin works again; 0: only a power-on helps
        self._alarm: "Alarm | None" = None

    def work(self, us: int) -> None:
        """Be busy for `us` from now."""
        self._forget_alarm()
        self.working = True
        self.show()
        self._alarm = self._clock.at(us, self._rest)

    def _rest(self) -> None:
        self._alarm = None
        self._chip.strokes.end()
        self.hung = self._jammed
        if not self.hung:
            self.working = False
            self.show()

    def interrupt(self) -> None:
        """Stop the chip's work before the work is done; the level of BUSY does not change."""
        self._forget_alarm()
        self._chip.strokes.end()

    def _forget_alarm(self) -> None:
        if self._alarm is not None:
            self._clock.cancel(self._alarm)
            self._alarm = None

    def show(self) -> None:
        """Drive the pin to its present level; release it without power or with a broken wire."""
        supply = self._chip.supply
        if supply.powered and self.wired:
            self.net.drive(self._chip.name, 1 if self.working or supply.asleep else 0)
        else:
            self.net.drive(self._chip.name, None)

    def wire(self, wired: bool) -> None:
        """Repair the wire if `wired`; otherwise break it, so that the chip does not drive it."""
        self.wired = wired
        self.show()

    def jam(self, resets: int) -> None:
        """Make BUSY stay high after the chip's next work.

        After `resets` hardware resets BUSY works again. If `resets` is 0, BUSY works again only
        after a power-on.
        """
        self._jammed = True
        self.hung = False
        self._cure = resets

    def hardware_reset(self) -> None:
        """Count a hardware reset towards the release of a hanging pin."""
        if self.hung and self._cure:
            self._cure -= 1
            self._jammed = self._cure > 0

    def powered_on(self) -> None:
        """End the effect of `jam` at power-on."""
        self._jammed = False


class Waveform:
    """The waveform in use, selected by temperature.

    `temperature` is the temperature of the room in degrees Celsius. A driver may write another
    temperature to the chip.
    """

    def __init__(self, fault: "Callable[[str], None]") -> None:
        self._fault = fault
        self.temperature = 23
        self.reset()

    def reset(self) -> None:
        """Reset the registers; no waveform is loaded afterwards."""
        # The data sheet's reset value 0x48 selects an external sensor, but the OTP memory of this
        # panel selects the internal one.
        self._sensor = _INTERNAL_SENSOR
        self._celsius: "int | None" = None
        # The loaded waveform: mode (0 or MODE_2), kind of the stroke (None: nothing is
        # displayed), time in us.
        self._loaded: "tuple[int, int | None, int] | None" = None
        self._own = False  # whether the driver wrote its own waveform

    def set_sensor(self, given: bytearray) -> None:
        """Select the temperature sensor (command 0x18)."""
        self._sensor = given[0]

    def write_temperature(self, given: bytearray) -> None:
        """Set the temperature (command 0x1A)."""
        self._celsius = given[0] - 256 if given[0] & 0x80 else given[0]

    def write_own(self, given: bytearray) -> None:
        """Store that the driver wrote its own waveform (command 0x32)."""
        self._loaded = None
        self._own = True

    def load_temperature(self) -> None:
        """Measure the temperature; a selected sensor other than the internal one is a fault."""
        if self._sensor == _INTERNAL_SENSOR:
            self._celsius = self.temperature
        else:
            self._fault(
                "temperature of sensor 0x%02X: the panel has no external sensor" % self._sensor
            )

    def load(self, mode_2: int) -> None:
        """Load the waveform for a mode and the temperature from the OTP memory (see _WAVEFORMS).

        `mode_2` is MODE_2 for mode 2, 0 for mode 1.
        """
        if self._celsius is None:
            self._fault("waveform loaded, but the temperature was neither loaded nor written")
            self._celsius = self.temperature
        self._loaded = (mode_2, None, 0)
        self._own = False
        for above, up_to, kind, us in _WAVEFORMS:
            if above < self._celsius <= up_to:
                self._loaded = (mode_2, DIFFERENCE, DIFFERENCE_TIME) if mode_2 else (0, kind, us)

    def stroke(self, mode_2: int) -> "tuple[int, int] | None":
        """Return the kind and time in us of a stroke in a mode, or None if nothing is displayed.

        Report a fault if no waveform was loaded for this mode.
        """
        if self._own:
            self._fault("the effect of a waveform written by command 0x32 is not modelled")
        elif self._loaded is None:
            self._fault("display without a waveform")
        elif self._loaded[0] != mode_2:
            self._fault("display in one mode with the waveform of the other mode")
        else:
            _, kind, us = self._loaded
            if kind is not None:
                return (kind, us)
        return None


class Strokes:
    """The strokes on the panel's glass; a stroke is one run of a waveform over the whole panel.

    `counters` has the numbers of complete strokes in mode 1 ("full") and mode 2 ("partial"), and
    of "interrupted" strokes. It also has the number of full strokes that were "fast".
    """

    def __init__(self, clock: "Clock", memory: "DisplayMemory") -> None:
        self._clock = clock
        self._memory = memory
        self._glass = Glass()
        self.counters = {"full": 0, "fast": 0, "partial": 0, "interrupted": 0}
        # The running stroke: kind, old image, new image, start time in us, length in us
        self.running: "tuple[int, bytes, bytes, int, int] | None" = None

    def begin(self, kind: int, old: bytes, new: bytes, delay: int, us: int) -> None:
        """Schedule a stroke that begins `delay` us from now; its length in us is `us`."""
        self.running = (kind, old, new, self._clock.now + delay, us)

    def end(self) -> None:
        """End the running stroke, if any, and count it as complete or interrupted."""
        if self.running is None:
            return
        kind, old, new, begin, us = self.running
        part = self._part(begin, us)
        self.running = None
        self._glass.stroke(kind, old, new, part)
        if part < DONE:
            self.counters["interrupted"] += 1
        elif kind == DIFFERENCE:
            self.counters["partial"] += 1
            self._memory.partial_shown()
        else:
            self.counters["full"] += 1
            self.counters["fast"] += kind == QUICK

    def _part(self, begin: int, us: int) -> int:
        """Return the part of a stroke that is done, in 256ths."""
        return max(0, min(DONE, (self._clock.now - begin) * DONE // us))

    def seen(self) -> bytearray:
        """Return the present grey of each pixel, 0 black to 255 white, row by row."""
        if self.running is None:
            return self._glass.seen()
        kind, old, new, begin, us = self.running
        return self._glass.seen((kind, old, new, self._part(begin, us)))


class Refresh:
    """The stages of a refresh, and the state of clock and analog part between refreshes."""

    def __init__(self, chip: "Ssd1683") -> None:
        self._fault = chip.fault
        self._busy = chip.busy
        self._waveform = chip.waveform
        self._output = chip.output
        self._strokes = chip.strokes
        self.reset()

    def reset(self) -> None:
        """Switch off clock and analog part, and select all stages."""
        self.stop()
        self._stages = 0xFF

    def stop(self) -> None:
        """Switch clock and analog part off at once."""
        self._clocked = False
        self._analog = False

    def set_stages(self, given: bytearray) -> None:
        """Select the stages for the next activation (command 0x22)."""
        self._stages = given[0]

    def activate(self) -> None:
        """Run the selected stages; BUSY is high for the sum of their times (command 0x20).

        If a stage needs the clock while it is off, and no stage switches it on, only report a
        fault.
        """
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
        """Start a stroke `delay` us from now; return its length in us, 0 if there is no stroke."""
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
                self._fault("the clock is stopped while the analog part is on")
            if self._clocked:
                self._clocked = False
                us += CLOCK_OFF
        return us
