"""Model of a card: its states, and its answers in each state."""

from marcoria.sim.chips.iso14443.applications import chip_of, is_nak
from marcoria.sim.chips.iso14443.frames import atqa_of, crc_a, levels_of, with_crc
from marcoria.sim.chips.kernel import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.frames import Bits

REQA = 0x26  # REQA and WUPA are short frames of 7 bits
WUPA = 0x52
SEL = (0x93, 0x95, 0x97)  # ANTICOLLISION and SELECT of cascade levels 1, 2, 3
HLTA = 0x50
CASCADE = 0x04  # bit of SAK: the UID continues at the next level

# States of a card. The standard also has READY* and ACTIVE*, in which `Tag.star` is True: the card
# was woken from HALT, and returns to HALT after an error.
POWER_OFF, IDLE, READY1, READY2, READY3, ACTIVE, HALT = range(7)
NAMES = ("POWER-OFF", "IDLE", "READY1", "READY2", "READY3", "ACTIVE", "HALT")

RAMP_US = 30  # time until a carrier that is switched on has its full amplitude


class Tag:
    """A card with a UID of 4, 7 or 10 bytes.

    `chip` answers once the card is selected. If `sak` is None, it is 08 (a MIFARE Classic) for 4
    bytes and 00 for 7 or 10 bytes. A card with 7 bytes and SAK 0 is an NTAG; its `model` is 213,
    215 or 216. Tests may set three attributes. `start_up_us` is the time from the carrier's full
    amplitude until the card understands frames (the standard allows 5 ms). `hold_us` is how long
    the card keeps its state without a carrier (the standard allows 5 ms). If `leaves_after` is not
    None, the card is taken out of the field after so many bits of its next answer.
    """

    def __init__(
        self,
        uid: bytes,
        sak: "int | None" = None,
        start_up_us: int = 5000,
        hold_us: int = 1000,
        model: int = 213,
    ) -> None:
        self.start_up_us = start_up_us
        self.hold_us = hold_us
        self.leaves_after: "int | None" = None
        self.ready_at = 0
        self.star = False
        self.state = POWER_OFF
        self._kept = (IDLE, False)  # values of `state` and `star` when the power went off
        self._off_at: "int | None" = None
        self._sources: "list[object]" = []  # fields that power the card
        self._set_uid(bytes(uid))
        self.sak = (0x08 if len(uid) == 4 else 0x00) if sak is None else sak
        self.chip = chip_of(self.uid, self.sak, model)

    def _set_uid(self, uid: bytes) -> None:
        self.uid = uid
        self.levels = levels_of(uid)
        self.atqa = atqa_of(self.levels)

    def name(self) -> str:
        """Return the name of the state, such as READY2*."""
        return NAMES[self.state] + ("*" if self.star and READY1 <= self.state <= ACTIVE else "")

    # --- power --------------------------------------------------------------------------------

    def power(self, field: object, on: bool, now: int) -> None:
        """Start or stop powering the card from a field; it is off if no field powers it."""
        if on:
            if field not in self._sources:
                self._sources.append(field)
            if self.state == POWER_OFF:
                self._wake(now)
        elif field in self._sources:
            self._sources.remove(field)
            if not self._sources:
                self._kept = (self.state, self.star)
                self.state = POWER_OFF
                self._off_at = now

    def _wake(self, now: int) -> None:
        if self._off_at is not None and now - self._off_at < self.hold_us:
            self.state, self.star = self._kept
            self.ready_at = max(self.ready_at, now + RAMP_US)
            return
        self.state, self.star = IDLE, False
        self.ready_at = now + RAMP_US + self.start_up_us
        self.chip.leave()
        self.chip.start()
        self.start()

    def start(self) -> None:
        """Do nothing; a subclass may draw a new UID when a power-up resets the state."""

    # --- answers ------------------------------------------------------------------------------

    def hear(self, data: "bytes | bytearray", bits: int, good: bool) -> "Bits | None":
        """Receive a frame, which is damaged unless `good`; return the answer or None."""
        state = self.state
        if state in (IDLE, HALT):
            return self._asleep(data, bits) if good and bits == 7 else None
        answer: "Bits | None" = None
        if state == ACTIVE:
            answer = self._active(data, bits, good)
        elif good and state != POWER_OFF:
            answer = self._ready(data, bits)
        if answer is None or (state == ACTIVE and is_nak(answer)):
            self._fall()
        return answer

    def _fall(self) -> None:
        """Deselect the card after HLTA, an error or an unexpected command.

        The state becomes HALT after HLTA, or if the card was woken from HALT, else IDLE.
        """
        if self.state != HALT:
            self.state = HALT if self.star else IDLE
        self.star = False
        self.chip.leave()

    def _asleep(self, data: "bytes | bytearray", bits: int) -> "Bits | None":
        if data[0] == WUPA or (data[0] == REQA and self.state == IDLE):
            self.star = self.state == HALT
            self.state = READY1
            return self.atqa, 16, 0
        return None

    def _ready(self, data: "bytes | bytearray", bits: int) -> "Bits | None":
        number = self.state - READY1
        if bits < 16 or data[0] != SEL[number]:
            return None
        level = self.levels[number]
        nvb = data[1]
        if nvb == 0x70:
            return self._select(data, bits, number, level)
        known = (nvb >> 4) * 8 + (nvb & 15) - 16
        if nvb & 8 or not 0 <= known < 40 or bits != known + 16:
            return None
        return self._rest_of(level, known, data)

    def _rest_of(self, level: bytes, known: int, data: "bytes | bytearray") -> "Bits | None":
        """Return the bits of a level after the first `known` bits.

        Return None if the known bits in the reader's frame differ from the level.
        """
        whole, part = known >> 3, known & 7
        for i in range(whole):
            if data[2 + i] != level[i]:
                return None
        mask = (1 << part) - 1
        if part and (data[2 + whole] ^ level[whole]) & mask:
            return None
        answer = bytearray(level[whole:])
        answer[0] &= 0xFF ^ mask
        return answer, 40 - known, part

    def _select(
        self, data: "bytes | bytearray", bits: int, number: int, level: bytes
    ) -> "Bits | None":
        if bits != 72 or crc_a(data, 9) or bytes(data[2:7]) != level:
            return None
        if number + 1 < len(self.levels):
            self.state += 1
            return with_crc(bytes((CASCADE,))), 24, 0
        self.state = ACTIVE
        return with_crc(bytes((self.sak,))), 24, 0

    def _active(self, data: "bytes | bytearray", bits: int, good: bool) -> "Bits | None":
        """Return the answer of a selected card.

        Return None after HLTA, if the frame does not have whole bytes, or if the chip is silent.
        """
        if bits & 7 or not bits:
            return None
        count = bits >> 3
        if not good or count < 3 or crc_a(data, count):
            return self.chip.answer(None)
        if count == 4 and data[0] == HLTA and data[1] == 0:
            self.state = HALT
            return None
        return self.chip.answer(bytes(data[: count - 2]))


class RandomTag(Tag):
    """A phone: its UID has 4 bytes and begins with 08; it is new at each power-up.

    A gap in the carrier that is shorter than `hold_us` does not change the UID.
    """

    def __init__(self, seed: int = 1, start_up_us: int = 5000, hold_us: int = 1000) -> None:
        self.dice = Dice(seed)
        Tag.__init__(self, b"\x08\0\0\0", 0x20, start_up_us, hold_us)

    def start(self) -> None:
        """Draw a new UID."""
        self._set_uid(bytes([0x08] + [self.dice.below(256) for _ in range(3)]))
