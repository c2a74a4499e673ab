"""The classes `SoftSPI` and `SoftI2C` of `machine`: buses without their own hardware."""

from _board import i2c_setup
from _buses import I2C, SPI
from _pins import number_of
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from _pins import Pin

    Wire = int | Pin | None

# The number of a software bus is 64 plus the number of its clock pin.
_SOFT = const(64)
# Highest baudrate of software SPI: the processor cannot set pins faster.
_FASTEST_HZ = const(800_000)


class SoftSPI(SPI):
    """A software SPI bus."""

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
        if firstbit != cls.MSB:
            raise ValueError("firstbit must be MSB")
        spi.init(baudrate, bits=bits)
        return spi

    def deinit(self) -> None:
        """Do nothing: a software bus stays open."""

    def _fit(self, baudrate: int, bits: int) -> None:
        if bits not in (-1, 8):
            raise ValueError("bits must be 8")
        if baudrate != -1:
            self._baud = min(baudrate, _FASTEST_HZ)


class SoftI2C(I2C):
    """A software I2C bus."""

    def __init__(
        self, scl: "Wire", sda: "Wire", *, freq: int = 400_000, timeout: int = 50_000
    ) -> None:
        wires = bytes([number_of(scl), number_of(sda)])
        bus = _SOFT + wires[0]
        self._bus = bus << 8
        self._baud = freq
        i2c_setup(bus, timeout, addressof(wires), 2)
