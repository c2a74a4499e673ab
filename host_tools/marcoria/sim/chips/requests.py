"""Requests of the firmware to its processor.

A request is a function that returns an integer. Its arguments are three integers; or two integers,
a buffer, and the number of bytes that the request uses in the buffer. The simulated modules in
`sim/machine/` call these functions through the module `_board`.
"""

from marcoria.sim.chips import prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.processor import Processor

    Interrupt = Callable[[int], object]

TO_WORLD = 1  # the bytes are passed with the request
FROM_WORLD = 2  # the bytes are returned with the answer
# Name of each request, and the directions of its bytes (0: no bytes). If the firmware runs in
# another VM than the chip models, a request is identified by its index in this tuple.
REQUESTS = (
    ("now", 0),
    ("look", 0),
    ("wait", 0),
    ("faults", 0),
    ("pins", 0),
    ("pin_mode", 0),
    ("pin_set", 0),
    ("pin_get", 0),
    ("pin_latch", 0),
    ("pin_watch", 0),
    ("profile", 0),
    ("pwm", 0),
    ("bits", TO_WORLD),
    ("spi_setup", TO_WORLD),
    ("spi_write", TO_WORLD),
    ("spi_read", FROM_WORLD),
    ("spi_move", TO_WORLD | FROM_WORLD),
    ("i2c_setup", TO_WORLD),
    ("i2c_write", TO_WORLD),
    ("i2c_read", FROM_WORLD),
    ("i2c_mem_write", TO_WORLD),
    ("i2c_mem_read", FROM_WORLD),
    ("flash_blocks", 0),
    ("flash_erase", 0),
    ("flash_read", FROM_WORLD),
    ("flash_write", TO_WORLD),
    ("watch_dog", 0),
    ("restart", 0),
    ("cause", 0),
    ("chip_id", FROM_WORLD),
    ("temperature", 0),
    ("console_waits", 0),
    ("console_next", 0),
    ("console_write", TO_WORLD),
    ("wifi_active", 0),
    ("wifi_join", TO_WORLD),
    ("wifi_status", 0),
    ("socket_open", 0),
    ("socket_connect", TO_WORLD),
    ("socket_send", TO_WORLD),
    ("socket_send_to", TO_WORLD),
    ("socket_receive", FROM_WORLD),
    ("socket_events", 0),
    ("socket_close", 0),
    ("socket_secure", TO_WORLD),
    ("socket_certificate", FROM_WORLD),
    ("socket_trust", 0),
)

NOTHING = 255  # stands for None as a pin's number
CAUSES = ("", "power", "hard", "watchdog", "", "soft")  # by the numbers of `machine.reset_cause()`
PROFILES = ("s3", "wrover", "esp32")


class Requests:
    """Handlers of the requests to a processor.

    `interrupt(n)` is called for an edge on the watched pin n. This call comes before the end of
    the request in which the edge happens.
    """

    def __init__(self, processor: "Processor", interrupt: "Interrupt") -> None:
        self.processor = processor
        self.interrupt = interrupt
        self.disturbed = False  # whether an interrupt or a reset came since the last wait began

    # --- time and pins ----------------------------------------------------------------------

    def now(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the time in us; this call takes no time."""
        return self.processor.clock.now

    def look(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the time in us; this call takes the time of reading the clock."""
        self.processor.wait(prices.LOOK)
        return self.processor.clock.now

    def wait(self, us: int, b: int = 0, c: int = 0) -> int:
        """Wait for `us`, or until an interrupt or a reset; return the time at the end."""
        processor, clock = self.processor, self.processor.clock
        end = clock.now + us
        self.disturbed = False
        while clock.due <= end and not self.disturbed:
            processor.wait(max(0, clock.due - clock.now))
        if not self.disturbed:
            processor.wait(end - clock.now)
        return clock.now

    def faults(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the number of faults that were not raised or reported yet (`Faults.found`)."""
        return len(self.processor.faults.found)

    def pins(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the number of pins (bits 0 to 7) and the first input-only pin (from bit 8 on).

        If all pins can be outputs, the second value is equal to the first.
        """
        return self.processor.gpio.count | self.processor.gpio.inputs_only << 8

    def pin_mode(self, n: int, mode: int, pull: int) -> int:
        """Set mode and pull as `Processor.pin_mode` does; a negative number stands for None."""
        self.processor.pin_mode(n, None if mode < 0 else mode, None if pull < 0 else pull)
        return 0

    def pin_set(self, n: int, level: int, c: int = 0) -> int:
        """Set the output level of a pin."""
        self.processor.pin_set(n, level)
        return 0

    def pin_get(self, n: int, b: int = 0, c: int = 0) -> int:
        """Return the level of a pin."""
        return self.processor.pin_get(n)

    def pin_latch(self, n: int, b: int = 0, c: int = 0) -> int:
        """Return the output latch of a pin."""
        return self.processor.gpio.latches[n]

    def pin_watch(self, n: int, edges: int, c: int = 0) -> int:
        """Call `interrupt(n)` for edges of pin n: 1 rising, 2 falling, 3 both, 0 none."""

        def callback() -> None:
            self.disturbed = True
            self.interrupt(n)

        self.processor.pin_watch(n, edges, callback if edges else None)
        return 0

    def profile(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the index of the processor's profile in PROFILES."""
        return PROFILES.index(self.processor.gpio.profile)

    def pwm(self, n: int, hz: int, duty: int) -> int:
        """Drive the buzzer on a pin with PWM of `hz`; `duty` is from 0 to 65535."""
        self.processor.pwm(n, hz, duty)
        return 0

    def bits(self, pin_and_high: int, low: int, data: memoryview, count: int) -> int:
        """Send bytes to the lights.

        `pin_and_high` has the pin from bit 24 on. It also has the times in ns for sending a 0:
        bits 12 to 23 are the time of the high level, and bits 0 to 11 are the time of the low
        level. `low` has the times for sending a 1 in the same bits.
        """
        first, second = (pin_and_high >> 12 & 0xFFF, pin_and_high & 0xFFF)
        timing = (first, second, low >> 12 & 0xFFF, low & 0xFFF)
        self.processor.bits(pin_and_high >> 24, data[:count], timing)
        return 0

    # --- buses ------------------------------------------------------------------------------

    def spi_setup(self, bus: int, b: int, data: memoryview, count: int) -> int:
        """Open an SPI bus; `data` has SCK, MOSI, MISO, polarity, phase, bits and firstbit."""
        pins = [None if pin == NOTHING else pin for pin in data[:3]]
        settings = (data[3], data[4], data[5], data[6])
        self.processor.spi_setup(bus, (pins[0], pins[1], pins[2]), settings)
        return 0

    def spi_move(self, bus: int, baud: int, data: memoryview, count: int) -> int:
        """Send bytes on an SPI bus, and replace them by the received bytes."""
        self.processor.spi(bus, data, 0, count, baud)
        return 0

    spi_write = spi_move

    def spi_read(self, bus_and_byte: int, baud: int, data: memoryview, count: int) -> int:
        """Read bytes from an SPI bus.

        The first integer has the bus in its low eight bits. Above them it has a byte, which is
        sent for each received byte.
        """
        byte = bus_and_byte >> 8
        for i in range(count):
            data[i] = byte
        self.processor.spi(bus_and_byte & 0xFF, data, 0, count, baud)
        return 0

    def i2c_setup(self, bus: int, timeout_us: int, data: memoryview, count: int) -> int:
        """Open an I2C bus; `data` has the pins SCL and SDA."""
        self.processor.i2c_setup(bus, data[0], data[1], timeout_us)
        return 0

    # An integer `target` has the address of an I2C chip in bits 0 to 6, a flag for a stop
    # condition in bit 7, the bus in bits 8 to 15, and a register from bit 16 on. `i2c_write` and
    # `i2c_read` ignore the register. `i2c_mem_write` and `i2c_mem_read` ignore the flag: they
    # always end with a stop condition.

    def i2c_write(self, target: int, baud: int, data: memoryview, count: int) -> int:
        """Write bytes to an I2C chip; return the result as `_answer` does."""
        stop, bus = bool(target & 0x80), target >> 8 & 0xFF
        return _answer(self.processor.i2c_write(bus, target & 0x7F, data[:count], stop, baud))

    def i2c_read(self, target: int, baud: int, data: memoryview, count: int) -> int:
        """Read bytes from an I2C chip; return the result as `_answer` does."""
        stop, bus = bool(target & 0x80), target >> 8 & 0xFF
        return _answer(self.processor.i2c_read(bus, target & 0x7F, data[:count], stop, baud))

    def i2c_mem_write(self, target: int, baud: int, data: memoryview, count: int) -> int:
        """Write bytes to a register of an I2C chip; return the result as `_answer` does."""
        sent = bytes([target >> 16]) + data[:count]
        return _answer(
            self.processor.i2c_write(target >> 8 & 0xFF, target & 0x7F, sent, True, baud)
        )

    def i2c_mem_read(self, target: int, baud: int, data: memoryview, count: int) -> int:
        """Read bytes from a register of an I2C chip; return the result as `_answer` does."""
        register = bytes([target >> 16])
        bus = target >> 8 & 0xFF
        done = self.processor.i2c_write(bus, target & 0x7F, register, False, baud)
        return self.i2c_read(target | 0x80, baud, data, count) if done else _answer(done)

    # --- flash, watchdog, reset and chip ----------------------------------------------------

    # Requests that erase, read or program the flash return 1 if a failure was scheduled for
    # them (`Flash.fail_at`), else 0.

    def flash_blocks(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the number of blocks of the journal's partition, 0 if there is none."""
        return self.processor.flash.blocks

    def flash_erase(self, block: int, b: int = 0, c: int = 0) -> int:
        """Erase a block."""
        self.processor.flash_erase(block)
        return int(self.processor.flash.failed)

    def flash_read(self, block: int, offset: int, data: memoryview, count: int) -> int:
        """Read bytes of a block."""
        self.processor.flash_read(block, offset, data[:count])
        return int(self.processor.flash.failed)

    def flash_write(self, block: int, offset: int, data: memoryview, count: int) -> int:
        """Program bytes of a block."""
        self.processor.flash_write(block, offset, data[:count])
        return int(self.processor.flash.failed)

    def watch_dog(self, ms: int, b: int = 0, c: int = 0) -> int:
        """Start the watchdog with a timeout of `ms`; if `ms` is 0, feed the watchdog."""
        self.processor.watch_dog(ms)
        return 0

    def restart(self, cause: int, b: int = 0, c: int = 0) -> int:
        """Restart the processor; `cause` is an index in CAUSES."""
        self.processor.restart(CAUSES[cause])
        return 0

    def cause(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the cause of the last reset as an index in CAUSES."""
        return CAUSES.index(self.processor.reset_cause)

    def temperature(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the chip's temperature: as in MicroPython, Celsius on an S3, else Fahrenheit."""
        celsius = self.processor.celsius
        return celsius * 9 // 5 + 32 if self.profile() else celsius

    def chip_id(self, a: int, b: int, data: memoryview, count: int) -> int:
        """Copy the unique id into `data`."""
        data[:count] = self.processor.unique_id[:count]
        return 0

    # --- console ----------------------------------------------------------------------------

    def console_waits(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return 1 if the console has unread input or an unread Ctrl-C, else 0."""
        return int(self.processor.console_waits())

    def console_next(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the next byte of the console's input, -1 if there is none, -2 after Ctrl-C."""
        return self.processor.console.next()

    def console_write(self, start: int, b: int, data: memoryview, end: int) -> int:
        """Print the bytes `data[start:end]`."""
        self.processor.console_write(data[start:end])
        return 0

    # --- network ----------------------------------------------------------------------------

    # A negative result is a number of `errno` with a minus sign, except in `socket_certificate`.

    def wifi_active(self, on: int, b: int = 0, c: int = 0) -> int:
        """Switch the WiFi on or off."""
        self.processor.wait(self.processor.network.activate(bool(on)))
        return 0

    def wifi_join(self, length: int, b: int, data: memoryview, count: int) -> int:
        """Begin to join a WiFi; `data` has its name (`length` bytes) and then the password."""
        self._pay_socket()
        self.processor.network.join(_text(data[:length]), _text(data[length:count]))
        return 0

    def wifi_status(self, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Return the state of the WiFi as the number that `WLAN.status` returns on an ESP32."""
        self._pay_socket()
        return self.processor.network.status()

    def socket_open(self, kind: int, b: int = 0, c: int = 0) -> int:
        """Open a socket (`kind` 1: a stream, 2: packets) and return its handle."""
        self._pay_socket()
        return self.processor.network.open(kind)

    def socket_connect(self, handle: int, port: int, data: memoryview, count: int) -> int:
        """Begin to open a connection to the address in `data`.

        Return -EINPROGRESS, or -EHOSTUNREACH if the board is not in a WiFi.
        """
        self._pay_socket()
        return self.processor.network.connect(handle, _text(data[:count]), port)

    def socket_send(self, handle: int, b: int, data: memoryview, count: int) -> int:
        """Send bytes; return how many of them fit into the send buffer."""
        self._pay_socket()
        return self.processor.network.send(handle, bytes(data[:count]))

    def socket_send_to(self, handle: int, port: int, data: memoryview, count: int) -> int:
        """Send a packet and return its length.

        `data` has a byte with the length of the address, then the address, then the packet.
        """
        self._pay_socket()
        start = 1 + data[0]
        host, packet = _text(data[1:start]), bytes(data[start:count])
        return self.processor.network.send_to(handle, host, port, packet)

    def socket_receive(self, handle: int, most: int, data: memoryview, count: int) -> int:
        """Receive at most `most` bytes of a stream or packet into `data`; return their number.

        Return 0 if the other side has closed the connection, -EAGAIN if nothing has arrived.
        """
        self._pay_socket()
        found = self.processor.network.receive(handle, most)
        if isinstance(found, int):
            return found
        data[: len(found)] = found
        return len(found)

    def socket_events(self, handle: int, b: int = 0, c: int = 0) -> int:
        """Return the events of a socket, as flags of `select`."""
        self._pay_socket()
        return self.processor.network.events(handle)

    def socket_close(self, handle: int, b: int = 0, c: int = 0) -> int:
        """Close a socket."""
        self._pay_socket()
        self.processor.network.close(handle)
        return 0

    def socket_secure(self, handle: int, b: int, data: memoryview, count: int) -> int:
        """Begin to exchange keys with the host in `data`."""
        self._pay_socket()
        self.processor.network.secure(handle, _text(data[:count]))
        return 0

    def socket_certificate(self, handle: int, most: int, data: memoryview, count: int) -> int:
        """Read the other side's certificate into `data`; if `most` is 0, leave `data` unchanged.

        Return the certificate's length, 0 if the certificate has not arrived yet, -1 if the
        exchange of keys has failed.
        """
        self._pay_socket()
        found = self.processor.network.certificate(handle)
        if found is None:
            return -1
        if most:
            self.processor.wait(prices.HANDSHAKE)
            data[: len(found)] = found
        return len(found)

    def socket_trust(self, handle: int, trusts: int, c: int = 0) -> int:
        """Keep the connection if the firmware trusts the certificate (`trusts`), else end it."""
        self._pay_socket()
        self.processor.network.trust(handle, bool(trusts))
        return 0

    def _pay_socket(self) -> None:
        self.processor.wait(prices.SOCKET_CALL)


def _text(data: memoryview) -> str:
    return bytes(data).decode()


def _answer(acknowledged: "bool | None") -> int:
    """Return 1 if acknowledged, 0 if not, -1 for None (the bus is stuck or not wired)."""
    return -1 if acknowledged is None else int(acknowledged)
