"""The classes `SPI` and `I2C` of `machine`: an ESP32 has two buses of each kind."""

from _board import (
    i2c_mem_read,
    i2c_mem_write,
    i2c_read,
    i2c_setup,
    i2c_write,
    profile,
    spi_move,
    spi_read,
    spi_setup,
    spi_write,
)
from _pins import number_of
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from _pins import Pin

    Wire = int | Pin | None
    Buffer = bytearray | memoryview
    Transfer = Callable[[int, int, memoryview, int], int]

_APB_HZ = const(80_000_000)
_USUAL_HZ = const(500_000)
# Default SCK, MOSI and MISO of both SPI buses, by the index of the board's profile (PROFILES in
# chips/requests.py).
_SPI_ESP32 = ((14, 13, 12), (18, 23, 19))
_SPI_PINS = (((12, 11, 13), (36, 35, 37)), _SPI_ESP32, _SPI_ESP32)
_buses: "dict[int, SPI]" = {}
_STOP = const(0x80)
_ENODEV = const(19)
_ETIMEDOUT = const(116)
# Default SCL and SDA of both I2C buses, by the index of the profile.
_I2C_ESP32 = ((18, 19), (25, 26))
_I2C_PINS = (((9, 8), (9, 8)), _I2C_ESP32, _I2C_ESP32)


class SPI:
    """A hardware SPI bus. As on the ESP32, there is only one object for each bus."""

    MSB = 0
    LSB = 1

    _id: int
    _wires: bytearray  # SCK, MOSI, MISO, polarity, phase, bits, firstbit
    _baud: int
    _is_open: bool

    def __new__(
        cls,
        id: int = -1,
        baudrate: int = -1,
        polarity: int = -1,
        phase: int = -1,
        bits: int = -1,
        firstbit: int = -1,
        sck: "Wire" = -1,
        mosi: "Wire" = -1,
        miso: "Wire" = -1,
    ) -> "SPI":
        if id == -1:
            return _without_id(baudrate, (polarity, phase, bits, firstbit), sck, mosi, miso)
        if id not in (1, 2):
            raise ValueError("SPI(%s) doesn't exist" % id)
        if id not in _buses:
            _buses[id] = object.__new__(cls)
        spi = _buses[id]
        spi._id = id
        spi._wires = bytearray(_SPI_PINS[profile()][id - 1] + (0, 0, 8, 0))
        spi._baud = _real_baud(_USUAL_HZ)
        spi.init(baudrate, polarity, phase, bits, firstbit, sck, mosi, miso)
        return spi

    def init(
        self,
        baudrate: int = -1,
        polarity: int = -1,
        phase: int = -1,
        bits: int = -1,
        firstbit: int = -1,
        sck: "Wire" = -1,
        mosi: "Wire" = -1,
        miso: "Wire" = -1,
    ) -> None:
        """Set the bus up; an argument of -1 keeps the old setting."""
        self._fit(baudrate, bits)
        wires = self._wires
        for i, pin in enumerate((sck, mosi, miso)):
            if pin != -1:
                wires[i] = number_of(pin)
        for i, value in enumerate((polarity, phase, bits, firstbit)):
            if value != -1:
                wires[3 + i] = value
        self._is_open = True
        spi_setup(self._id, 0, addressof(wires), 7)

    def _fit(self, baudrate: int, bits: int) -> None:
        """Set the highest possible baudrate up to `baudrate`; -1 keeps the old baudrate.

        Only software buses check `bits`.
        """
        if baudrate != -1:
            self._baud = _real_baud(baudrate)

    def deinit(self) -> None:
        """Close the bus; `init` opens it again."""
        self._is_open = False

    def write(self, buf: "bytes | Buffer") -> None:
        """Send bytes."""
        spi_write(self._id, self._open(), addressof(buf), len(buf))

    def read(self, nbytes: int, write: int = 0) -> bytes:
        """Return bytes read while sending the byte `write` repeatedly."""
        data = bytearray(nbytes)
        self.readinto(data, write)
        return bytes(data)

    def readinto(self, buf: "Buffer", write: int = 0) -> None:
        """Read into a buffer while sending the byte `write` repeatedly."""
        spi_read(self._id | write << 8, self._open(), addressof(buf), len(buf))

    def write_readinto(self, write_buf: "bytes | Buffer", read_buf: "Buffer") -> None:
        """Send the bytes of `write_buf`, and store the received bytes in `read_buf`."""
        if write_buf is not read_buf:
            if len(write_buf) != len(read_buf):
                raise ValueError("buffers must be the same length")
            read_buf[:] = write_buf
        spi_move(self._id, self._open(), addressof(read_buf), len(read_buf))

    def _open(self) -> int:
        if not self._is_open:
            raise OSError("transfer on deinitialized SPI")
        return self._baud


def _without_id(baudrate: int, mode: "tuple[int, ...]", *wires: "Wire") -> SPI:
    """Return a SoftSPI for an old program that calls SPI(-1, ...); warn as a board does."""
    from _soft import SoftSPI

    print("Warning: SPI(-1, ...) is deprecated, use SoftSPI(...) instead")
    sck, mosi, miso = [None if pin == -1 else pin for pin in wires]
    spi = SoftSPI(_USUAL_HZ, sck=sck, mosi=mosi, miso=miso)
    spi.init(baudrate, *mode)
    return spi


def _real_baud(wanted: int) -> int:
    """Return the highest baudrate up to `wanted` that is 80 MHz divided by a whole number."""
    if not 0 < wanted <= _APB_HZ:
        raise ValueError("invalid baudrate")
    return _APB_HZ // -(-_APB_HZ // wanted)


class I2C:
    """A hardware I2C bus."""

    def __init__(
        self,
        id: int = 0,
        *,
        scl: "Wire" = None,
        sda: "Wire" = None,
        freq: int = 400_000,
        timeout: int = 50_000,
    ) -> None:
        if id not in (0, 1):
            raise ValueError("I2C(%s) doesn't exist" % id)
        usual = _I2C_PINS[profile()][id]
        self._bus = id << 8
        self._baud = freq
        wires = bytes(
            [usual[i] if pin is None else number_of(pin) for i, pin in enumerate((scl, sda))]
        )
        i2c_setup(id, timeout, addressof(wires), 2)

    def scan(self) -> "list[int]":
        """Return the addresses at which a chip acknowledges."""
        return [at for at in range(0x08, 0x78) if self._go(i2c_write, at | _STOP, b"") > 0]

    def writeto(self, addr: int, buf: "bytes | Buffer", stop: bool = True) -> int:
        """Write bytes to a chip; return their number."""
        _check(self._go(i2c_write, addr | _STOP if stop else addr, buf))
        return len(buf)

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        """Return bytes read from a chip."""
        data = bytearray(nbytes)
        self.readfrom_into(addr, data, stop)
        return bytes(data)

    def readfrom_into(self, addr: int, buf: "Buffer", stop: bool = True) -> None:
        """Read from a chip into a buffer."""
        _check(self._go(i2c_read, addr | _STOP if stop else addr, buf))

    def writevto(self, addr: int, vector: "list[bytes]", stop: bool = True) -> int:
        """Write several pieces of bytes to a chip; return the number of bytes."""
        return self.writeto(addr, b"".join(vector), stop)

    def readfrom_mem(self, addr: int, memaddr: int, nbytes: int, *, addrsize: int = 8) -> bytes:
        """Return bytes read from a chip's register."""
        data = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, data, addrsize=addrsize)
        return bytes(data)

    def readfrom_mem_into(
        self, addr: int, memaddr: int, buf: "Buffer", *, addrsize: int = 8
    ) -> None:
        """Read from a chip's register into a buffer."""
        _check(self._go(i2c_mem_read, addr | _register(memaddr, addrsize), buf))

    def writeto_mem(
        self, addr: int, memaddr: int, buf: "bytes | Buffer", *, addrsize: int = 8
    ) -> None:
        """Write bytes to a chip's register."""
        _check(self._go(i2c_mem_write, addr | _register(memaddr, addrsize), buf))

    def _go(self, request: "Transfer", target: int, buf: "bytes | Buffer") -> int:
        return request(self._bus | target, self._baud, addressof(buf), len(buf))


def _register(number: int, bits: int) -> int:
    if bits != 8:
        from _absent import absent

        raise absent("a register number of %d bits" % bits)
    return number << 16


def _check(answer: int) -> None:
    if answer <= 0:
        raise OSError(_ETIMEDOUT if answer else _ENODEV)
