"""What things cost in virtual time, in us: the one list, to be corrected by the first real board.

The chips keep their own times (air time, refreshes, conversions): those are in the data sheets.
"""

SPI_CALL = 50  # and the bytes at the bus's speed
I2C_CALL = 50  # and nine bits a byte at the bus's speed
I2C_TIMEOUT = 50_000  # a line held low, unless the firmware asks for less
PIN = 5
PWM = 20
LOOK = 16  # a look at the clock, so that a loop that waits for a time comes to its end
COLLECT = 2_400  # a garbage collection without PSRAM
LED = 30  # 24 bits on a WS2812 strip's wire
FLASH_READ = 50  # and 0.1 us a byte
FLASH_PROGRAM = 700  # a page of 256 bytes or a part of one
FLASH_ERASE = 45_000
FLASH_ERASE_WORST = 400_000
FILE_OPEN = 4_000  # a path of some folders on littlefs, each of which it reads through: estimated
FILE_READ = 60  # its cache filled with FILE_CACHE bytes: one read of the flash
FILE_CACHE = 128
FILE_FLUSH = 50_000  # littlefs writes a changed file in a new place, which it erases
KEY_BOUNCE = 5_000  # the longest a contact chatters
