"""The SSD1683 e-paper controller on the GDEY042T81 panel: 400 x 300, black and white, 4-wire SPI.

From the data sheet (Rev 1.0, Jan 2021); the times are the panel's. A data sheet that forbids
something is taken at its word, and so are orders that nobody gave: what the chip would do then
is not known, so it is a fault and then ignored.
"""

from marcoria.sim.chips.glass import ABSOLUTE, DIFFERENCE, DONE, QUICK, Glass

WIDTH = 400
HEIGHT = 300
ROW = WIDTH // 8
SIZE = ROW * HEIGHT
FASTEST_HZ = 20_000_000  # writing; f_SCL, table 12-1

DRIVER_OUTPUT_CONTROL = 0x01
GATE_DRIVING_VOLTAGE = 0x03
SOURCE_DRIVING_VOLTAGE = 0x04
BOOSTER_SOFT_START = 0x0C
DEEP_SLEEP_MODE = 0x10
DATA_ENTRY_MODE = 0x11
SW_RESET = 0x12
HV_READY_DETECTION = 0x14
VCI_DETECTION = 0x15
TEMPERATURE_SENSOR = 0x18
WRITE_TEMPERATURE = 0x1A
WRITE_EXTERNAL_SENSOR = 0x1C
MASTER_ACTIVATION = 0x20
DISPLAY_UPDATE_CONTROL_1 = 0x21
DISPLAY_UPDATE_CONTROL_2 = 0x22
WRITE_RAM_BW = 0x24
WRITE_RAM_RED = 0x26
VCOM_SENSE_DURATION = 0x29
WRITE_VCOM = 0x2C
LOAD_WS_OTP = 0x31
WRITE_LUT = 0x32
CRC_CALCULATION = 0x34
DISPLAY_OPTION = 0x37
WRITE_USER_ID = 0x38
BORDER_WAVEFORM = 0x3C
END_OPTION = 0x3F
READ_RAM_OPTION = 0x41
RAM_X_START_END = 0x44
RAM_Y_START_END = 0x45
AUTO_WRITE_RED = 0x46
AUTO_WRITE_BW = 0x47
RAM_X_COUNTER = 0x4E
RAM_Y_COUNTER = 0x4F
NOP = 0x7F

# The fewest and the most data bytes of each command; none for those not named.
_PARAMETERS = {
    DRIVER_OUTPUT_CONTROL: (3, 3),
    GATE_DRIVING_VOLTAGE: (1, 1),
    SOURCE_DRIVING_VOLTAGE: (3, 3),
    BOOSTER_SOFT_START: (4, 4),
    DEEP_SLEEP_MODE: (1, 1),
    DATA_ENTRY_MODE: (1, 1),
    HV_READY_DETECTION: (1, 1),
    VCI_DETECTION: (1, 1),
    TEMPERATURE_SENSOR: (1, 1),
    WRITE_TEMPERATURE: (1, 1),
    WRITE_EXTERNAL_SENSOR: (3, 3),
    DISPLAY_UPDATE_CONTROL_1: (1, 2),
    DISPLAY_UPDATE_CONTROL_2: (1, 1),
    VCOM_SENSE_DURATION: (1, 1),
    WRITE_VCOM: (1, 1),
    WRITE_LUT: (227, 227),
    DISPLAY_OPTION: (10, 10),
    WRITE_USER_ID: (10, 10),
    BORDER_WAVEFORM: (1, 1),
    END_OPTION: (1, 1),
    READ_RAM_OPTION: (1, 3),
    RAM_X_START_END: (2, 2),
    RAM_Y_START_END: (4, 4),
    AUTO_WRITE_RED: (1, 1),
    AUTO_WRITE_BW: (1, 1),
    RAM_X_COUNTER: (1, 1),
    RAM_Y_COUNTER: (2, 2),
}
_WITHOUT_DATA = (SW_RESET, MASTER_ACTIVATION, LOAD_WS_OTP, CRC_CALCULATION, NOP)
_READING = (0x0A, 0x1B, 0x27, 0x2D, 0x2E, 0x2F, 0x35)
_BURNING = (0x08, 0x09, 0x16, 0x17, 0x28, 0x2A, 0x30, 0x36, 0x39)

# The stages of DISPLAY_UPDATE_CONTROL_2, in the order in which the activation runs them.
ENABLE_CLOCK = 0x80
ENABLE_ANALOG = 0x40
LOAD_TEMPERATURE = 0x20
LOAD_LUT = 0x10
MODE_2 = 0x08  # of loading and of displaying
DISPLAY = 0x04
DISABLE_ANALOG = 0x02
DISABLE_CLOCK = 0x01

# DISPLAY_UPDATE_CONTROL_1, a nibble for each RAM
_AS_ZERO = 4
_INVERSE = 8
_CASCADE = 0x10  # its second byte
_PING_PONG = 0x40  # DISPLAY_OPTION, byte F
_INTERNAL_SENSOR = 0x80

# Times in us
RESET_LOW = 10
RESET_TIME = 10_000  # after power-on, RES# and SWRESET: "wait 10 ms"
CLOCK_ON = 1_000
CLOCK_OFF = 1_000
ANALOG_ON = 94_000  # with the clock and the temperature: 96 ms
ANALOG_OFF = 267_000  # with the clock: 268 ms
TEMPERATURE_TIME = 1_000
LUT_TIME = 1_000
DETECTION_TIME = 10_000
FILL_TIME = 10_000
SLOW_TIME = 3_835_000  # F7: 4.2 s
FAST_TIME = 1_139_000  # after 1A 6E: D4 with the analog part on 1140 ms, C7 1.5 s
FASTER_TIME = 635_000  # after 1A 5A: C7 1 s
DIFFERENCE_TIME = 356_000  # FC with the analog part on: 358 ms

# The panel's waveforms by temperature: above, up to, mode 1's kind and time. The hot ones are no
# weather: a driver writes such a temperature to get a fast waveform. Outside nothing is shown.
_WAVEFORMS = (
    (0, 50, ABSOLUTE, SLOW_TIME),
    (80, 95, QUICK, FASTER_TIME),
    (95, 127, QUICK, FAST_TIME),
)

# Slices of these cost no copy: in the VM nothing is collected while a call runs.
_BLANK = bytes(SIZE)
_ZEROS = memoryview(_BLANK)
_IDLE = memoryview(b"\xff" * SIZE)

_STEPS_Y = (8, 16, 32, 64, 128, 256, 300)
_STEPS_X = (8, 16, 32, 64, 128, 256, 400)


class Ssd1683:
    """Controller and panel. Nets: `dc` (data/command), `reset` (RES#, low), `busy` (high)."""

    def __init__(self, clock, faults, dc, reset, busy, name="display"):
        self.clock = clock
        self.faults = faults
        self.dc = dc
        self.reset = reset
        self.busy = busy
        self.name = name
        self.glass = Glass(WIDTH, HEIGHT)
        self.counters = {"full": 0, "fast": 0, "partial": 0, "interrupted": 0}
        self.temperature = 23  # around the panel, in degrees
        self.supplied = True
        self.connected = True
        self.powered = False  # supplied and connected
        self.wired = True  # the BUSY wire alone
        self.jammed = False  # BUSY will hang, until so many resets
        self.hung = False
        self.cure = 0
        self.alarm = None
        self.run = None  # the stroke on the glass: kind, old, new, begin, length
        self.resetting = reset.level == 0
        self.reset_at = 0
        reset.watch(self._reset_edge)
        self._supply()

    # What a person does and sees

    def seen(self):
        """A new bytearray of WIDTH * HEIGHT greys, 0 black to 255 white, in rows from the top."""
        if self.run is None:
            return self.glass.seen()
        kind, old, new, _, _ = self.run
        return self.glass.seen((kind, old, new, self._part()))

    def power_off(self):
        """The supply goes: the ink stays as it is, in mid-refresh too, the RAMs are lost."""
        self.supplied = False
        self._supply()

    def power_on(self):
        """The supply comes."""
        self.supplied = True
        self._supply()

    def unplug(self):
        """The panel's cable comes off: nobody listens, BUSY floats."""
        self.connected = False
        self._supply()

    def plug(self):
        """The cable is put back."""
        self.connected = True
        self._supply()

    def unplug_busy(self):
        """The BUSY wire breaks and floats."""
        self.wired = False
        self._show_busy()

    def plug_busy(self):
        """The BUSY wire is mended."""
        self.wired = True
        self._show_busy()

    def jam(self, resets=0):
        """BUSY no longer falls, from the next time it should. So many hardware resets cure it;
        with 0 only a power-on does."""
        self.jammed = True
        self.hung = False
        self.cure = resets

    # The SPI bus

    def select(self):
        """CS# falls. It frames bits, not commands: it may be high between a command's bytes."""

    def deselect(self):
        """CS# rises."""

    def exchange(self, data, start, count):
        """Takes `count` bytes, commands or data by D/C#; the chip has no output for answers."""
        if self._listens():
            level = self.dc.level
            if level is None:
                self._fault("D/C# floats")
            elif level:
                self._take(data, start, start + count)
            else:
                for i in range(start, start + count):
                    if i > start and not self._listens():
                        break
                    self._begin(data[i])
        if count == 1:
            data[start] = 0xFF
            return
        while count > 0:
            run = min(count, SIZE)
            data[start : start + run] = _IDLE[:run]
            start += run
            count -= run

    def _listens(self):
        """Whether bytes reach the command decoder."""
        if not self.powered:
            return False
        if self.reset.level is None:
            self._fault("RES# floats")
        elif self.resetting:
            self._fault("a byte while RES# is low")
        elif self.asleep:
            self._fault("a byte in deep sleep: only RES# wakes")
        elif self.is_busy:
            self._fault("a byte while BUSY is high")
        else:
            return True
        return False

    def _begin(self, command):
        """A command byte: the one before must have got its data."""
        self._check_complete()
        self.command = command
        self.given = bytearray()
        self.checked = False
        if command in _PARAMETERS or command in (WRITE_RAM_BW, WRITE_RAM_RED):
            return
        if command == SW_RESET:
            self._defaults()
            self._work(RESET_TIME)
        elif command == MASTER_ACTIVATION:
            self._activate(self.stages)
        elif command == CRC_CALCULATION:
            self._work(DETECTION_TIME)
        elif command not in _WITHOUT_DATA:
            self.command = None
            self._refuse(command)

    def _refuse(self, command):
        if command in _READING:
            what = "reads, which a board without the way back cannot"
        elif command in _BURNING:
            what = "is for programming the panel"
        else:
            what = "is not in the data sheet"
        self._fault("command 0x%02X %s" % (command, what))

    def _check_complete(self):
        """A command that lacks data is at the latest known when the next one comes."""
        fewest, _ = _PARAMETERS.get(self.command, (0, 0))
        if len(self.given) < fewest:
            self._fault(
                "command 0x%02X got %d of %d data bytes" % (self.command, len(self.given), fewest)
            )

    def _take(self, data, start, end):
        """Data bytes for the command that came last."""
        command = self.command
        if command in (WRITE_RAM_BW, WRITE_RAM_RED):
            self._write_ram(command == WRITE_RAM_RED, data, start, end)
            return
        fewest, most = _PARAMETERS.get(command, (0, 0))
        for i in range(start, end):
            if i > start and not self._listens():
                return
            if len(self.given) >= most:
                what = "0x%02X" % command if command is not None else "that is none"
                self._fault("more than %d data bytes for command %s" % (most, what))
                return
            self.given.append(data[i])
            if len(self.given) >= fewest:
                self._obey(command, self.given)

    def _obey(self, command, given):
        """A command has its data. Voltages, border and the like change nothing that is seen."""
        first = given[0]
        if command == DRIVER_OUTPUT_CONTROL:
            self._set_gates(given)
        elif command == DEEP_SLEEP_MODE:
            self._sleep(first)
        elif command == DATA_ENTRY_MODE:
            self.entry = first & 7
        elif command in (HV_READY_DETECTION, VCI_DETECTION):
            self._work(DETECTION_TIME)
        elif command == TEMPERATURE_SENSOR:
            self.sensor = first
        elif command == WRITE_TEMPERATURE:
            self.celsius = first - 256 if first & 0x80 else first
        elif command == DISPLAY_UPDATE_CONTROL_1:
            self._set_ram_options(given)
        elif command == DISPLAY_UPDATE_CONTROL_2:
            self.stages = first
        elif command == WRITE_LUT:
            self.lut = None
            self.own_lut = True
        elif command == DISPLAY_OPTION:
            self.ping_pong = given[5] & _PING_PONG
        elif command in (AUTO_WRITE_RED, AUTO_WRITE_BW):
            self._fill(command == AUTO_WRITE_RED, first)
        else:
            self._set_address(command, given)

    def _set_gates(self, given):
        gates = (given[0] | (given[1] & 1) << 8) + 1
        if gates != HEIGHT:
            self._fault("%d gate lines: this panel has %d" % (gates, HEIGHT))
        if given[2] & 6:
            self._fault("gate order 0x%02X scrambles this panel's lines" % given[2])
        self.upside_down = given[2] & 1

    def _set_ram_options(self, given):
        for nibble in (given[0] & 15, given[0] >> 4):
            if nibble not in (0, _AS_ZERO, _INVERSE):
                self._fault("RAM option 0x%X" % nibble)
        self.options = given[0]
        if len(given) > 1 and given[1] & _CASCADE:
            self._fault("cascade mode, but there is one chip")

    def _set_address(self, command, given):
        if command == RAM_X_START_END:
            self.x_start = self._x(given[0])
            self.x_end = self._x(given[1])
        elif command == RAM_Y_START_END:
            self.y_start = self._y(given[0], given[1])
            self.y_end = self._y(given[2], given[3])
        elif command == RAM_X_COUNTER:
            self.x = self._x(given[0])
        elif command == RAM_Y_COUNTER:
            self.y = self._y(given[0], given[1])

    def _x(self, value):
        """X addresses count bytes of eight pixels."""
        if value >= ROW:
            self._fault("X address 0x%02X is outside the panel" % value)
            return ROW - 1
        return value

    def _y(self, low, high):
        value = low | high << 8
        if value >= HEIGHT:
            self._fault("Y address %d is outside the panel" % value)
            return HEIGHT - 1
        return value

    # The RAMs

    def _write_ram(self, red, data, start, end):
        """Image bytes go where the address counters point, which wrap in their window."""
        if not self.checked:
            if not self._window_fits():
                return
            self.checked = True
        ram = self.rams[red]
        unknown = self.unknown[red]
        across = self.entry & 4 == 0  # counted in X first
        upwards = self.entry & 1
        view = memoryview(data)
        whole = across and self.entry & 3 == 3 and self.x_start == 0 and self.x_end == ROW - 1
        while start < end:
            at = self.y * ROW + self.x
            if whole:
                room = self.y_end * ROW + ROW - at
            else:
                room = abs(self.x_end - self.x) + 1 if across else 1
            run = min(room, end - start)
            piece = view[start : start + run]
            if not upwards and run > 1:
                at -= run - 1
                piece = bytes(reversed(piece))
            ram[at : at + run] = piece
            if unknown is not None:
                unknown[at : at + run] = _ZEROS[:run]
            start += run
            if whole:
                at += run
                self.y, self.x = divmod(at, ROW) if run < room else (self.y_start, 0)
            else:
                self._count(run)

    def _window_fits(self):
        """Counters that start outside their window, or run away from its end, never wrap."""
        right = self.x_start <= self.x <= self.x_end
        left = self.x_start >= self.x >= self.x_end
        down = self.y_start <= self.y <= self.y_end
        up = self.y_start >= self.y >= self.y_end
        if (right if self.entry & 1 else left) and (down if self.entry & 2 else up):
            return True
        self._fault(
            "RAM window X %d..%d Y %d..%d, counters %d %d, entry mode %d do not fit"
            % (self.x_start, self.x_end, self.y_start, self.y_end, self.x, self.y, self.entry)
        )
        return False

    def _count(self, run):
        """Counts on by `run` bytes, at most to the end of the counter that goes first."""
        if self.entry & 4:
            if self._count_y():
                self._count_x(1)
        elif self._count_x(run):
            self._count_y()

    def _count_x(self, run):
        """True when the counter was at its end and starts again."""
        step = run if self.entry & 1 else -run
        if self.x + (step - 1 if step > 0 else step + 1) == self.x_end:
            self.x = self.x_start
            return True
        self.x += step
        return False

    def _count_y(self):
        if self.y == self.y_end:
            self.y = self.y_start
            return True
        self.y += 1 if self.entry & 2 else -1
        return False

    def _fill(self, red, pattern):
        """A regular pattern of steps over the whole RAM."""
        if pattern >> 4 & 7 == 7 or pattern & 7 == 7:
            self._fault("auto write pattern 0x%02X" % pattern)
            return
        high = _STEPS_Y[pattern >> 4 & 7]
        wide = _STEPS_X[pattern & 7] // 8
        first = bytes([0xFF if (x // wide & 1) ^ (pattern >> 7) else 0 for x in range(ROW)])
        other = bytes([byte ^ 0xFF for byte in first])
        rows = [other if y // high & 1 else first for y in range(HEIGHT)]
        self.rams[red] = bytearray(b"".join(rows))
        self.unknown[red] = None
        self._work(FILL_TIME)

    def _image(self, red):
        """A RAM as the display control takes it, in rows from the top."""
        option = self.options >> 4 if red else self.options & 15
        if option == _AS_ZERO:
            return _BLANK
        if self.unknown[red] is not None:
            if any(self.unknown[red]):
                name = "red" if red else "BW"
                self._fault("the %s RAM is shown, but not all of it was written" % name)
            else:
                self.unknown[red] = None
        image = bytes(self.rams[red])
        if option == _INVERSE:
            image = bytes([byte ^ 0xFF for byte in image])
        if self.upside_down:
            image = b"".join([image[i : i + ROW] for i in range(SIZE - ROW, -1, -ROW)])
        return image

    # Update sequences

    def _activate(self, stages):
        """Runs the stages of display update control 2, each as long as it takes."""
        us = 0
        if stages & ENABLE_CLOCK and not self.clocked:
            self.clocked = True
            us += CLOCK_ON
        if stages & 0x76 and not self.clocked:
            self._fault("activation 0x%02X without the clock" % stages)
            return
        if stages & ENABLE_ANALOG and not self.analog:
            self.analog = True
            us += ANALOG_ON
        if stages & LOAD_TEMPERATURE:
            self._load_temperature()
            us += TEMPERATURE_TIME
        if stages & LOAD_LUT:
            self._load_lut(stages & MODE_2)
            us += LUT_TIME
        if stages & DISPLAY:
            us += self._display(stages & MODE_2, us)
        self._work(us + self._disable(stages))

    def _load_temperature(self):
        if self.sensor == _INTERNAL_SENSOR:
            self.celsius = self.temperature
        else:
            self._fault(
                "temperature of sensor 0x%02X: the panel has no external one" % self.sensor
            )

    def _load_lut(self, mode_2):
        """The waveform of the last temperature range that fits, out of the OTP."""
        if self.celsius is None:
            self._fault("waveform loaded, but the temperature neither loaded nor written")
            self.celsius = self.temperature
        self.lut = (mode_2, None, 0)
        self.own_lut = False
        for above, up_to, kind, us in _WAVEFORMS:
            if above < self.celsius <= up_to:
                self.lut = (mode_2, DIFFERENCE, DIFFERENCE_TIME) if mode_2 else (0, kind, us)

    def _display(self, mode_2, begin):
        """Starts a stroke `begin` us from now. Returns how long it takes."""
        if not self.analog:
            self._fault("display without the analog part")
        elif self.own_lut:
            self._fault("what a waveform written by command 0x32 shows is not known here")
        elif self.lut is None:
            self._fault("display without a waveform")
        elif self.lut[0] != mode_2:
            self._fault("display in one mode with the waveform of the other")
        elif self.lut[1] is not None:
            _, kind, us = self.lut
            self.run = (kind, self._image(1), self._image(0), self.clock.now + begin, us)
            return us
        return 0

    def _disable(self, stages):
        us = 0
        if stages & DISABLE_ANALOG and self.analog:
            self.analog = False
            us += ANALOG_OFF
        if stages & DISABLE_CLOCK:
            if self.analog:
                self._fault("the clock is stopped under the running analog part")
            if self.clocked:
                self.clocked = False
                us += CLOCK_OFF
        return us

    def _part(self):
        """How far the stroke on the glass has come, in 256ths."""
        _, _, _, begin, us = self.run
        return max(0, min(DONE, (self.clock.now - begin) * DONE // us))

    def _end_stroke(self):
        """The stroke is over, by its end or by whatever interrupted it."""
        if self.run is None:
            return
        kind, old, new, _, _ = self.run
        part = self._part()
        self.run = None
        self.glass.stroke(kind, old, new, part)
        if part < DONE:
            self.counters["interrupted"] += 1
        elif kind == DIFFERENCE:
            self.counters["partial"] += 1
            if self.ping_pong:
                self.rams.reverse()
                self.unknown.reverse()
        else:
            self.counters["full"] += 1
            self.counters["fast"] += kind == QUICK

    # BUSY, resets, sleep

    def _work(self, us):
        """BUSY is high for `us` from now."""
        self._forget_alarm()
        self.is_busy = True
        self._show_busy()
        self.alarm = self.clock.at(us, self._rest)

    def _rest(self):
        self.alarm = None
        self._end_stroke()
        self.hung = self.jammed
        if not self.hung:
            self.is_busy = False
            self._show_busy()

    def _show_busy(self):
        if self.powered and self.connected and self.wired:
            self.busy.drive(self.name, 1 if self.is_busy or self.asleep else 0)
        else:
            self.busy.drive(self.name, None)

    def _forget_alarm(self):
        if self.alarm is not None:
            self.clock.cancel(self.alarm)
            self.alarm = None

    def _interrupt(self):
        self._forget_alarm()
        self._end_stroke()

    def _sleep(self, mode):
        """Deep sleep: BUSY stays high until RES#; mode 1 keeps the RAMs, mode 2 loses them."""
        if mode & 3 == 2:
            self._fault("deep sleep mode 0x%02X" % mode)
        elif mode & 3:
            self.asleep = True
            self.analog = False
            self.clocked = False
            if mode & 3 == 3:
                self._forget_rams()
            self._show_busy()

    def _supply(self):
        """Follows the supply and the cable."""
        powered = self.supplied and self.connected
        if powered == self.powered:
            return
        self.powered = powered
        if powered:
            self.jammed = False
            self._forget_rams()
            self._defaults()
            self._work(RESET_TIME)
        else:
            self._interrupt()
            self._show_busy()

    def _reset_edge(self, level):
        """RES# stops whatever goes on when it falls, and is followed by a start when it rises."""
        if level == 0:
            self.resetting = True
            self.reset_at = self.clock.now
            self._interrupt()
        elif self.resetting:
            self.resetting = False
            if self.powered:
                self._restart(self.clock.now - self.reset_at)

    def _restart(self, low):
        if low < RESET_LOW:
            self._fault("RES# low for %d us only" % low)
        if self.hung and self.cure:
            self.cure -= 1
            self.jammed = self.cure > 0
        self._defaults()
        self._work(RESET_TIME)

    def _forget_rams(self):
        self.rams = [_noise(1), _noise(7)]  # BW and red
        self.unknown = [bytearray(b"\x01" * SIZE), bytearray(b"\x01" * SIZE)]

    def _defaults(self):
        """The registers after any reset. The RAMs are not touched."""
        self.command = None
        self.given = bytearray()
        self.checked = False
        self.asleep = False
        self.clocked = False
        self.analog = False
        self.entry = 3
        self.x_start = 0
        self.x_end = ROW - 1
        self.y_start = 0
        self.y_end = HEIGHT - 1
        self.x = 0
        self.y = 0
        self.upside_down = 0
        self.options = 0
        self.stages = 0xFF
        self.sensor = _INTERNAL_SENSOR  # 0x48 in the data sheet; this panel's OTP changes it
        self.celsius = None
        self.lut = None
        self.own_lut = False
        self.ping_pong = 0

    def _fault(self, what):
        self.faults.add(self.name, what)


def _noise(seed):
    """What a RAM holds that nobody has written."""
    some = bytearray(250)
    for i in range(250):
        seed = (seed * 75 + 74) % 65537
        some[i] = seed & 0xFF
    return bytearray(bytes(some) * (SIZE // 250))
