"""Pins, buses and parts of the table: generated from hardware/board.toml, not to be edited."""

PROFILE = "devkitc"
READERS_SPI = 2
READERS_HZ = 4000000
READERS_SCK = 18
READERS_MOSI = 23
READERS_MISO = 19
READERS_CS = (5, 17, 16, 4)  # N E S W
READERS_RST = 32
READERS_IRQ = 34
DISPLAY_SPI = 1
DISPLAY_HZ = 10000000
DISPLAY_SCK = 14
DISPLAY_MOSI = 13
DISPLAY_CS = 15
DISPLAY_DC = 27
DISPLAY_RST = 33
DISPLAY_BUSY = 35
KEYS_I2C = 0
KEYS_HZ = 400000
KEYS_SCL = 22
KEYS_SDA = 21
KEYS_ADDRESSES = (32, 33)
KEYS_INT = (36, 39)
# The number of the key at 16 * expander + bit (GPA0 first): 8 * seat + 0 clubs, 1 diamonds,
# 2 hearts, 3 spades, 4 PASS, 5 CALL, 6 rap sensor; 7 MENU, 15 UNDO, 23 OK, 31 MUTE.
KEYS = bytes(range(32))
LIGHTS_PIN = 26
LIGHTS_COUNT = 32
LIGHTS_MA = 1000
BUZZER_PIN = 25
JOURNAL = "journal"
JOURNAL_BLOCKS = 64
