"""What things cost in virtual time, in us: the one list, to be corrected by the first real board.

The chips keep their own times (air time, refreshes, conversions): those are in the data sheets.
"""

SPI_CALL = 50  # and the bytes at the bus's speed
I2C_CALL = 50  # and nine bits a byte at the bus's speed
I2C_TIMEOUT = 50_000  # a line held low, unless the firmware asks for less
PIN = 5
PWM = 20
LOOK = 16  # a look at the clock, so that a loop that waits for a time comes to its end
# A garbage collection, for each KiB in use in PSRAM: an estimate. An S3 with 8 MiB took 6 ms with
# 170 KiB in use; and once more as long where its stack is too small and it looks again.
COLLECT_KIB = 70
STEP = 1  # of CPython's bytecode, in a program that runs with a limit: an estimate
CHARACTER = 87  # that such a program prints, at 115200 baud
LED = 30  # 24 bits on a WS2812 strip's wire
FLASH_READ = 50  # and 0.1 us a byte
FLASH_PROGRAM = 700  # a page of 256 bytes or a part of one
FLASH_ERASE = 45_000
FLASH_ERASE_WORST = 400_000
# One of the reads of the flash that littlefs makes for a file, through MicroPython's partition: an
# estimate, the upper end of 80 to 140. How many there are is counted: `sim/file_reads.py`.
FILE_READ = 140
FILE_LINE = 128  # bytes of a file that one read brings
CODE_BYTE = 1  # of a .mpy file, taken apart and its names looked up: an estimate
FILE_FLUSH = 50_000  # littlefs writes a changed file in a new place, which it erases
KEY_BOUNCE = 5_000  # the longest a contact chatters
