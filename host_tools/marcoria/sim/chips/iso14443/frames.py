"""Frames on the air: timing, CRC_A, the cascade levels of UIDs, and the echo of an answer."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from marcoria.sim.chips.kernel import Dice

    # An answer: bytes, number of bits, and number of bits of the first byte that are not sent.
    Bits = tuple[bytes | bytearray, int, int]

ETU = 128  # duration of a bit in carrier cycles: 9.44 us
# Frame delay time in carrier cycles, from the end of the reader's last bit to the card's start
# bit. The standard counts from the end of the last pause of the carrier: 1236 if the last bit is
# 1, 1172 if it is 0. The last pause begins half a bit (64 cycles) before the end of a 1, but at
# the end of a 0. Counted from the end of the last bit, both times are therefore 1172 plus the
# width of the pause. The value here is for a width of 64; a real pause is some 2 us shorter.
FDT = 1236
CASCADE_TAG = 0x88  # first byte of a level if the UID continues at the next level


def us(cycles: int) -> int:
    """Convert carrier cycles to whole microseconds."""
    return (cycles * 100 + 678) // 1356


def _crc_of(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
    return byte


_CRC = tuple([_crc_of(i) for i in range(256)])


def crc_a(data: "Sequence[int]", count: int, crc: int = 0x6363) -> int:
    """Return CRC_A of the first `count` bytes; it is 0 if these bytes end with a right CRC.

    The CRC is sent low byte first. To continue a computation, pass its result as `crc`.
    """
    for i in range(count):
        crc = crc >> 8 ^ _CRC[(crc ^ data[i]) & 0xFF]
    return crc


def with_crc(data: "bytes | bytearray") -> bytes:
    """Return the bytes with their CRC_A appended."""
    crc = crc_a(data, len(data))
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))


def levels_of(uid: bytes) -> "list[bytes]":
    """Return the five bytes (four and the BCC, their XOR) of each cascade level of a UID.

    Raise ValueError if a UID cannot have this length.
    """
    if len(uid) not in (4, 7, 10):
        raise ValueError("a UID has 4, 7 or 10 bytes, not %d" % len(uid))
    levels = []
    rest = uid
    while rest:
        part = rest if len(rest) == 4 else bytes((CASCADE_TAG,)) + rest[:3]
        rest = rest[4:] if len(rest) == 4 else rest[3:]
        levels.append(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)))
    return levels


def atqa_of(levels: "list[bytes]") -> bytes:
    """Return the ATQA of a card with these cascade levels, low byte first.

    Bits 7 and 8 (counted from 1) give the UID's length; bit 3 announces anticollision.
    """
    return bytes((0x04 | (len(levels) - 1) << 6, 0))


class Echo:
    """The answer of one or several tags, as a receiver gets it.

    Its bits are in `data` from bit `align` on. In the card's own bytes they begin at bit `first`,
    which `realign` does not change. For each byte, `collided` has a mask of colliding bits and
    `broken` says whether the parity is wrong; both are None while there is no error. `start` is
    False if the start bit is damaged.
    """

    def __init__(self, data: "bytes | bytearray", bits: int, align: int) -> None:
        self.data = bytearray(data)
        self.bits = bits
        self.align = align
        self.first = align
        self.parity = 1  # number of parity bits after each byte, 0 if they are in `data`
        self.collided: "bytearray | None" = None
        self.broken: "list[bool] | None" = None
        self.start = True

    def etus(self, bits: int) -> int:
        """Return how many bits on the air carry the first `bits` bits of the answer.

        Start bit and parity bits are included.
        """
        return 1 + bits + (self.first + bits) // 8 * self.parity

    def sent(self, etus: int) -> int:
        """Return how many bits of the answer are complete after `etus` bits on the air."""
        etus += self.first - 1
        if self.parity:
            etus -= etus // 9
        return min(max(etus - self.first, 0), self.bits)

    def cut(self, bits: int) -> None:
        """Cut the answer off after a number of bits."""
        if bits < self.bits:
            self.bits = bits
            last = self.align + bits
            self.data = self.data[: (last + 7) // 8]
            if last & 7:
                self.data[-1] &= (1 << (last & 7)) - 1

    def realign(self, align: int) -> None:
        """Move the bits so that they begin at bit `align`."""
        by = align - self.align
        if by:
            self.data = _shifted(self.data, by)
            if self.collided is not None and self.broken is not None:
                self.collided = _shifted(self.collided, by)
                self.broken = [max(self.broken)] * len(self.data)
            self.align = align

    def show_parity(self) -> None:
        """Insert the parity bits into `data`, for a receiver that treats parity as data."""
        value, count, start = 0, 0, self.first
        for i in range((self.first + self.bits + 7) // 8):
            stop = min(self.first + self.bits - 8 * i, 8)
            value |= self.data[i] >> start << count
            count += stop - start
            if stop == 8:
                value |= self._parity_of(i) << count
                count += 1
            start = 0
        count_bytes = (self.align + count + 7) // 8
        self.data = bytearray((value << self.align).to_bytes(count_bytes, "little"))
        self.bits = count
        self.parity = 0
        self.collided = self.broken = None

    def _parity_of(self, i: int) -> int:
        """Return the parity bit of a byte: odd parity, inverted if it is broken."""
        wrong = self.broken is not None and self.broken[i]
        return _odd(self.data[i]) ^ 1 ^ wrong

    def hit(self, i: int, dice: "Dice") -> None:
        """Damage byte i by noise.

        Either some of its nine bits (with parity) are inverted, or some of its data bits look like
        collisions. In byte 0 the noise may also damage the start bit.
        """
        how = dice.below(1 << 13)
        if self.collided is None or self.broken is None:
            self.collided = bytearray(len(self.data) + 1)
            self.broken = [False] * (len(self.data) + 1)
        first = self.align if i == 0 else 0
        after = min(self.align + self.bits - 8 * i, 8)
        mask = 0xFF >> (8 - after) & 0xFF << first
        if how >> 9 == 0 and i == 0:
            self.start = False
        if how >> 10 == 1:
            self.collided[i] |= how & mask
            return
        flipped = (how & 0xFF or 1) & mask
        self.data[i] ^= flipped
        if how >> 8 & 1 != _odd(flipped):
            self.broken[i] = not self.broken[i]


def _odd(byte: int) -> int:
    """Return 1 if an odd number of a byte's bits are 1, else 0."""
    byte ^= byte >> 4
    return 0x6996 >> (byte & 15) & 1


def _shifted(data: bytearray, by: int) -> bytearray:
    value = int.from_bytes(data, "little")
    value = value << by if by >= 0 else value >> -by
    return bytearray(value.to_bytes(len(data) + 1, "little"))
