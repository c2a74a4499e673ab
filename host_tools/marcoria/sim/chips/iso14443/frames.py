"""What all frames on the air have: the length of their bits, and CRC_A."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    # An answer: bytes, how many bits, and how many of the first byte are left out.
    Bits = tuple[bytes | bytearray, int, int]

ETU = 128  # a bit in carrier cycles: 9.44 us
# From the end of the reader's last bit to the card's start bit. The standard counts 1236 after a
# last bit 1 and 1172 after a 0, each from the end of the last pause; a pause lies half a bit
# later after a 0 than after a 1, so that from the frame's end both are the same but for the
# pause's width.
FDT = 1236


def us(cycles: int) -> int:
    """Carrier cycles in whole microseconds."""
    return (cycles * 100 + 678) // 1356


def _crc_of(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
    return byte


_CRC = tuple([_crc_of(i) for i in range(256)])


def crc_a(data: "Sequence[int]", count: int, crc: int = 0x6363) -> int:
    """CRC_A of the first `count` bytes; the low byte goes first. Over its own CRC it is 0."""
    for i in range(count):
        crc = crc >> 8 ^ _CRC[(crc ^ data[i]) & 0xFF]
    return crc


def with_crc(data: "bytes | bytearray") -> bytes:
    """The bytes and their CRC_A, as on the air."""
    crc = crc_a(data, len(data))
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))
