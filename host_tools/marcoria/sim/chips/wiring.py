"""The board's wires: which chip is on which pins, as `board` (firmware/board.py) says."""

from marcoria.sim.chips.buzzer import SimBuzzer
from marcoria.sim.chips.gpio import Gpio
from marcoria.sim.chips.i2c import I2cBus
from marcoria.sim.chips.iso14443.field import Field
from marcoria.sim.chips.key_names import SEATS, name_of
from marcoria.sim.chips.mcp23017.chip import FASTEST_HZ as MCP23017_HZ
from marcoria.sim.chips.mcp23017.chip import Mcp23017
from marcoria.sim.chips.mfrc522.chip import Mfrc522
from marcoria.sim.chips.spi import SpiBus
from marcoria.sim.chips.ssd1683.chip import FASTEST_HZ as SSD1683_HZ
from marcoria.sim.chips.ssd1683.chip import Ssd1683
from marcoria.sim.chips.ws2812 import Ws2812

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.clock import Clock
    from marcoria.sim.chips.faults import Faults
    from marcoria.sim.chips.net import Net
    from marcoria.sim.chips.seams import PinMap

    Pins = tuple[int | None, ...]

MFRC522_HZ = 10_000_000  # what the data sheet allows


class Wiring:
    """All chips of a table but the processor, and the nets between. Each reader's field has its
    own chance, which follows from `seed`."""

    def __init__(self, board: "PinMap", clock: "Clock", faults: "Faults", seed: int) -> None:
        self.board = board
        self.clock = clock
        self.faults = faults
        self.gpio = Gpio(clock, faults, board.PROFILE)
        self.spi_buses: "dict[int, SpiBus]" = {}
        self.i2c_buses: "dict[int, I2cBus]" = {}
        self._spi_pins: "dict[int, Pins]" = {}
        self._i2c_pins: "dict[int, Pins]" = {}
        self._wire_readers(seed)
        self._wire_display()
        self._wire_expanders()
        self.lights = Ws2812(clock, faults, board.LIGHTS_COUNT, board.LIGHTS_MA)
        self.buzzer = SimBuzzer(clock)

    def check_spi(self, bus: int, pins: "Pins") -> None:
        """The firmware opens a bus: it must be one that is wired, on those pins."""
        self._check("SPI", bus, pins, self._spi_pins.get(bus))

    def check_i2c(self, bus: int, pins: "Pins") -> None:
        """As `check_spi`."""
        self._check("I2C", bus, pins, self._i2c_pins.get(bus))

    def _check(self, kind: str, bus: int, pins: "Pins", wired: "Pins | None") -> None:
        if wired is None:
            self.faults.add("esp32", "nothing is wired to %s %d" % (kind, bus))
        elif pins != wired:
            text = "%s %d opened on GPIOs %s, wired to %s"
            self.faults.add("esp32", text % (kind, bus, pins, wired))

    def _wire_readers(self, seed: int) -> None:
        board, gpio = self.board, self.gpio
        pins = (board.READERS_SCK, board.READERS_MOSI, board.READERS_MISO)
        bus = self._spi_bus(board.READERS_SPI, pins)
        self.readers_reset = reset = gpio.net(board.READERS_RST, "readers.rst", 1)
        self.fields: "dict[str, Field]" = {}
        self.readers: "dict[str, Mfrc522]" = {}
        for seat, pin in zip(SEATS, board.READERS_CS):
            field = Field(seed * 4 + len(self.fields) + 1)
            chip = Mfrc522(self.clock, self.faults, field, "reader " + seat, reset)
            bus.add(chip.port, gpio.net(pin, "readers.cs." + seat, 1), MFRC522_HZ)
            self.fields[seat] = field
            self.readers[seat] = chip

    def _wire_display(self) -> None:
        board, gpio = self.board, self.gpio
        bus = self._spi_bus(board.DISPLAY_SPI, (board.DISPLAY_SCK, board.DISPLAY_MOSI, None))
        dc = gpio.net(board.DISPLAY_DC, "display.dc", None)
        reset = gpio.net(board.DISPLAY_RST, "display.rst", 1)
        busy = gpio.net(board.DISPLAY_BUSY, "display.busy", 0)
        self.display = Ssd1683(self.clock, self.faults, dc, reset, busy, "display")
        bus.add(self.display, gpio.net(board.DISPLAY_CS, "display.cs", 1), SSD1683_HZ)

    def _wire_expanders(self) -> None:
        board = self.board
        bus = I2cBus("i2c%d" % board.KEYS_I2C, self.clock, self.faults)
        self.i2c_buses[board.KEYS_I2C] = bus
        self._i2c_pins[board.KEYS_I2C] = (board.KEYS_SCL, board.KEYS_SDA)
        self.expanders: "list[Mcp23017]" = []
        self.keys: "dict[str, Net]" = {}  # by their names
        for i, address in enumerate(board.KEYS_ADDRESSES):
            interrupt = self.gpio.net(board.KEYS_INT[i], "expanders.int.%d" % i, 1)
            # RESET is tied to the supply, INTB is open: INTA can be made to speak for both.
            name = "expander %d" % i
            chip = Mcp23017(self.clock, self.faults, address, interrupt, name=name)
            bus.add(chip, address, MCP23017_HZ)
            self.expanders.append(chip)
            for bit in range(16):
                self.keys[name_of(board.KEYS[16 * i + bit])] = chip.pins[bit]

    def _spi_bus(self, number: int, pins: "Pins") -> SpiBus:
        if number not in self.spi_buses:
            self.spi_buses[number] = SpiBus("spi%d" % number, self.clock, self.faults)
        self._spi_pins[number] = pins
        return self.spi_buses[number]
