"""Tests of the driver's CRC_A: examples of the standard, and the bit-by-bit definition."""

import random

import pytest

import testenv
from drivers.mfrc522_chip import crc_a


def by_definition(data):
    """Return the CRC with x^16 + x^12 + x^5 + 1, low bit first, starting with 0x6363."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc


@pytest.mark.parametrize(
    "frame", ["0000a01e", "123426cf", "500057cd"], ids=["annex B, 1", "annex B, 2", "HLTA"]
)
def test_known_frames(frame):
    data = bytearray.fromhex(frame)
    assert crc_a(data, 0, 2) == data[2] | data[3] << 8


def test_the_crc_equals_its_definition():
    chance = random.Random(testenv.SEED)
    for length in range(12):
        for _ in range(200):
            data = bytearray(chance.randbytes(length))
            assert crc_a(data, 0, length) == by_definition(data)


def test_a_part_of_a_buffer():
    data = bytearray(b"\xff\x12\x34\xff")
    assert crc_a(data, 1, 3) == 0xCF26


def test_the_crc_including_its_own_bytes_is_zero():
    data = bytearray(b"\x93\x70\x88\x04\xa1\xb2\x9f\0\0")
    crc = crc_a(data, 0, 7)
    data[7] = crc & 0xFF
    data[8] = crc >> 8
    assert crc_a(data, 0, 9) == 0
