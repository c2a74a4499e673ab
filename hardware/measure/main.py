# Print the versions of the readers, and measure some of the times that the simulator assumes
# (host_tools/marcoria/sim/chips/prices.py). Run the program on a board with:
#
#     .venv/bin/mpremote run hardware/measure/main.py
#
# The pins are those of the reference profile in hardware/board.toml. The program writes only to a
# blank block of the journal and to a temporary file.
import gc
import time

import esp32
import neopixel
from machine import I2C, PWM, SPI, Pin

TIMES = 200
CS = (("N", 10), ("E", 9), ("S", 14), ("W", 21))


def each(call, times=TIMES, pause=0):
    """Return the mean time of a call in microseconds, minus the time of an empty function.

    Measure `times` calls, and wait `pause` microseconds after each.
    """
    took = 0
    for _ in range(times):
        start = time.ticks_us()
        call()
        took += time.ticks_diff(time.ticks_us(), start)
        if pause:
            time.sleep_us(pause)
    return took / times - EMPTY


EMPTY = 0
EMPTY = each(lambda: None)


def tell(name, us):
    print(f"{name:<16} {us:>10.1f} us")


def version(spi, pin):
    """Return a reader's version (register 37h).

    A chip of NXP has 91h or 92h. If no chip answers, the result is 00h or FFh.
    """
    told, select = bytearray(2), Pin(pin, Pin.OUT)
    select.value(0)
    spi.write_readinto(b"\xee\x00", told)
    select.value(1)
    return told[1]


def buses():
    # SPI_CALL and I2C_CALL leave out the time on the wires. One byte on SPI at 4 MHz takes 2 us;
    # reading one register on I2C at 400 kHz takes about 90 us.
    for _, pin in CS:
        select = Pin(pin, Pin.OUT, value=1)
    Pin(8, Pin.OUT, value=1)
    time.sleep_ms(50)
    spi = SPI(1, baudrate=4_000_000, sck=Pin(12), mosi=Pin(11), miso=Pin(13))
    byte = b"\x00"
    for seat, pin in CS:
        print(f"reader {seat}         version {version(spi, pin):02x}h")
    tell("SPI_CALL", each(lambda: spi.write(byte)) - 2)
    tell("PIN", each(lambda: select.value(1)))
    i2c = I2C(0, scl=Pin(5), sda=Pin(4), freq=400_000)
    start = time.ticks_us()
    try:
        tell("I2C_CALL", each(lambda: i2c.readfrom_mem(0x20, 0, 1)) - 90)
    except OSError:
        tell("I2C, no answer", time.ticks_diff(time.ticks_us(), start))
    tone = PWM(Pin(15), freq=1000, duty_u16=0)
    tell("PWM", each(lambda: tone.duty_u16(0)))
    tone.deinit()
    strip = neopixel.NeoPixel(Pin(16, Pin.OUT), 32)
    tell("LED", each(strip.write, 20, 400) / 32)


def time_itself():
    tell("LOOK", each(time.ticks_us))
    start = time.ticks_us()
    for _ in range(1000):
        pass
    # Each turn of the loop takes about 4 steps of bytecode.
    tell("STEP", time.ticks_diff(time.ticks_us(), start) / 4000)
    kept = [bytes(100) for _ in range(500)]
    gc.collect()
    used = gc.mem_alloc() / 1024
    tell("COLLECT_KIB", each(gc.collect, 5) / used)
    return len(kept)


def flash():
    found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="journal")
    if not found:
        print("FLASH_*          no journal partition: run `marcoria flash` first")
        return
    part, block = found[0], bytearray(4096)
    last = part.info()[3] // 4096 - 1
    tell("FLASH_READ", each(lambda: part.readblocks(last, block), 20) - 410)
    if block != b"\xff" * 4096:
        print("FLASH_ERASE      the last block is in use: measure before the first match")
        return
    tell("FLASH_ERASE", each(lambda: part.ioctl(6, last), 5))
    page = bytes(256)
    start = time.ticks_us()
    part.writeblocks(last, page, 0)
    tell("FLASH_PROGRAM", time.ticks_diff(time.ticks_us(), start))
    part.ioctl(6, last)


def files():
    with open("/measure.tmp", "w", encoding="utf-8") as file:
        file.write("x" * 128)
        start = time.ticks_us()
        file.flush()
        tell("FILE_FLUSH", time.ticks_diff(time.ticks_us(), start))

    def read():
        with open("/measure.tmp", encoding="utf-8") as file:
            file.read()

    tell("an open and read", each(read, 10))
    import os

    os.remove("/measure.tmp")


buses()
time_itself()
flash()
files()
