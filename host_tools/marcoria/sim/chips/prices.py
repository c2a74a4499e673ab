"""Durations of operations in virtual time, in us.

They should be corrected when a real board has been measured. Durations inside the reader and the
display, such as frames on the air and refreshes, are in the models of these chips.
"""

SPI_CALL = 50  # a call; the time of its bytes at the bus's speed is added
I2C_CALL = 50  # a call; nine bits at the bus's speed for the address and for each byte are added
I2C_TIMEOUT = 50_000  # a call while a line is held low, unless the firmware sets a timeout
PIN = 5  # a call that reads, sets or configures a pin, or feeds the watchdog
PWM = 20  # a call that sets the PWM of a pin
LOOK = 16  # reading the clock or checking for input; with 0 us a waiting loop would never end
# Garbage collection for each KiB in use in PSRAM (an estimate). An S3 with 8 MiB took 6 ms with
# 170 KiB in use (35 us for each KiB). The value here is twice as high: the collection took twice
# as long when the collector's stack overflowed and the collector scanned the memory again.
COLLECT_KIB = 70
STEP = 1  # a bytecode instruction of CPython in a user's own program (an estimate)
CHARACTER = 87  # a printed character, at 115200 baud
LED = 30  # 24 bits on the wire of a WS2812 strip
WIFI_ON = 150_000  # switching the radio on (an estimate)
SOCKET_CALL = 60  # a call of a socket or of the WiFi (an estimate)
HANDSHAKE = 1_200_000  # the exchange of keys for TLS, as users of MicroPython report it
FLASH_READ = 50  # a call; 0.1 us for each byte is added
FLASH_PROGRAM = 700  # a page of 256 bytes, or a part of it
FLASH_ERASE = 45_000
FLASH_ERASE_WORST = 400_000
# A flash read of littlefs through MicroPython's partition. Estimates are from 80 to 140 us; the
# value here is the highest. `sim/file_reads.py` counts the reads that a file needs.
FILE_READ = 140
FILE_LINE = 128  # bytes of a file in one flash read
CODE_BYTE = 1  # parsing a byte of a .mpy file and interning its names (an estimate)
FILE_FLUSH = 50_000  # littlefs erases a free block and writes the changed file there
KEY_BOUNCE = 5_000  # upper limit of the time for which a contact bounces
