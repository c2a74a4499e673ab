"""The check at the end of each line: CRC-16 with the polynomial 0x1021, the lowest bit first, from
0xFFFF, as the journal has it; here by a table, for lines are long."""

from array import array

from micropython import const

START = const(0xFFFF)
DIGITS = b"0123456789abcdef"
# `,"c":"hhhh"}` ends each line; the check is of what comes before.
TAIL = b',"c":"'
TAIL_SIZE = const(12)


def _table() -> "array[int]":
    found = array("H")
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
        found.append(byte)
    return found


TABLE = _table()


def crc(data: bytearray, start: int, end: int, found: int = START) -> int:
    """That of the bytes from `start` to `end`, behind those that have `found`."""
    table = TABLE
    for at in range(start, end):
        found = found >> 8 ^ table[(found ^ data[at]) & 255]
    return found
