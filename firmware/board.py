"""Pins, buses and parts of the table: generated from hardware/board.toml, not to be edited."""

PROFILE = "s3"
READERS_SPI = 1
READERS_HZ = 4000000
READERS_SCK = 12
READERS_MOSI = 11
READERS_MISO = 13
READERS_CS = (10, 9, 14, 21)  # N E S W
READERS_RST = 8
DISPLAY_SPI = 2
DISPLAY_HZ = 10000000
DISPLAY_SCK = 39
DISPLAY_MOSI = 40
DISPLAY_CS = 41
DISPLAY_DC = 42
DISPLAY_RST = 2
DISPLAY_BUSY = 1
KEYS_I2C = 0
KEYS_HZ = 400000
KEYS_SCL = 5
KEYS_SDA = 4
KEYS_ADDRESSES = (32, 33)
KEYS_INT = (6, 7)
# KEYS[16 * expander + pin] is the number of the key at a pin, 255 if there is no key. GPA0 is
# pin 0. A player's key has the number 8 * seat + n, where n is 0 for clubs, 1 for diamonds, 2 for
# hearts, 3 for spades, 4 for PASS, 5 for CALL and 6 for the rap sensor. The director's keys are
# 7 MENU, 15 UNDO, 23 OK and 31 MUTE.
KEYS = bytes(range(32))
# Masks for a self-test: for each seat the keys to press, where bit n is key 8 * seat + n; the last
# byte has the seats whose readers must read a card.
TOUCHED = bytes((255, 255, 255, 255, 15))
LIGHTS_PIN = 16
LIGHTS_COUNT = 32
LIGHTS_MA = 1000
BUZZER_PIN = 15
JOURNAL = "journal"
JOURNAL_BLOCKS = 64
