"""The ESP32's two I2C buses."""

from _board import i2c_mem_read, i2c_mem_write, i2c_read, i2c_setup, i2c_write, profile
from _pins import number_of
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from _pins import Pin

    Buffer = bytearray | memoryview
    Transfer = Callable[[int, int, memoryview, int], int]

_STOP = const(0x80)
_ENODEV = const(19)
_ETIMEDOUT = const(116)
# SCL, SDA, as the profiles have them.
_ESP32 = ((18, 19), (25, 26))
_PINS = (((9, 8), (9, 8)), _ESP32, _ESP32)


class I2C:
    def __init__(
        self,
        id: int = 0,
        *,
        scl: "int | Pin | None" = None,
        sda: "int | Pin | None" = None,
        freq: int = 400_000,
        timeout: int = 50_000,
    ) -> None:
        if id not in (0, 1):
            raise ValueError("I2C(%s) doesn't exist" % id)
        usual = _PINS[profile()][id]
        self._bus = id << 8
        self._baud = freq
        wires = bytes(
            [usual[i] if pin is None else number_of(pin) for i, pin in enumerate((scl, sda))]
        )
        i2c_setup(id, timeout, addressof(wires), 2)

    def scan(self) -> "list[int]":
        return [at for at in range(0x08, 0x78) if self._go(i2c_write, at | _STOP, b"") > 0]

    def writeto(self, addr: int, buf: "bytes | Buffer", stop: bool = True) -> int:
        _check(self._go(i2c_write, addr | _STOP if stop else addr, buf))
        return len(buf)

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        data = bytearray(nbytes)
        self.readfrom_into(addr, data, stop)
        return bytes(data)

    def readfrom_into(self, addr: int, buf: "Buffer", stop: bool = True) -> None:
        _check(self._go(i2c_read, addr | _STOP if stop else addr, buf))

    def writevto(self, addr: int, vector: "list[bytes]", stop: bool = True) -> int:
        return self.writeto(addr, b"".join(vector), stop)

    def readfrom_mem(self, addr: int, memaddr: int, nbytes: int, *, addrsize: int = 8) -> bytes:
        data = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, data, addrsize=addrsize)
        return bytes(data)

    def readfrom_mem_into(
        self, addr: int, memaddr: int, buf: "Buffer", *, addrsize: int = 8
    ) -> None:
        _check(self._go(i2c_mem_read, addr | _register(memaddr, addrsize), buf))

    def writeto_mem(
        self, addr: int, memaddr: int, buf: "bytes | Buffer", *, addrsize: int = 8
    ) -> None:
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
