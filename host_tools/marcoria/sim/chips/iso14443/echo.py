"""What a receiver hears of the cards' answers."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.dice import Dice


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
        """When so many of its bits are over, counted in bits on the air from its start bit on."""
        return 1 + bits + (self.first + bits) // 8 * self.parity

    def sent(self, etus: int) -> int:
        """How many of its bits are over after so many bits on the air."""
        etus += self.first - 1
        if self.parity:
            etus -= etus // 9
        return min(max(etus - self.first, 0), self.bits)

    def cut(self, bits: int) -> None:
        """Nothing comes after so many bits."""
        if bits < self.bits:
            self.bits = bits
            last = self.align + bits
            self.data = self.data[: (last + 7) // 8]
            if last & 7:
                self.data[-1] &= (1 << (last & 7)) - 1

    def realign(self, align: int) -> None:
        """Puts the same bits to bit `align` and on."""
        by = align - self.align
        if by:
            self.data = _shifted(self.data, by)
            if self.collided is not None and self.broken is not None:
                self.collided = _shifted(self.collided, by)
                self.broken = [max(self.broken)] * len(self.data)
            self.align = align

    def show_parity(self) -> None:
        """For a receiver that takes parity for data."""
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
        """Odd parity, or the wrong one."""
        wrong = self.broken is not None and self.broken[i]
        return _odd(self.data[i]) ^ 1 ^ wrong

    def hit(self, i: int, dice: "Dice") -> None:
        """Noise in byte i: any of its nine bits may turn over, or look like a collision."""
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
    """Whether an odd number of its bits are 1."""
    byte ^= byte >> 4
    return 0x6996 >> (byte & 15) & 1


def _shifted(data: bytearray, by: int) -> bytearray:
    value = int.from_bytes(data, "little")
    value = value << by if by >= 0 else value >> -by
    return bytearray(value.to_bytes(len(data) + 1, "little"))
