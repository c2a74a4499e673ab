"""Small stock images of MicroPython for tests, with almost no program.

They are built from Espressif's description of the format, and checked by esptool.
"""

import hashlib
import struct
from typing import Any

ESP32, S3 = 0, 9
BEGINS = {ESP32: 0x1000, S3: 0}
_CONSTANTS = {ESP32: 0x3F400020, S3: 0x3C000020}  # addresses of constants in the chips' memory
_SIZES = {4: 2, 8: 3, 16: 4}


def program(
    chip: int, segments: list[tuple[int, bytes]], flash_mib: int = 4, hashed: bool = True
) -> bytes:
    """Return a program image for the chip's loader; each segment has an address and data."""
    head = struct.pack("<BBBBI", 0xE9, len(segments), 2, _SIZES[flash_mib] << 4, 0x40080000)
    head += struct.pack("<BBBBHBHH4sB", 0xEE, 0, 0, 0, chip, 0, 0, 0xFFFF, b"\0" * 4, hashed)
    body = b"".join(struct.pack("<II", at, len(data)) + data for at, data in segments)
    checksum = 0xEF
    for _, data in segments:
        for byte in data:
            checksum ^= byte
    whole = head + body
    whole += b"\0" * (15 - len(whole) % 16) + bytes((checksum,))
    return whole + (hashlib.sha256(whole).digest() if hashed else b"")


def micropython(
    version: str = "v1.27.0",
    build: str = "ESP32_GENERIC_S3-SPIRAM_OCT",
    machine: str = "Generic ESP32S3 module with Octal-SPIRAM with ESP32S3",
    filler: int = 5000,
) -> bytes:
    """Return the constants of MicroPython's program, with its version and its board."""
    says = f"3.4.0; MicroPython {version} on 2025-12-09\0{machine}\0{build}\0".encode()
    described = struct.pack("<IIII", 0xABCD5432, 0, 0, 0)
    described += version.encode().ljust(32, b"\0") + b"micropython".ljust(32, b"\0")
    described = described.ljust(256, b"\0")
    data = described + says + bytes(i * 7 & 0xFF for i in range(filler))
    return data + b"\0" * (-len(data) % 4)


def table(rows: list[tuple[str, int, int, int, int]]) -> bytes:
    """Return a partition table; each row has a name, type, subtype, offset and size."""
    data = b""
    for name, kind, subtype, at, size in rows:
        data += struct.pack("<2sBBII16sI", b"\xaa\x50", kind, subtype, at, size, name.encode(), 0)
    return data + b"\xeb\xeb" + b"\xff" * 14 + hashlib.md5(data).digest()


_STOCK_ROWS = [
    ("nvs", 1, 2, 0x9000, 0x6000),
    ("phy_init", 1, 1, 0xF000, 0x1000),
    ("factory", 0, 0, 0x10000, 0x1F0000),
]
_WROVER = {
    "build": "ESP32_GENERIC-SPIRAM",
    "machine": "Generic ESP32 module with SPIRAM with ESP32",
}


def stock(
    chip: int = S3,
    flash_mib: int = 8,
    rows: list[tuple[str, int, int, int, int]] | None = None,
    app: bytes = b"",
    **says: Any,
) -> bytes:
    """Return a whole stock image: loader, partition table and program.

    If `app` is empty, the program has the constants that `micropython` makes from `says`.
    """
    begins = BEGINS[chip]
    data = {**(_WROVER if chip == ESP32 else {}), **says}
    app = app or program(
        chip,
        [(_CONSTANTS.get(chip, 0), micropython(**data)), (0x40080000, b"run!" * 64)],
        flash_mib,
    )
    loader = program(chip, [(0x3FFF0000, b"load" * 700), (0x40078000, b"boot" * 99)], flash_mib)
    whole = loader.ljust(0x8000 - begins, b"\xff") + table(rows or _STOCK_ROWS)
    return whole.ljust(0x10000 - begins, b"\xff") + app


def wrover() -> bytes:
    """Return the stock image for the wrover board."""
    return stock(ESP32, 4)
