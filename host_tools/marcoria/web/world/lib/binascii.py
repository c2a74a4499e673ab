"""Replacement for CPython's `binascii`: MicroPython's functions, plus `crc_hqx` and `Error`."""

from ubinascii import (  # type: ignore[import-not-found]  # MicroPython's
    a2b_base64,  # noqa: F401
    b2a_base64,  # noqa: F401
    crc32,  # noqa: F401
    hexlify,  # noqa: F401
    unhexlify,  # noqa: F401
)

Error = ValueError


def crc_hqx(data: bytes, crc: int) -> int:
    """Return the CRC-16/CCITT of data; `crc` is the initial value."""
    for byte in data:
        crc = crc << 8 & 0xFF00 ^ _TABLE[crc >> 8 ^ byte]
    return crc


def _entry(byte: int) -> int:
    crc = byte << 8
    for _ in range(8):
        crc = crc << 1 ^ (0x1021 if crc & 0x8000 else 0)
    return crc & 0xFFFF


_TABLE = [_entry(byte) for byte in range(256)]
