"""Times of operations in virtual time, in us, to be corrected by measurements on a real board.

Times from the chips' data sheets (air time, refreshes, conversions) are in the models.
"""

SPI_CALL = 50  # a call, plus its bytes at the bus's speed
I2C_CALL = 50  # a call, plus nine bits a byte at the bus's speed
I2C_TIMEOUT = 50_000  # a call while a line is held low, unless the firmware sets a timeout
PIN = 5
PWM = 20
LOOK = 16  # reading the clock, so that a loop that waits for a time comes to its end
# A garbage collection, for each KiB in use in PSRAM: an estimate. An S3 with 8 MiB took 6 ms with
# 170 KiB in use, and twice as long if its stack is too small and it scans again.
COLLECT_KIB = 70
STEP = 1  # an instruction of CPython's bytecode, in a program with a limit: an estimate
CHARACTER = 87  # a printed character of such a program, at 115200 baud
LED = 30  # 24 bits on a WS2812 strip's wire
FLASH_READ = 50  # a call, plus 0.1 us a byte
FLASH_PROGRAM = 700  # a page of 256 bytes, or a part of it
FLASH_ERASE = 45_000
FLASH_ERASE_WORST = 400_000
# A read of the flash by littlefs, through MicroPython's partition: estimates run from 80 to
# 140 us, and this is the upper end. `sim/file_reads.py` counts the reads for a file.
FILE_READ = 140
FILE_LINE = 128  # bytes of a file in a read
CODE_BYTE = 1  # a byte of a .mpy file, parsed and its names interned: an estimate
FILE_FLUSH = 50_000  # littlefs writes a changed file to a new place, which it erases first
KEY_BOUNCE = 5_000  # the longest time that a contact bounces
