"""What one antenna reaches: the cards in its field, their answers heard together, and noise."""

import math

from marcoria.sim.chips.iso14443.frames import Echo
from marcoria.sim.chips.iso14443.tag import POWER_OFF
from marcoria.sim.chips.kernel import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.frames import Bits
    from marcoria.sim.chips.iso14443.tag import Tag
    from marcoria.sim.chips.seams import Reader

# Coupling of a card and an antenna, 1.0 well: below POWERED a card does not start, from RELIABLE
# on nothing is lost.
POWERED = 0.2
RELIABLE = 0.6


def loss(coupling: float) -> float:
    """Return the share of frames that a weakly coupled card loses."""
    weak = (RELIABLE - max(coupling, POWERED)) / (RELIABLE - POWERED)
    return weak * weak


class Noise:
    """Mangled bytes are rare: rather than a throw for each byte there is one for the next."""

    def __init__(self, dice: "Dice") -> None:
        self._dice = dice
        self._share = 0.0
        self._gap = 0  # bytes until the next one that is mangled

    def next_hit(self, count: int, share: float) -> "int | None":
        """Return which of the next `count` bytes is mangled first, if that `share` of all are."""
        if self._share != share:
            self._share = share
            self._draw()
        if self._gap >= count:
            self._gap -= count
            return None
        i = self._gap
        self._draw()
        return i

    def _draw(self) -> None:
        if self._share >= 1:
            self._gap = 0
            return
        chance = (self._dice.below(65536) + 1) / 65537
        self._gap = int(math.log(chance) / math.log(1 - self._share))


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
    """Return all as one. An answer collides with a stronger one from `collision` of its strength
    on, and is drowned by it below.
    """
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
    """Return a byte's mask of the bits from `first` up to `after`."""
    first = min(max(first, 0), 8)
    after = min(max(after, 0), 8)
    return (1 << after) - (1 << first) if after > first else 0


class Field:
    """The air between one antenna and its cards.

    To be ordered: `noise`, the chance (0 to 1) that a byte on the air is mangled, either way;
    `fails`, that no carrier comes although the reader drives one; and a weak card, a card that
    hovers or a neighbour's, by its coupling (see `put`).
    """

    reader: "Reader"  # the chip with the antenna, see `attach`

    def __init__(self, seed: int = 1) -> None:
        self.on = False
        self.fails = False
        self.tags: "list[Tag]" = []
        self.noise = 0.0
        self.frames = 0  # sent by the reader, for tests and benchmarks
        self._driven = False
        self._coupling: "list[float]" = []
        self._answers: "list[Answer]" = []  # those on the air
        self._collision = 0.5
        self._echo: "Echo | None" = None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Let all chance in the field follow from here on from `seed`."""
        self._dice = Dice(seed)
        self._noise = Noise(self._dice)

    def attach(self, reader: "Reader") -> None:
        self.reader = reader

    # --- cards that come and go ---------------------------------------------------------------

    def put(self, tag: "Tag", coupling: float = 1.0) -> None:
        """Bring a tag near, or nearer: `coupling` 1.0 is well; below 0.6 (RELIABLE) frames and
        bytes get lost, ever more; below 0.2 (POWERED) the tag has no power.
        """
        self.reader.sync()
        now = self.reader.clock.now
        if tag in self.tags:
            self._coupling[self.tags.index(tag)] = coupling
        else:
            self.tags.append(tag)
            self._coupling.append(coupling)
        tag.power(self, self.on and coupling >= POWERED, now)
        if coupling < POWERED:
            self._silence(tag)

    def lift(self, tag: "Tag") -> None:
        """Take a tag away, if it is there; an answer that it is giving breaks off."""
        if tag in self.tags:
            self.reader.sync()
            self._silence(tag)
            self._remove(tag)

    def _remove(self, tag: "Tag") -> None:
        i = self.tags.index(tag)
        del self.tags[i]
        del self._coupling[i]
        tag.power(self, False, self.reader.clock.now)

    # --- the carrier --------------------------------------------------------------------------

    def set_on(self, on: bool) -> None:
        """Drive the antenna, or not."""
        self._driven = on
        on = on and not self.fails
        if on == self.on:
            return
        self.on = on
        now = self.reader.clock.now
        for i in range(len(self.tags)):
            self.tags[i].power(self, on and self._coupling[i] >= POWERED, now)
        if not on:
            self._silence(None)

    def fail(self, fails: bool) -> None:
        """Have no carrier come, whatever the reader does. False mends it."""
        self.reader.sync()
        self.fails = fails
        self.set_on(self._driven)

    # --- frames -------------------------------------------------------------------------------

    def transmit(
        self,
        data: "bytes | bytearray",
        bits: int,
        began: int,
        clear: bool,
        gain: float = 1.0,
        collision: float = 0.5,
        ciphered: bool = False,
    ) -> "Echo | None":
        """End the reader's frame, which began at `began`; `clear` if a card can read it, one
        with the same key if it is `ciphered`.

        The Echo that begins FDT from now, or None. An answer is heard as strongly as its tag's
        coupling times `gain`; it collides with a stronger one from `collision` of its strength
        on, and is drowned by it below.
        """
        self.frames += 1
        answers = self._answers = []
        # From the last one on, for a card may be taken away while it answers.
        for i in range(len(self.tags) - 1, -1, -1):
            tag = self.tags[i]
            if tag.state != POWER_OFF and tag.ready_at <= began:
                strength = self._coupling[i] * gain
                readable = clear and tag.chip.ciphered == ciphered
                heard = self._ask(i, data, bits if readable else 0)
                if heard and strength >= POWERED:
                    answers.append(Answer(tag, heard[0], heard[1], heard[2], strength))
                    if tag.leaves_after is not None:
                        self._take_away(answers[-1], tag.leaves_after)
        self._collision = collision
        self._echo = self._received() if answers else None
        return self._echo

    def _ask(self, i: int, data: "bytes | bytearray", bits: int) -> "Bits | None":
        """Return what a card answers, to as much of the frame as reaches it."""
        coupling, clear = self._coupling[i], bits > 0
        if coupling < RELIABLE and self._chance(loss(coupling)):
            if self._dice.below(2):
                return None
            clear = False
        if self.noise and self._noise.next_hit(len(data), self.noise) is not None:
            clear = False
        tag = self.tags[i]
        answer = tag.hear(data, bits, clear)
        if tag.chip.note:
            self.reader.note("card %s: %s" % (tag.uid.hex(), tag.chip.note))
            tag.chip.note = ""
        return answer

    def _take_away(self, answer: Answer, bits: int) -> None:
        answer.bits = min(answer.bits, bits)
        answer.tag.leaves_after = None
        self._remove(answer.tag)

    def _received(self) -> "Echo":
        """Return the answers on the air as one, with what the way does to it."""
        echo = superposed(self._answers, self._collision)
        strongest = max([answer.strength for answer in self._answers])
        if strongest < RELIABLE:
            for i in range(len(echo.data)):
                if self._chance(loss(strongest) / 5):
                    echo.hit(i, self._dice)
        if self.noise:
            self._disturb(echo)
        return echo

    def _disturb(self, echo: "Echo") -> None:
        start, count = 0, len(echo.data)
        while start < count:
            i = self._noise.next_hit(count - start, self.noise)
            if i is None:
                break
            echo.hit(start + i, self._dice)
            start += i + 1

    def _chance(self, share: float) -> bool:
        return self._dice.chance(int(share * 1000000))

    def _silence(self, tag: "Tag | None") -> None:
        """Stop the tag, or with None every one, in the middle of what it sends."""
        echo = self._echo
        if echo is None:
            return
        heard = self.reader.bits_heard()
        if heard >= echo.bits:
            return
        answers = self._answers
        for answer in answers:
            if tag is None or answer.tag is tag:
                answer.bits = min(answer.bits, heard)
        if len(answers) > 1:
            self._go_on(echo, (echo.align + heard) // 8 + 1)
        echo.cut(max([answer.bits for answer in answers]))
        self.reader.shortened()

    def _go_on(self, echo: "Echo", start: int) -> None:
        """Go on when one tag of several has stopped: from byte `start` on only the others send."""
        rest = superposed(self._answers, self._collision)
        rest.realign(echo.align)
        for i in range(start, min(len(echo.data), len(rest.data))):
            echo.data[i] = rest.data[i]
            if echo.collided is not None:
                echo.collided[i] = 0 if rest.collided is None else rest.collided[i]
