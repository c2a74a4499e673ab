"""Which of the panel's waveforms the SSD1683 has loaded: they are chosen by temperature."""

from marcoria.sim.chips.ssd1683.panel import ABSOLUTE, DIFFERENCE, QUICK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_INTERNAL_SENSOR = 0x80

# Times in us
SLOW_TIME = 3_835_000  # F7: 4.2 s
FAST_TIME = 1_139_000  # after 1A 6E: D4 with the analog part on 1140 ms, C7 1.5 s
FASTER_TIME = 635_000  # after 1A 5A: C7 1 s
DIFFERENCE_TIME = 356_000  # FC with the analog part on: 358 ms

# By temperature: above, up to, mode 1's kind and time. The hot ones are no weather: a driver
# writes such a temperature to get a fast waveform. Outside nothing is shown.
_WAVEFORMS = (
    (0, 50, ABSOLUTE, SLOW_TIME),
    (80, 95, QUICK, FASTER_TIME),
    (95, 127, QUICK, FAST_TIME),
)


class Waveform:
    """`temperature` is that around the panel, in degrees; a driver may write another."""

    def __init__(self, fault: "Callable[[str], None]") -> None:
        self._fault = fault
        self.temperature = 23
        self.reset()

    def reset(self) -> None:
        self._sensor = _INTERNAL_SENSOR  # 0x48 in the data sheet; this panel's OTP changes it
        self._celsius: "int | None" = None
        # What is loaded: its mode, its kind (None: nothing is moved), its time.
        self._loaded: "tuple[int, int | None, int] | None" = None
        self._own = False  # a waveform that the driver wrote

    def set_sensor(self, given: bytearray) -> None:
        self._sensor = given[0]

    def write_temperature(self, given: bytearray) -> None:
        self._celsius = given[0] - 256 if given[0] & 0x80 else given[0]

    def write_own(self, given: bytearray) -> None:
        self._loaded = None
        self._own = True

    def load_temperature(self) -> None:
        if self._sensor == _INTERNAL_SENSOR:
            self._celsius = self.temperature
        else:
            self._fault(
                "temperature of sensor 0x%02X: the panel has no external one" % self._sensor
            )

    def load(self, mode_2: int) -> None:
        """The waveform of the last temperature range that fits, out of the OTP."""
        if self._celsius is None:
            self._fault("waveform loaded, but the temperature neither loaded nor written")
            self._celsius = self.temperature
        self._loaded = (mode_2, None, 0)
        self._own = False
        for above, up_to, kind, us in _WAVEFORMS:
            if above < self._celsius <= up_to:
                self._loaded = (mode_2, DIFFERENCE, DIFFERENCE_TIME) if mode_2 else (0, kind, us)

    def stroke(self, mode_2: int) -> "tuple[int, int] | None":
        """The kind and the time of the stroke that the display makes in this mode; None if it
        makes none that is known."""
        if self._own:
            self._fault("what a waveform written by command 0x32 shows is not known here")
        elif self._loaded is None:
            self._fault("display without a waveform")
        elif self._loaded[0] != mode_2:
            self._fault("display in one mode with the waveform of the other")
        else:
            _, kind, us = self._loaded
            if kind is not None:
                return (kind, us)
        return None
