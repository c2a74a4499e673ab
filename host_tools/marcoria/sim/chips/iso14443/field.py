"""Model of the field of one antenna: the cards in it, their superposed answers, and noise."""

import math

from marcoria.sim.chips.iso14443.frames import Echo
from marcoria.sim.chips.iso14443.tag import POWER_OFF
from marcoria.sim.chips.kernel import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.frames import Bits
    from marcoria.sim.chips.iso14443.tag import Tag
    from marcoria.sim.chips.seams import Reader

# Limits of the coupling (0 to 1.0) between a card and an antenna. Below POWERED a card has no
# power. From RELIABLE on, only noise or a low gain of the reader damages frames.
POWERED = 0.2
RELIABLE = 0.6


def loss(coupling: float) -> float:
    """Return the share (0 to 1) of frames lost or damaged at a coupling below RELIABLE."""
    weak = (RELIABLE - max(coupling, POWERED)) / (RELIABLE - POWERED)
    return weak * weak


class Noise:
    """Random choice of the bytes that noise damages.

    Damaged bytes are rare. Therefore the distance to the next damaged byte is drawn, instead of a
    random number for each byte.
    """

    def __init__(self, dice: "Dice") -> None:
        self._dice = dice
        self._share = 0.0
        self._gap = 0  # number of bytes before the next damaged byte

    def next_hit(self, count: int, share: float) -> "int | None":
        """Return the index of the first damaged byte among the next `count` bytes, or None.

        `share` (0 to 1) is the fraction of bytes that noise damages. The next call continues after
        the returned byte, or after `count` bytes if the result is None.
        """
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
    """The answer of one card: its bits in `data` from bit `align` on, and its `strength`."""

    def __init__(
        self, tag: "Tag", data: "bytes | bytearray", bits: int, align: int, strength: float
    ) -> None:
        self.tag = tag
        self.data = data
        self.bits = bits
        self.align = align
        self.strength = strength


def superposed(answers: "list[Answer]", collision: float) -> Echo:
    """Return the Echo of answers that are on the air at the same time.

    An answer collides with the strongest answer if its strength is at least `collision` (0 to 1)
    times the largest strength. Weaker answers are lost.
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
            # Bits that this tag sends in byte i.
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
    """Return a mask of the bits from `first` to `after - 1`, limited to one byte."""
    first = min(max(first, 0), 8)
    after = min(max(after, 0), 8)
    return (1 << after) - (1 << first) if after > first else 0


class Field:
    """The field between one antenna and its cards.

    Tests may set `noise`, the chance (0 to 1) that a byte in either direction is damaged, and call
    `fail` to break the carrier. A card that is weak, hovers, or lies on a neighbouring pad is put
    into the field with a low coupling (see `put`).
    """

    reader: "Reader"  # the chip with the antenna, see `attach`

    def __init__(self, seed: int = 1) -> None:
        self.on = False
        self.fails = False
        self.tags: "list[Tag]" = []
        self.noise = 0.0
        self.frames = 0  # number of frames sent by the reader
        self._driven = False
        self._coupling: "list[float]" = []
        self._answers: "list[Answer]" = []  # answers to the last frame
        self._collision = 0.5
        self._echo: "Echo | None" = None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Restart the field's random numbers from `seed`."""
        self._dice = Dice(seed)
        self._noise = Noise(self._dice)

    def attach(self, reader: "Reader") -> None:
        """Connect the reader chip of the antenna."""
        self.reader = reader

    # --- putting and lifting cards ------------------------------------------------------------

    def put(self, tag: "Tag", coupling: float = 1.0) -> None:
        """Put a tag in the field, or change its coupling.

        A `coupling` of 1.0 is best. The further it is below 0.6 (RELIABLE), the more frames are
        lost or damaged. Below 0.2 (POWERED) the tag has no power.
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
        """Take a tag out of the field and cut off its answer; do nothing if it is not there."""
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
        """Switch the carrier on or off; while it is broken (see `fail`), it stays off."""
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
        """Break the carrier, or repair it if `fails` is False.

        A broken carrier is off even if the reader switches it on. A repaired carrier is again as
        the reader has set it.
        """
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
        """Deliver a frame of the reader to the cards; return the Echo of their answers, or None.

        The frame began at `began` and has ended. The Echo begins one frame delay time (`FDT`)
        after this end. Only cards that were ready at `began` get the frame, and they can decode it
        only if it is `clear`. Authenticated cards decode only `ciphered` frames, other cards only
        frames that are not ciphered. The strength of an answer is its tag's coupling times `gain`;
        an answer below POWERED is lost. `superposed` explains `collision`.
        """
        self.frames += 1
        answers = self._answers = []
        # The loop runs backwards, because a card may be removed from the list while it answers.
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
        """Deliver a frame to the card with index i; return the card's answer, or None.

        `bits` is 0 if the card cannot decode the frame. Weak coupling may lose or damage the frame
        on its way to the card, and noise may damage it.
        """
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
        """Return the superposed answers, which weak coupling or noise may have damaged."""
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
        """Cut off the answer of a tag, or the answers of all tags if `tag` is None."""
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
        """Update the Echo after one of several tags has stopped.

        From byte `start` on, only the other tags send.
        """
        rest = superposed(self._answers, self._collision)
        rest.realign(echo.align)
        for i in range(start, min(len(echo.data), len(rest.data))):
            echo.data[i] = rest.data[i]
            if echo.collided is not None:
                echo.collided[i] = 0 if rest.collided is None else rest.collided[i]
