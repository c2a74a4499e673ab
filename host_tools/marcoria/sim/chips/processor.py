"""Model of the processor as its program sees it: pins, buses, flash, console, WiFi, watchdog."""

from marcoria.sim.chips import prices
from marcoria.sim.chips.console import SimConsole
from marcoria.sim.chips.flash import Flash
from marcoria.sim.chips.network import SimNetwork
from marcoria.sim.chips.ws2812 import BIT_NS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.buses import I2cBus
    from marcoria.sim.chips.kernel import Alarm, Clock
    from marcoria.sim.chips.seams import Buffer
    from marcoria.sim.chips.wiring import Wiring


class Watchdog:
    """A watchdog that calls `bite()` if it is not fed in time."""

    def __init__(self, clock: "Clock", bite: "Callable[[], object]") -> None:
        self.clock = clock
        self.bite = bite
        self._us = 0
        self._alarm: "Alarm | None" = None

    def start(self, ms: int) -> None:
        """Start the watchdog with a timeout of `ms`."""
        self._us = ms * 1000
        self.feed()

    def feed(self) -> None:
        """Restart the timeout."""
        self.stop()
        self._alarm = self.clock.at(self._us, self._ring)

    def stop(self) -> None:
        """Cancel the timeout."""
        if self._alarm is not None:
            self.clock.cancel(self._alarm)
            self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self.bite()


class Processor:
    """An ESP32 or ESP32-S3 with the chips of `wiring`.

    Most calls by its program take virtual time. `unique_id` has six bytes. `journal_blocks` is the
    number of blocks of the flash partition for the journal. If it is 0, there is no such
    partition, as with a stock MicroPython image.
    """

    def __init__(self, wiring: "Wiring", unique_id: bytes, journal_blocks: int) -> None:
        self.clock = wiring.clock
        self.faults = wiring.faults
        self.gpio = wiring.gpio
        self.wiring = wiring
        # Buses by number: at first those of `wiring`; `spi_setup` and `i2c_setup` replace them.
        self.spi_buses = dict(wiring.spi_buses)
        self.i2c_buses: "dict[int, I2cBus | None]" = dict(wiring.i2c_buses)
        self.unique_id = unique_id
        self.console = SimConsole(self.clock)
        self.network = SimNetwork(self.clock)
        self.flash = Flash(self.clock, self.faults, journal_blocks)
        self.watchdog = Watchdog(self.clock, self._bite)
        self.celsius = 41  # temperature of the chip, which is warmer than the room
        self.power = True
        self.reset_cause = "power"
        # Set by the backend: called each time the program stops (see `halt`).
        self.on_reset: "Callable[[], object] | None" = None
        self.spi_calls = 0
        self.spi_bytes = 0
        self.i2c_calls = 0
        self.i2c_timeout_us = prices.I2C_TIMEOUT

    def wait(self, us: int) -> None:
        """Advance the clock by `us`, then run pending interrupts."""
        clock = self.clock
        now = clock.now + us
        if now < clock.due:
            clock.now = now
        else:
            clock.advance(us)
        if self.gpio.pending:
            self.gpio.interrupt()

    # --- pins -------------------------------------------------------------------------------

    def pin_mode(self, n: int, mode: "int | None", pull: "int | None") -> None:
        """Set mode and internal pull of a pin.

        The mode is 0 for input, 1 for output, 2 for open drain, None for no change. The pull is 0,
        1, or None for no resistor.
        """
        self.wait(prices.PIN)
        self.gpio.set_mode(n, mode, pull)
        self.gpio.interrupt()

    def pin_set(self, n: int, level: int) -> None:
        """Set the output level of a pin."""
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
        """Return the level on the pin."""
        self.wait(prices.PIN)
        return self.gpio.level(n)

    def pin_watch(self, n: int, edges: int, callback: "Callable[[], object] | None") -> None:
        """Set a callback for edges of a pin (1 rising, 2 falling, 3 both); None removes it.

        The callback runs at the end of the processor call in which an edge happens.
        """
        self.wait(prices.PIN)
        self.gpio.watch(n, edges, callback)

    def bits(self, n: int, data: "Buffer", timing: "tuple[int, ...]" = BIT_NS) -> None:
        """Send a frame to the lights on a pin, and block until it is sent.

        `timing` has the times in ns of the levels of a bit, in the order of `BIT_NS`.
        """
        strip = self.wiring.strip_on.get(n)
        if strip is not None and self.gpio.modes[n] == 1:
            strip.frame(data, timing)
        else:
            self.faults.add("lights", "GPIO %d does not drive the strip" % n)
        self.wait(len(data) * prices.LED // 3)

    def pwm(self, n: int, hz: int, duty_u16: int) -> None:
        """Drive the buzzer on a pin with PWM; the buzzer is silent at a duty of 0 or 65535."""
        self.wait(prices.PWM)
        buzzer = self.wiring.buzzer_on.get(n)
        if buzzer is not None:
            buzzer.drive(hz, duty_u16)
        else:
            self.faults.add("esp32", "PWM on GPIO %d, which has no buzzer" % n)

    # --- buses ------------------------------------------------------------------------------

    def spi_setup(
        self,
        bus: int,
        pins: "tuple[int | None, int | None, int | None]",
        settings: "tuple[int, int, int, int]",
    ) -> None:
        """Open an SPI bus on the pins SCK, MOSI and MISO.

        The settings are polarity, phase, bits and firstbit; settings that the chips do not support
        are a fault.
        """
        self.spi_calls += 1
        self.wait(prices.SPI_CALL)
        self.spi_buses[bus] = self.wiring.spi_at(bus, pins)
        if settings != (0, 0, 8, 0):
            self.faults.add(
                "spi%d" % bus, "the chips need mode 0, 8 bits, the most significant first"
            )

    def spi(self, bus: int, data: "Buffer", start: int, count: int, baud: int) -> None:
        """Send `count` bytes of `data` from `start`, and replace them by the received bytes."""
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

    def i2c_setup(
        self, bus: int, scl: int, sda: int, timeout_us: int = prices.I2C_TIMEOUT
    ) -> None:
        """Open an I2C bus; `timeout_us` is how long a call takes while a line is held low."""
        self.i2c_calls += 1
        self.i2c_timeout_us = timeout_us
        self.wait(prices.I2C_CALL)
        self.i2c_buses[bus] = self.wiring.i2c_at(bus, (scl, sda))

    def i2c_write(
        self,
        bus: int,
        address: int,
        data: "bytes | Buffer",
        stop: bool = True,
        baud: int = 400_000,
    ) -> "bool | None":
        """Write bytes; return whether all were acknowledged.

        Return None if the bus is stuck or not wired. Without `stop` the next call begins with a
        repeated start, and I2C_CALL is charged only once for both calls.
        """
        lines = self._i2c_lines(bus, len(data), stop, baud)
        if lines is None:
            return None
        done = lines.write(address, data, stop, baud)
        self.gpio.interrupt()
        return done

    def i2c_read(
        self, bus: int, address: int, data: "Buffer", stop: bool = True, baud: int = 400_000
    ) -> "bool | None":
        """Read into `data`; return whether a chip acknowledged.

        Return None if the bus is stuck or not wired.
        """
        lines = self._i2c_lines(bus, len(data), stop, baud)
        if lines is None:
            return None
        done = lines.read(address, data, stop, baud)
        self.gpio.interrupt()
        return done

    def _i2c_lines(self, bus: int, count: int, stop: bool, baud: int) -> "I2cBus | None":
        """Wait for the time of a transfer and return the bus.

        If the bus is stuck or not wired, wait for the timeout and return None.
        """
        self.i2c_calls += 1
        lines = self.i2c_buses.get(bus)
        if lines is None or lines.stuck:
            self.wait(self.i2c_timeout_us)
            return None
        price = prices.I2C_CALL if stop else 0
        self.wait(price + 9000 * (1 + count) // (baud // 1000))
        return lines

    # --- flash ------------------------------------------------------------------------------

    def flash_read(self, block: int, offset: int, data: "Buffer") -> None:
        """Read into `data` from the journal partition."""
        self.flash.read(block, offset, data)
        self.gpio.interrupt()

    def flash_write(self, block: int, offset: int, data: "Buffer") -> bool:
        """Program bytes of the journal partition; return False if the power is off or is cut."""
        done = self.power and self.flash.write(block, offset, data)
        self.gpio.interrupt()
        return done

    def flash_erase(self, block: int) -> bool:
        """Erase a block of the journal partition; return False if the power is off or is cut."""
        done = self.power and self.flash.erase(block)
        self.gpio.interrupt()
        return done

    # --- console ----------------------------------------------------------------------------

    def console_waits(self) -> bool:
        """Return whether the console has unread input."""
        self.wait(prices.LOOK)
        return self.console.waits()

    def console_write(self, data: "Buffer") -> None:
        """Print bytes, and block until they are sent."""
        self.wait(self.console.send(data))

    # --- start and end ----------------------------------------------------------------------

    def watch_dog(self, ms: int) -> None:
        """Start the watchdog with a timeout of `ms`; if `ms` is 0, feed the watchdog.

        The program cannot stop the watchdog.
        """
        self.wait(prices.PIN)
        if ms:
            self.watchdog.start(ms)
        else:
            self.watchdog.feed()

    def _bite(self) -> None:
        self.restart("watchdog")

    def restart(self, cause: str) -> None:
        """Reset the processor; the other chips keep their state.

        `cause` is "soft", "hard", "watchdog" or "power".
        """
        self.reset_cause = cause
        self.stop()

    def stop(self) -> None:
        """Stop the program; all pins become inputs."""
        self.gpio.reset()
        for buzzer in self.wiring.buzzers.values():
            buzzer.drive(0, 0)
        self.halt()

    def halt(self) -> None:
        """Stop the program; the pins keep their state."""
        self.watchdog.stop()
        self.console.reset()
        self.network.reset()
        if self.on_reset is not None:
            self.on_reset()
