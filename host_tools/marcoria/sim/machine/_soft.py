"""Buses that the processor moves by itself, on whatever pins: the same calls, and slower."""

from _board import i2c_setup, spi_setup
from _i2c import I2C
from _pins import number_of
from _spi import SPI
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from _pins import Pin

    Wire = int | Pin | None

# Numbers that no bus of the hardware has: this and that of the clock's pin.
_SOFT = const(64)
# A pin is not set more often than that, whatever baudrate is asked for.
_FASTEST_HZ = const(800_000)


class SoftSPI(SPI):
    def __new__(
        cls,
        baudrate: int = 500_000,
        *,
        polarity: int = 0,
        phase: int = 0,
        bits: int = 8,
        firstbit: int = 0,
        sck: "Wire" = None,
        mosi: "Wire" = None,
        miso: "Wire" = None,
    ) -> "SoftSPI":
        if sck is None or mosi is None or miso is None:
            raise ValueError("must specify all of sck/mosi/miso")
        spi = object.__new__(cls)
        wires = [number_of(pin) for pin in (sck, mosi, miso)]
        spi._id = _SOFT + wires[0]
        spi._wires = bytearray(wires + [polarity, phase, bits, firstbit])
        spi.init(baudrate)
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
        if bits not in (-1, 8):
            raise ValueError("bits must be 8")
        self._take(polarity, phase, bits, firstbit, sck, mosi, miso)
        if baudrate != -1:
            self._baud = min(baudrate, _FASTEST_HZ)
        spi_setup(self._id, 0, addressof(self._wires), 7)


class SoftI2C(I2C):
    def __init__(
        self, scl: "Wire", sda: "Wire", *, freq: int = 400_000, timeout: int = 50_000
    ) -> None:
        wires = bytes([number_of(scl), number_of(sda)])
        bus = _SOFT + wires[0]
        self._bus = bus << 8
        self._baud = freq
        i2c_setup(bus, timeout, addressof(wires), 2)
