"""How fast the simulator is: the readers' driver polling four pads, on either backend."""

from time import perf_counter

from marcoria.sim.table import Table

_PROGRAM = """
import asyncio, time
import board
from machine import SPI, Pin
from drivers.mfrc522 import Readers

spi = SPI(
    board.READERS_SPI, baudrate=board.READERS_HZ, sck=Pin(board.READERS_SCK),
    mosi=Pin(board.READERS_MOSI), miso=Pin(board.READERS_MISO),
)
selects = tuple(Pin(n, Pin.OUT, value=1) for n in board.READERS_CS)
readers = Readers(spi, selects, Pin(board.READERS_RST, Pin.OUT, value=1))

async def poll():
    while True:
        await asyncio.sleep_ms(readers.step(time.ticks_ms()))

asyncio.run(poll())
"""
_WARM_UP_MS = 2_000


def times_real_time(backend: str, cards: bool, virtual_s: float) -> float:
    """Virtual seconds a real second, with no card on the pads or one on each."""
    with Table(backend=backend, seed=1, program=_PROGRAM) as table:
        if cards:
            for seat, card in zip("NESW", ("7H", "8S", "KD", "AC"), strict=True):
                table.put(card, seat=seat)
        table.until(_WARM_UP_MS)
        began = perf_counter()
        table.until(virtual_s * 1000)
        return virtual_s / (perf_counter() - began)
