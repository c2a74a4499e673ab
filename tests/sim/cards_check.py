"""Checksum of the cards' answers to random frames, equal on CPython and in the VM."""

from marcoria.sim.chips.iso14443.frames import with_crc
from marcoria.sim.chips.iso14443.tag import ACTIVE, IDLE, RandomTag, Tag
from marcoria.sim.chips.kernel import Dice

UID7 = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"
HEADS = b"\x60\x30\x3a\xa2\xa0\x39\x3c\x1b\x61\xe0"


def check_cards() -> int:
    """Return a checksum of 1200 answers."""
    dice, total = Dice(3), 1
    cards = [Tag(UID7), Tag(UID7, model=216), Tag(UID7[:4]), RandomTag(2)]
    for i in range(1200):
        tag = cards[i % 4]
        if tag.state != ACTIVE:
            wake(tag)
        tail = bytes([dice.below(256) for _ in range(dice.below(8))])
        data = with_crc(bytes((HEADS[dice.below(len(HEADS))],)) + tail)
        answer = tag.hear(bytearray(data), 8 * len(data), True)
        for byte in answer[0] if answer else b"\xff":
            total = (total * 31 + byte) & 0xFFFFFF
        total = (total + len(tag.chip.note)) & 0xFFFFFF
    return total


def wake(tag: Tag) -> None:
    if tag.state != IDLE:
        tag.power("field", False, 0)
        tag.power("field", True, 1_000_000)
    tag.hear(b"\x26", 7, True)
    for number, level in enumerate(tag.levels):
        tag.hear(with_crc(bytes((0x93 + 2 * number, 0x70)) + level), 72, True)
