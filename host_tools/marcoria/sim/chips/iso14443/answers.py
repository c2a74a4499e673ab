"""The cards' answers to one frame, and what an antenna hears of them together."""

from marcoria.sim.chips.iso14443.echo import Echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.tag import Tag


class Answer:
    """One card's: its bits are in `data` from bit `align` on; the antenna hears its `strength`."""

    def __init__(
        self, tag: "Tag", data: "bytes | bytearray", bits: int, align: int, strength: float
    ) -> None:
        self.tag = tag
        self.data = data
        self.bits = bits
        self.align = align
        self.strength = strength


def superposed(answers: "list[Answer]", collision: float) -> Echo:
    """All as one. An answer collides with a stronger one from `collision` of its strength on, and
    is drowned by it below."""
    if len(answers) == 1:
        only = answers[0]
        echo = Echo(only.data, 8 * len(only.data) - only.align, only.align)
        echo.cut(only.bits)
        return echo
    loudest = max([answer.strength for answer in answers])
    return _collided([one for one in answers if one.strength >= loudest * collision])


def _collided(loud: "list[Answer]") -> Echo:
    length = max([len(answer.data) for answer in loud])
    ones, zeros = bytearray(length), bytearray(length)
    for answer in loud:
        data = answer.data
        for i in range(length):
            # Where this tag sends: its bits from `align` on.
            mask = _between(answer.align - 8 * i, answer.align + answer.bits - 8 * i)
            byte = data[i] if i < len(data) else 0
            ones[i] |= byte & mask
            zeros[i] |= ~byte & mask
    bits = max([answer.bits for answer in loud])
    echo = Echo(ones, bits, min([answer.align for answer in loud]))
    collided = bytearray([ones[i] & zeros[i] for i in range(length)])
    if max(collided):
        echo.collided = collided
        echo.broken = [False] * length
    return echo


def _between(first: int, after: int) -> int:
    """A byte's mask of the bits from `first` up to `after`."""
    first = min(max(first, 0), 8)
    after = min(max(after, 0), 8)
    return (1 << after) - (1 << first) if after > first else 0
