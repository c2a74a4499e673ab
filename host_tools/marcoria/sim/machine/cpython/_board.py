"""The module `_board` on CPython: functions for requests to the simulated processor.

The simulated modules, such as `machine`, use it. In the firmware's VM, vm/board.mjs provides
`_board`.
"""

from typing import TYPE_CHECKING, cast

from marcoria.sim.chips.requests import Requests

if TYPE_CHECKING:
    from marcoria.sim.chips.processor import Processor
    from marcoria.sim.chips.requests import Interrupt

_ALL = 49 | 49 << 8  # result of `pins` for the largest board: 49 pins, all can be outputs

# There is no processor yet, because drivers can be imported before a table exists.
_requests = Requests(cast("Processor", None), print)

bits = _requests.bits
cause = _requests.cause
chip_id = _requests.chip_id
console_next = _requests.console_next
console_waits = _requests.console_waits
console_write = _requests.console_write
flash_blocks = _requests.flash_blocks
flash_erase = _requests.flash_erase
flash_read = _requests.flash_read
flash_write = _requests.flash_write
i2c_mem_read = _requests.i2c_mem_read
i2c_mem_write = _requests.i2c_mem_write
i2c_read = _requests.i2c_read
i2c_setup = _requests.i2c_setup
i2c_write = _requests.i2c_write
pin_get = _requests.pin_get
pin_latch = _requests.pin_latch
pin_mode = _requests.pin_mode
pin_set = _requests.pin_set
pin_watch = _requests.pin_watch
profile = _requests.profile
pwm = _requests.pwm
restart = _requests.restart
socket_certificate = _requests.socket_certificate
socket_close = _requests.socket_close
socket_connect = _requests.socket_connect
socket_events = _requests.socket_events
socket_open = _requests.socket_open
socket_receive = _requests.socket_receive
socket_secure = _requests.socket_secure
socket_send = _requests.socket_send
socket_send_to = _requests.socket_send_to
socket_trust = _requests.socket_trust
spi_move = _requests.spi_move
spi_read = _requests.spi_read
spi_setup = _requests.spi_setup
temperature = _requests.temperature
wait = _requests.wait
watch_dog = _requests.watch_dog
wifi_active = _requests.wifi_active
wifi_join = _requests.wifi_join
wifi_status = _requests.wifi_status


def connect(processor: "Processor") -> None:
    """Send all further requests to this processor."""
    _requests.processor = processor


def on_interrupt(handler: "Interrupt") -> None:
    """Call `handler(n)` for each further edge on a watched pin, where n is the pin's number."""
    _requests.interrupt = handler


def pins() -> int:
    """Return the numbers of pins as `Requests.pins` does; without a processor return `_ALL`."""
    return _ALL if _requests.processor is None else _requests.pins()


def spi_write(bus: int, baud: int, data: memoryview, count: int) -> int:
    """Send a copy of the bytes, because the received bytes replace the sent ones."""
    return _requests.spi_write(bus, baud, memoryview(bytearray(data)), count)
