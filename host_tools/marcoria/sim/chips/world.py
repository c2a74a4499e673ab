"""The whole table: a board, its nets, buses and chips, and the people around it.

The stand-ins of MicroPython's modules call the first half, and pay for it in virtual time; tests
and people call the second. One `World` lives as long as the table; the firmware on it may be
started, cut off and started again.
"""

from marcoria.sim.chips import prices
from marcoria.sim.chips.buzzer import SimBuzzer
from marcoria.sim.chips.clock import Clock
from marcoria.sim.chips.contacts import Contacts
from marcoria.sim.chips.dice import Dice
from marcoria.sim.chips.faults import Faults
from marcoria.sim.chips.flash import Flash
from marcoria.sim.chips.gpio import Gpio
from marcoria.sim.chips.i2c import I2cBus
from marcoria.sim.chips.iso14443.field import Field
from marcoria.sim.chips.mcp23017.chip import Mcp23017
from marcoria.sim.chips.mfrc522.chip import Mfrc522
from marcoria.sim.chips.placed_tags import PlacedTags
from marcoria.sim.chips.spi import SpiBus
from marcoria.sim.chips.ssd1683.chip import Ssd1683
from marcoria.sim.chips.ws2812 import BIT_NS, Ws2812

SEATS = "NESW"
SEAT_KEYS = ("C", "D", "H", "S", "PASS", "CALL", "RAP")
DIRECTOR_KEYS = ("MENU", "UNDO", "OK", "MUTE")
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}

# What the data sheets allow on the buses.
MFRC522_HZ = 10_000_000
SSD1683_HZ = 20_000_000
MCP23017_HZ = 1_700_000


class World:
    """Built from the constants of `board` (firmware/board.py). `seed` decides all chance in it,
    `deck` maps cards to UIDs ("7H": bytes), and without `journal` the flash has the partition
    table of a stock image, with none for the journal."""

    def __init__(self, board, seed=0, deck=None, journal=True):
        self.board = board
        self.clock = Clock()
        self.faults = Faults()
        self.dice = Dice(seed)
        self.unique_id = bytes([0x24, 0x0A, 0xC4] + [self.dice.below(256) for _ in range(3)])
        self.power = True
        self.reset_cause = "power"
        self.on_reset = None  # the backend's: called when the processor restarts or loses power
        self.watchdog = None
        self.watchdog_us = 0
        self.spi_calls = 0
        self.spi_bytes = 0
        self.i2c_calls = 0
        self.i2c_timeout_us = prices.I2C_TIMEOUT
        self.gpio = Gpio(self.clock, self.faults, board.PROFILE)
        self.spi_buses = {}
        self.i2c_buses = {}
        self._wire_readers(seed, deck)
        self._wire_display()
        self._wire_keys()
        self.lights = Ws2812(self.clock, self.faults, board.LIGHTS_COUNT, board.LIGHTS_MA)
        self.buzzer = SimBuzzer(self.clock)
        self.flash = Flash(self.clock, self.faults, board.JOURNAL_BLOCKS if journal else 0)
        self.flash.on_cut = self.cut_power

    # --- what the firmware does -------------------------------------------------------------

    def pin_mode(self, n, mode, pull):
        """0 input, 1 output, 2 open drain, None as it was; the pull inside: None, 0 or 1."""
        self.wait(prices.PIN)
        self.gpio.set_mode(n, mode, pull)
        self.gpio.interrupt()

    def pin_set(self, n, level):
        """Sets the level that the pin gives as an output."""
        clock = self.clock
        now = clock.now + prices.PIN
        if now < clock.due:
            clock.now = now
        else:
            clock.advance(prices.PIN)
        gpio = self.gpio
        gpio.latches[n] = level
        if gpio.modes[n] == 1:
            gpio.nets[n].drive("esp32", level)
        else:
            gpio.set_latch(n, level)
        if gpio.pending:
            gpio.interrupt()

    def pin_get(self, n: int) -> int:
        """The level on the pin."""
        self.wait(prices.PIN)
        return self.gpio.level(n)

    def pin_watch(self, n, edges, callback):
        """Has `callback()` called after each edge (bit 1 rising, bit 2 falling), as soon as the
        call that it happens in is over. None ends it."""
        self.wait(prices.PIN)
        self.gpio.watch(n, edges, callback)

    def spi_setup(self, bus, sck, mosi, miso, polarity, phase, bits, firstbit):
        """The firmware opens a bus: it must be the one that is wired, and as the chips want it."""
        self.spi_calls += 1
        self.wait(prices.SPI_CALL)
        self._check_pins("SPI", bus, (sck, mosi, miso), self._spi_pins.get(bus))
        if (polarity, phase, bits, firstbit) != (0, 0, 8, 0):
            self.faults.add("spi%d" % bus, "the chips want mode 0, 8 bits, the highest first")

    def spi(self, bus, data, start, count, baud):
        """Moves `count` bytes of `data` both ways, in place."""
        self.spi_calls += 1
        self.spi_bytes += count
        clock = self.clock
        now = clock.now + prices.SPI_CALL + 8000 * count // (baud // 1000)
        if now < clock.due:
            clock.now = now
        else:
            clock.advance(now - clock.now)
        self.spi_buses[bus].exchange(data, start, count, baud)
        if self.gpio.pending:
            self.gpio.interrupt()

    def i2c_setup(self, bus, scl, sda, timeout_us=prices.I2C_TIMEOUT):
        """The firmware opens a bus: it must be the one that is wired. `timeout_us` is what a
        call takes when a line is held low."""
        self.i2c_calls += 1
        self.i2c_timeout_us = timeout_us
        self.wait(prices.I2C_CALL)
        self._check_pins("I2C", bus, (scl, sda), self._i2c_pins.get(bus))

    def i2c_write(self, bus, address, data, stop=True, baud=400_000):
        """Whether address and bytes were acknowledged; None if the bus is stuck. Without `stop`
        the call that follows is a repeated start and part of this one's price."""
        return self._i2c(bus, address, data, stop, baud, 0)

    def i2c_read(self, bus, address, data, stop=True, baud=400_000):
        """Fills `data`. Whether the address was acknowledged; None if the bus is stuck."""
        return self._i2c(bus, address, data, stop, baud, 1)

    def bits(self, n, data, timing=BIT_NS):
        """Sends one frame to the lights, and blocks as long as it takes."""
        if n == self.board.LIGHTS_PIN and self.gpio.modes[n] == 1:
            self.lights.frame(data, timing)
        else:
            self.faults.add("lights", "GPIO %d does not drive the strip" % n)
        self.wait(len(data) * prices.LED // 3)

    def pwm(self, n, hz, duty_u16):
        """Lets a pin swing; a duty of 0 is silence."""
        self.wait(prices.PWM)
        if n == self.board.BUZZER_PIN:
            self.buzzer.drive(hz, duty_u16)
        else:
            self.faults.add("esp32", "PWM on GPIO %d, where no buzzer is" % n)

    def flash_read(self, block, offset, data):
        """Fills `data` from the journal partition."""
        self.flash.read(block, offset, data)
        self.gpio.interrupt()

    def flash_write(self, block, offset, data):
        """Programs bytes of the journal partition. False when that was the end: no power."""
        done = self.power and self.flash.write(block, offset, data)
        self.gpio.interrupt()
        return done

    def flash_erase(self, block):
        """Erases 4 KiB of the journal partition. False when that was the end: no power."""
        done = self.power and self.flash.erase(block)
        self.gpio.interrupt()
        return done

    def watch_dog(self, ms):
        """Starts the watchdog, which nothing stops, or feeds it (0)."""
        self.wait(prices.PIN)
        if ms:
            self.watchdog_us = ms * 1000
        if self.watchdog is not None:
            self.clock.cancel(self.watchdog)
        self.watchdog = self.clock.at(self.watchdog_us, self._bite)

    def wait(self, us):
        """Lets virtual time pass."""
        clock = self.clock
        now = clock.now + us
        if now < clock.due:
            clock.now = now
        else:
            clock.advance(us)
        if self.gpio.pending:
            self.gpio.interrupt()

    # --- what happens to the board ----------------------------------------------------------

    def restart(self, cause):
        """The processor starts again ("soft", "hard", "watchdog"); the chips keep their state."""
        self.reset_cause = cause
        self._stop_processor()

    def cut_power(self):
        """The plug is pulled: every chip loses what it held, the paper and the flash do not."""
        if not self.power:
            return
        self.power = False
        self.reset_cause = "power"
        self.lights.power_on()
        for chip in self.expanders:
            chip.power_off()
        self.display.power_off()
        self._stop_processor()
        # For a reader no supply and NRSTPD low are the same.
        self.readers_reset.drive("power", 0)

    def power_on(self):
        """The plug is back in; the firmware is the backend's to start."""
        if self.power:
            return
        self.power = True
        self.readers_reset.drive("power", None)
        self.display.power_on()
        for chip in self.expanders:
            chip.power_on()

    # --- what people do and see -------------------------------------------------------------

    def put(self, card, seat, coupling=1.0):
        """Somebody lays a card ("7H", a UID in hex, or a Tag) on a pad."""
        self.pads.put(card, seat, coupling)

    def lift(self, card):
        """Somebody takes a card away, or, given a seat, all cards on its pad."""
        self.pads.lift(card)

    def press(self, key, seat=None, ms=120):
        """Somebody presses ♣ ♦ ♥ ♠ (or C D H S) PASS CALL at a seat, or MENU UNDO OK MUTE."""
        self.keys.press(key_name(key, seat), ms)

    def hold(self, key, seat=None):
        """Somebody keeps a key down."""
        self.keys.hold(key_name(key, seat))

    def release(self, key, seat=None):
        """Somebody lets a key go."""
        self.keys.release(key_name(key, seat))

    def rap(self, seat):
        """Somebody knocks on the table."""
        self.keys.rap(key_name("RAP", seat))

    def screen(self):
        """What is seen on the display: 400x300 bytes from 0 black to 255 white."""
        return self.display.seen()

    def colours(self):
        """(red, green, blue) of each seat's eight LEDs."""
        all_of = self.lights.colours()
        each = len(all_of) // len(SEATS)
        return {seat: all_of[i * each : i * each + each] for i, seat in enumerate(SEATS)}

    def cards(self):
        """The cards on each pad, the last one on top."""
        return {seat: list(cards) for seat, cards in self.pads.lying.items()}

    def tones(self):
        """What was heard: [start in us, Hz, length in us] of each tone."""
        return self.buzzer.tones

    def fault_log(self):
        """All faults there have been: (chip, what)."""
        return self.faults.log

    def keys_down(self):
        """The names of the keys that are held down, such as "S PASS" or "MENU"."""
        return sorted(self.keys.down)

    # --- wiring -----------------------------------------------------------------------------

    def _wire_readers(self, seed, deck):
        board, gpio = self.board, self.gpio
        pins = (board.READERS_SCK, board.READERS_MOSI, board.READERS_MISO)
        self._spi_pins = {board.READERS_SPI: pins}
        bus = self._spi_bus(board.READERS_SPI)
        reset = gpio.net(board.READERS_RST, "readers.rst", 1)
        self.readers_reset = reset
        self.fields = {}
        self.readers = {}
        for seat, pin in zip(SEATS, board.READERS_CS):
            field = Field(seed * 4 + len(self.fields) + 1)
            chip = Mfrc522(self.clock, self.faults, field, "reader " + seat, reset)
            bus.add(chip.port, gpio.net(pin, "readers.cs." + seat, 1), MFRC522_HZ)
            self.fields[seat] = field
            self.readers[seat] = chip
        self.pads = PlacedTags(self.fields, seed, deck)

    def _wire_display(self):
        board, gpio = self.board, self.gpio
        pins = (board.DISPLAY_SCK, board.DISPLAY_MOSI, None)
        self._spi_pins[board.DISPLAY_SPI] = pins
        dc = gpio.net(board.DISPLAY_DC, "display.dc", None)
        reset = gpio.net(board.DISPLAY_RST, "display.rst", 1)
        busy = gpio.net(board.DISPLAY_BUSY, "display.busy", 0)
        self.display = Ssd1683(self.clock, self.faults, dc, reset, busy, "display")
        select = gpio.net(board.DISPLAY_CS, "display.cs", 1)
        self._spi_bus(board.DISPLAY_SPI).add(self.display, select, SSD1683_HZ)

    def _wire_keys(self):
        board, gpio = self.board, self.gpio
        bus = I2cBus("i2c%d" % board.KEYS_I2C, self.clock, self.faults)
        self.i2c_buses[board.KEYS_I2C] = bus
        self._i2c_pins = {board.KEYS_I2C: (board.KEYS_SCL, board.KEYS_SDA)}
        self.expanders = []
        nets = {}
        for i, address in enumerate(board.KEYS_ADDRESSES):
            interrupt = gpio.net(board.KEYS_INT[i], "expanders.int.%d" % i, 1)
            # RESET is tied to the supply, INTB is open: INTA can be made to speak for both.
            name = "expander %d" % i
            chip = Mcp23017(self.clock, self.faults, address, interrupt, name=name)
            bus.add(chip, address, MCP23017_HZ)
            self.expanders.append(chip)
            for bit in range(16):
                nets[_name_of(board.KEYS[16 * i + bit])] = chip.pins[bit]
        self.keys = Contacts(self.clock, self.dice, nets)

    def _spi_bus(self, number):
        if number not in self.spi_buses:
            self.spi_buses[number] = SpiBus("spi%d" % number, self.clock, self.faults)
        return self.spi_buses[number]

    def _check_pins(self, kind, bus, pins, wired):
        if wired is None:
            self.faults.add("esp32", "nothing is wired to %s %d" % (kind, bus))
        elif pins != wired:
            text = "%s %d opened on GPIOs %s, wired to %s"
            self.faults.add("esp32", text % (kind, bus, pins, wired))

    def _i2c(self, bus, address, data, stop, baud, read):
        self.i2c_calls += 1
        lines = self.i2c_buses.get(bus)
        if lines is None or lines.stuck:
            self.wait(self.i2c_timeout_us)
            return None
        price = prices.I2C_CALL if stop else 0
        self.wait(price + 9000 * (1 + len(data)) // (baud // 1000))
        exchange = lines.read if read else lines.write
        done = exchange(address, data, stop, baud)
        self.gpio.interrupt()
        return done

    def _bite(self):
        self.watchdog = None
        self.restart("watchdog")

    def _stop_processor(self):
        if self.watchdog is not None:
            self.clock.cancel(self.watchdog)
            self.watchdog = None
        self.gpio.reset()
        self.buzzer.drive(0, 0)
        if self.on_reset is not None:
            self.on_reset()


def key_name(key, seat=None):
    """The name of a key's net: "S PASS", "N C", "MENU"; ValueError if there is none."""
    key = SUITS.get(key, key)
    if seat is None and key in DIRECTOR_KEYS:
        return key
    if seat in tuple(SEATS) and key in SEAT_KEYS:
        return seat + " " + key
    raise ValueError("no key %s at %s" % (key, seat))


def _name_of(number):
    """The name of the key with that number in board.KEYS."""
    seat, key = number >> 3, number & 7
    return SEATS[seat] + " " + SEAT_KEYS[key] if key < 7 else DIRECTOR_KEYS[seat]
