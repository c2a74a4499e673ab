"""The first lines of a main program for the simulated table: these lines open the readers."""

OPEN_READERS = """
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
"""
