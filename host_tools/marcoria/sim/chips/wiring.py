"""The wires between a processor and named parts."""

from marcoria.sim.chips.buses import I2cBus, SpiBus
from marcoria.sim.chips.buzzer import SimBuzzer
from marcoria.sim.chips.iso14443.field import Field
from marcoria.sim.chips.mcp23017 import FASTEST_HZ as MCP23017_HZ
from marcoria.sim.chips.mcp23017 import Mcp23017
from marcoria.sim.chips.mfrc522.chip import Mfrc522
from marcoria.sim.chips.pins import Gpio, Net
from marcoria.sim.chips.ssd1683.chip import FASTEST_HZ as SSD1683_HZ
from marcoria.sim.chips.ssd1683.chip import Ssd1683
from marcoria.sim.chips.ws2812 import Ws2812

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Clock, Faults
    from marcoria.sim.chips.seams import Part, Pins

MFRC522_HZ = 10_000_000  # fastest SPI clock in the data sheet


class Wiring:
    """The parts of a simulated world by name, and their nets to a processor's pins.

    Each of `parts` is a tuple: the name of a method of this class, the name of the part, and a
    dictionary of the method's other arguments. A pin that is None is not connected. If `bus` is
    None, `_number` finds the number of the bus. `profile` selects the processor, as in
    `PartsWorld`. The random numbers of each reader's radio field are derived from `seed`.
    """

    def __init__(
        self, profile: str, parts: "list[Part]", clock: "Clock", faults: "Faults", seed: int
    ) -> None:
        self.clock = clock
        self.faults = faults
        self.seed = seed
        self.gpio = Gpio(clock, faults, profile)
        self.spi_buses: "dict[int, SpiBus]" = {}
        self.i2c_buses: "dict[int, I2cBus]" = {}
        self._spi_pins: "dict[int, Pins]" = {}  # pins of each bus, by the number of the bus
        self._i2c_pins: "dict[int, Pins]" = {}
        self.readers: "dict[str, Mfrc522]" = {}
        self.fields: "dict[str, Field]" = {}
        self.displays: "dict[str, Ssd1683]" = {}
        self.expanders: "dict[str, Mcp23017]" = {}
        self.strips: "dict[str, Ws2812]" = {}
        self.buzzers: "dict[str, SimBuzzer]" = {}
        self.strip_on: "dict[int, Ws2812]" = {}  # strips by pin
        self.buzzer_on: "dict[int, SimBuzzer]" = {}  # buzzers by pin
        self.keys: "dict[str, Net]" = {}  # nets with a contact to ground, by the key's name
        self._resets: "list[Net]" = []  # reset nets of the readers
        for kind, name, wires in parts:
            getattr(self, kind)(name, **wires)

    # --- one method for each kind of part ---------------------------------------------------

    def mfrc522(
        self,
        name: str,
        sck: int,
        mosi: int,
        miso: int,
        cs: int,
        rst: "int | None" = None,
        irq: "int | None" = None,
        bus: "int | None" = None,
        called: str = "",
    ) -> None:
        """Wire a reader with its antenna.

        Its name in faults is `called`, or `name` if `called` is empty.
        """
        reset = self._net(rst, name + ".rst", 1)
        if reset not in self._resets:
            self._resets.append(reset)
        self.fields[name] = field = Field(self.seed * 4 + len(self.fields) + 1)
        line = None if irq is None else self._net(irq, name + ".irq", 1)
        chip = Mfrc522(self.clock, self.faults, field, called or name, reset, line)
        self.readers[name] = chip
        select = self._net(cs, name + ".cs", 1)
        self._on_spi(bus, (sck, mosi, miso)).add(chip.port, select, MFRC522_HZ)

    def ssd1683(
        self,
        name: str,
        sck: int,
        mosi: int,
        cs: int,
        dc: int,
        rst: int,
        busy: int,
        bus: "int | None" = None,
    ) -> None:
        """Wire a display controller with its panel of 400x300 pixels."""
        reset, ready = self._net(rst, name + ".rst", 1), self._net(busy, name + ".busy", 0)
        dc_net = self._net(dc, name + ".dc", None)
        chip = Ssd1683(self.clock, self.faults, dc_net, reset, ready, name)
        self.displays[name] = chip
        self._on_spi(bus, (sck, mosi, None)).add(chip, self._net(cs, name + ".cs", 1), SSD1683_HZ)

    def mcp23017(
        self,
        name: str,
        scl: int,
        sda: int,
        address: int,
        inta: "int | None" = None,
        intb: "int | None" = None,
        keys: "dict[str, int] | None" = None,
        bus: "int | None" = None,
    ) -> None:
        """Wire an expander; `keys` maps names of contacts to numbers of its pins (0 to 15)."""
        lines = [
            None if pin is None else self._net(pin, name + end, 1)
            for pin, end in ((inta, ".inta"), (intb, ".intb"))
        ]
        chip = Mcp23017(self.clock, self.faults, address, lines[0], lines[1], name=name)
        self.expanders[name] = chip
        self._on_i2c(bus, (scl, sda)).add(chip, address, MCP23017_HZ)
        for key, bit in (keys or {}).items():
            self.keys[key] = chip.pins[bit]

    def ws2812(self, name: str, pin: int, count: int, limit_ma: "int | None" = None) -> None:
        """Wire a strip of lights; its supply can give up to `limit_ma` (None: any current)."""
        self._net(pin, name, None)
        strip = Ws2812(self.clock, self.faults, count, limit_ma)
        self.strips[name] = self.strip_on[pin] = strip

    def buzzer(self, name: str, pin: int) -> None:
        """Wire a passive buzzer."""
        self._net(pin, name, None)
        self.buzzers[name] = self.buzzer_on[pin] = SimBuzzer(self.clock)

    def button(self, name: str, pin: int) -> None:
        """Wire a contact to ground without a resistor, so the pin's own pull-up is needed."""
        self.keys[name] = self._net(pin, name, None)

    # --- buses, found by their pins ---------------------------------------------------------

    def spi_at(self, number: int, pins: "Pins") -> SpiBus:
        """Return the bus on the pins SCK, MOSI and MISO.

        If there is no such bus, report a fault with `number`, and return a bus without chips. On a
        bus without MISO the processor may use any free pin as MISO.
        """
        for bus, wired in self._spi_pins.items():
            spare = wired[2] is None and self.gpio.is_free(pins[2])
            if wired == pins or (spare and wired[:2] == pins[:2]):
                return self.spi_buses[bus]
        self._missing("SPI", number, pins, self._spi_pins)
        return SpiBus("spi%d" % number, self.clock, self.faults)

    def i2c_at(self, number: int, pins: "Pins") -> "I2cBus | None":
        """Return the bus on the pins SCL and SDA.

        If there is no such bus, report a fault with `number`, and return None.
        """
        for bus, wired in self._i2c_pins.items():
            if wired == pins:
                return self.i2c_buses[bus]
        self._missing("I2C", number, pins, self._i2c_pins)
        return None

    def _missing(self, kind: str, number: int, pins: "Pins", wired: "dict[int, Pins]") -> None:
        found = " or ".join([str(one) for one in wired.values()]) or "nothing"
        text = "%s %d opened on GPIOs %s, but wired to %s"
        self.faults.add("esp32", text % (kind, number, pins, found))

    # --- supply -----------------------------------------------------------------------------

    def power_off(self) -> None:
        """Switch off the supply of all chips except the readers (see `hold_resets`)."""
        for strip in self.strips.values():
            strip.power_on()  # LEDs are dark both without supply and after power-on
        for expander in self.expanders.values():
            expander.power_off()
        for display in self.displays.values():
            display.power_off()

    def power_on(self) -> None:
        """Switch on the supply of all chips."""
        self.hold_resets(None)
        for display in self.displays.values():
            display.power_on()
        for expander in self.expanders.values():
            expander.power_on()

    def hold_resets(self, level: "int | None") -> None:
        """Pull the reset nets of the readers low (0), or release them (None).

        A reader whose reset is low is off, so 0 also simulates a cut of its supply.
        """
        for net in self._resets:
            net.drive("power", level)

    # --- wires ------------------------------------------------------------------------------

    def _net(self, pin: "int | None", name: str, pull: "int | None") -> Net:
        """Return the net of a GPIO, or a new unconnected net if `pin` is None."""
        return Net(name, self.faults, pull) if pin is None else self.gpio.net(pin, name, pull)

    def _on_spi(self, number: "int | None", pins: "Pins") -> SpiBus:
        number = self._number(number, pins, self._spi_pins, 1)
        if number not in self.spi_buses:
            self.spi_buses[number] = SpiBus("spi%d" % number, self.clock, self.faults)
        return self.spi_buses[number]

    def _on_i2c(self, number: "int | None", pins: "Pins") -> I2cBus:
        number = self._number(number, pins, self._i2c_pins, 0)
        if number not in self.i2c_buses:
            self.i2c_buses[number] = I2cBus("i2c%d" % number, self.clock, self.faults)
        return self.i2c_buses[number]

    def _number(
        self, number: "int | None", pins: "Pins", wired: "dict[int, Pins]", first: int
    ) -> int:
        """Return the number of the bus on the first two of these pins; register it if it is new.

        Mark the pins as used, so that no other bus can have one of them as MISO. `wired` has the
        pins of the known buses by number. A new bus gets the given `number`. If `number` is None,
        the new bus gets `first` plus the number of known buses. A bus has no MISO until a part
        uses MISO.
        """
        for pin in pins:
            if pin is not None:
                self.gpio.wired[pin] = True
        for known, others in wired.items():
            if others[:2] == pins[:2]:
                miso = [b if a is None else a for a, b in zip(others[2:], pins[2:])]
                wired[known] = others[:2] + tuple(miso)
                return known
        if number is None:
            number = first + len(wired)
        wired[number] = pins
        return number
