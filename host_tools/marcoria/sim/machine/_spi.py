"""The ESP32's two SPI buses. There is one object for each."""

from _board import profile, spi_move, spi_read, spi_setup, spi_write
from _pins import number_of
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from _pins import Pin

    Wire = int | Pin | None
    Buffer = bytearray | memoryview

_APB_HZ = const(80_000_000)
_USUAL_HZ = const(500_000)
# SCK, MOSI, MISO, as the profiles have them.
_ESP32 = ((14, 13, 12), (18, 23, 19))
_PINS = (((12, 11, 13), (36, 35, 37)), _ESP32, _ESP32)

_buses: "dict[int, SPI]" = {}


class SPI:
    MSB = 0
    LSB = 1

    _id: int
    _wires: bytearray  # their pins, then polarity, phase, bits, firstbit
    _baud: int

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
        spi._wires = bytearray(_PINS[profile()][id - 1] + (0, 0, 8, 0))
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
        """-1: as it was."""
        self._fit(baudrate, bits)
        wires = self._wires
        for i, pin in enumerate((sck, mosi, miso)):
            if pin != -1:
                wires[i] = number_of(pin)
        for i, value in enumerate((polarity, phase, bits, firstbit)):
            if value != -1:
                wires[3 + i] = value
        spi_setup(self._id, 0, addressof(wires), 7)

    def _fit(self, baudrate: int, bits: int) -> None:
        """As fast as this kind of bus can be."""
        if baudrate != -1:
            self._baud = _real_baud(baudrate)

    def deinit(self) -> None:
        self._baud = 0

    def write(self, buf: "bytes | Buffer") -> None:
        spi_write(self._id, self._open(), addressof(buf), len(buf))

    def read(self, nbytes: int, write: int = 0) -> bytes:
        data = bytearray(nbytes)
        self.readinto(data, write)
        return bytes(data)

    def readinto(self, buf: "Buffer", write: int = 0) -> None:
        spi_read(self._id | write << 8, self._open(), addressof(buf), len(buf))

    def write_readinto(self, write_buf: "bytes | Buffer", read_buf: "Buffer") -> None:
        if write_buf is not read_buf:
            if len(write_buf) != len(read_buf):
                raise ValueError("buffers must be the same length")
            read_buf[:] = write_buf
        spi_move(self._id, self._open(), addressof(read_buf), len(read_buf))

    def _open(self) -> int:
        if not self._baud:
            raise OSError("transfer on deinitialized SPI")
        return self._baud


def _without_id(baudrate: int, mode: "tuple[int, ...]", *wires: "Wire") -> SPI:
    """As a board does it, for programs from before there was a SoftSPI."""
    from _soft import SoftSPI

    print("Warning: SPI(-1, ...) is deprecated, use SoftSPI(...) instead")
    sck, mosi, miso = [None if pin == -1 else pin for pin in wires]
    spi = SoftSPI(_USUAL_HZ, sck=sck, mosi=mosi, miso=miso)
    spi.init(baudrate, *mode)
    return spi


def _real_baud(wanted: int) -> int:
    """The bus's clock is a whole part of 80 MHz."""
    if not 0 < wanted <= _APB_HZ:
        raise ValueError("invalid baudrate")
    return _APB_HZ // -(-_APB_HZ // wanted)
