"""Frames on the air: bits, CRC_A, UIDs in cascade levels, and the echo of an answer."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from marcoria.sim.chips.kernel import Dice

    # An answer: bytes, how many bits, and how many of the first byte are left out.
    Bits = tuple[bytes | bytearray, int, int]

ETU = 128  # a bit in carrier cycles: 9.44 us
# From the end of the reader's last bit to the card's start bit. The standard counts 1236 after a
# last bit 1 and 1172 after a 0, each from the end of the last pause; a pause lies half a bit
# later after a 0 than after a 1, so that from the frame's end both are the same but for the
# pause's width.
FDT = 1236
CASCADE_TAG = 0x88  # in place of a byte: the UID goes on at the next level


def us(cycles: int) -> int:
    """Return carrier cycles in whole microseconds."""
    return (cycles * 100 + 678) // 1356


def _crc_of(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
    return byte


_CRC = tuple([_crc_of(i) for i in range(256)])


def crc_a(data: "Sequence[int]", count: int, crc: int = 0x6363) -> int:
    """Return CRC_A of the first `count` bytes; the low byte goes first. Over its own CRC it is
    0.
    """
    for i in range(count):
        crc = crc >> 8 ^ _CRC[(crc ^ data[i]) & 0xFF]
    return crc


def with_crc(data: "bytes | bytearray") -> bytes:
    """Return the bytes and their CRC_A, as on the air."""
    crc = crc_a(data, len(data))
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))


def levels_of(uid: bytes) -> "list[bytes]":
    """Return of each cascade level: four bytes and BCC. ValueError if no UID is that long."""
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
    """Return bits 7, 8: how long the UID is; bit 3: one of five ways to answer bit by bit."""
    return bytes((0x04 | (len(levels) - 1) << 6, 0))


class Echo:
    """What comes back from the tags, as a receiver sees it.

    Its bits lie in `data` from bit `align` on, at first where the card has them (`first`).
    `collided` has a mask of colliding bits for each byte, `broken` whether its parity is wrong;
    both are None as long as all is well. Without `start` the start bit is mangled.
    """

    def __init__(self, data: "bytes | bytearray", bits: int, align: int) -> None:
        self.data = bytearray(data)
        self.bits = bits
        self.align = align
        self.first = align
        self.parity = 1  # bits of it after each byte that are no data
        self.collided: "bytearray | None" = None
        self.broken: "list[bool] | None" = None
        self.start = True

    def etus(self, bits: int) -> int:
        """Return when so many of its bits are over, counted in bits on the air from its start bit
        on.
        """
        return 1 + bits + (self.first + bits) // 8 * self.parity

    def sent(self, etus: int) -> int:
        """Return how many of its bits are over after so many bits on the air."""
        etus += self.first - 1
        if self.parity:
            etus -= etus // 9
        return min(max(etus - self.first, 0), self.bits)

    def cut(self, bits: int) -> None:
        """Cut the answer after so many bits."""
        if bits < self.bits:
            self.bits = bits
            last = self.align + bits
            self.data = self.data[: (last + 7) // 8]
            if last & 7:
                self.data[-1] &= (1 << (last & 7)) - 1

    def realign(self, align: int) -> None:
        """Put the same bits to bit `align` and on."""
        by = align - self.align
        if by:
            self.data = _shifted(self.data, by)
            if self.collided is not None and self.broken is not None:
                self.collided = _shifted(self.collided, by)
                self.broken = [max(self.broken)] * len(self.data)
            self.align = align

    def show_parity(self) -> None:
        """Show parity bits, for a receiver that takes parity for data."""
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
        """Return odd parity, or the wrong one."""
        wrong = self.broken is not None and self.broken[i]
        return _odd(self.data[i]) ^ 1 ^ wrong

    def hit(self, i: int, dice: "Dice") -> None:
        """Put noise in byte i: any of its nine bits may turn over, or look like a collision."""
        how = dice.below(1 << 13)
        if self.collided is None or self.broken is None:
            self.collided = bytearray(len(self.data) + 1)
            self.broken = [False] * (len(self.data) + 1)
        first = self.align if i == 0 else 0
        after = min(self.align + self.bits - 8 * i, 8)
        mask = 0xFF >> (8 - after) & 0xFF << first
        if how >> 9 == 0:
            self.start = i != 0
        if how >> 10 == 1:
            self.collided[i] |= how & mask
            return
        flipped = (how & 0xFF or 1) & mask
        self.data[i] ^= flipped
        if how >> 8 & 1 != _odd(flipped):
            self.broken[i] = not self.broken[i]


def _odd(byte: int) -> int:
    """Return whether an odd number of its bits are 1."""
    byte ^= byte >> 4
    return 0x6996 >> (byte & 15) & 1


def _shifted(data: bytearray, by: int) -> bytearray:
    value = int.from_bytes(data, "little")
    value = value << by if by >= 0 else value >> -by
    return bytearray(value.to_bytes(len(data) + 1, "little"))
