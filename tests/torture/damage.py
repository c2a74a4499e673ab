"""Attacks: functions that damage an image of the journal's flash.

An attack gets a random generator, the image, its decoded content and older images of the same
flash. It returns the damaged image, or None if the attack does not fit the image.
"""

from collections.abc import Callable
from random import Random

from flash_image import BLOCK, FREE, SLOT, SLOTS, ZEROS, Block, Reading, crc, cut_erases

Attack = Callable[[Random, bytes, Reading, list[bytes]], bytes | None]

_LAST = SLOTS - 1
_FEW, _MANY = 2, 40
_OTHER_EPOCH = 0x2BADC0DE


def _flip(image: bytearray, dice: Random, block: Block, slot: int) -> None:
    at = block.place * BLOCK + slot * SLOT + dice.randrange(SLOT)
    image[at] ^= 1 << dice.randrange(8)


def _used(dice: Random, reading: Reading) -> tuple[Block, int]:
    """Return a block, often the last one, and a used slot in it (slot 1 if no slot is used)."""
    block = dice.choice(reading.blocks if dice.random() < 0.5 else reading.blocks[-1:])
    return block, dice.randint(1, max(block.written, 1))


def _flip_in_a_header(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
    found = bytearray(image)
    _flip(found, dice, dice.choice(reading.blocks), 0)
    return bytes(found)


def _flip_in_a_record(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
    found = bytearray(image)
    _flip(found, dice, *_used(dice, reading))
    return bytes(found)


def _flip_in_the_last_slot(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
    found = bytearray(image)
    _flip(found, dice, dice.choice(reading.blocks[-3:]), _LAST)
    return bytes(found)


def _several_flips(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
    found = bytearray(image)
    for _ in range(dice.randint(_FEW, _MANY)):
        _flip(found, dice, dice.choice(reading.blocks), dice.randrange(SLOTS))
    return bytes(found)


def _range_of(fill: int | None) -> Attack:
    def made(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
        """Overwrite a range of bytes with the value `fill`, or with random bytes if it is None."""
        block, slot = _used(dice, reading)
        start = block.place * BLOCK + slot * SLOT + dice.randrange(SLOT)
        size = min(dice.choice((8, 16, 64, 300, 1_000, BLOCK)), len(image) - start)
        data = dice.randbytes(size) if fill is None else bytes([fill]) * size
        return image[:start] + data + image[start + size :]

    return made


def _block_of(fill: int) -> Attack:
    def made(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
        """Overwrite a whole block with one value."""
        block = dice.choice(reading.blocks)
        return _with(image, block.place, bytes([fill]) * BLOCK)

    return made


def _with(image: bytes, place: int, data: bytes) -> bytes:
    return image[: place * BLOCK] + data + image[(place + 1) * BLOCK :]


def _at(image: bytes, place: int) -> bytes:
    return image[place * BLOCK : (place + 1) * BLOCK]


def _swapped(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes | None:
    """Swap two blocks."""
    if len(reading.blocks) < _FEW:
        return None
    one, two = (block.place for block in dice.sample(reading.blocks, 2))
    return _with(_with(image, one, _at(image, two)), two, _at(image, one))


def _copied(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes | None:
    """Copy a block over another one, or into a free place."""
    source = dice.choice(reading.blocks).place
    target = dice.randrange(len(image) // BLOCK)
    return _with(image, target, _at(image, source)) if target != source else None


def _resurrected(dice: Random, image: bytes, reading: Reading, old: list[bytes]) -> bytes | None:
    """Restore an older block in a place that a newer block uses now."""
    changed = [
        (block.place, past)
        for block in reading.blocks
        for past in old
        if _number(past, block.place) not in (None, block.number)
    ]
    if not changed:
        return None
    place, past = dice.choice(changed)
    return _with(image, place, _at(past, place))


def _number(image: bytes, place: int) -> int | None:
    header = image[place * BLOCK : place * BLOCK + SLOT]
    return int.from_bytes(header[11:14], "little") if header not in (FREE, ZEROS) else None


def _other_epoch(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
    """Write another epoch into a block's header."""
    place = dice.choice(reading.blocks).place
    header = bytearray(image[place * BLOCK : place * BLOCK + SLOT])
    header[4:8] = _OTHER_EPOCH.to_bytes(4, "little")
    check = crc(bytes(header[:14]))
    header[14:16] = check.to_bytes(2, "little")
    return _with(image, place, bytes(header) + _at(image, place)[SLOT:])


def _tail_of(fill: int) -> Attack:
    def made(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes | None:
        """Overwrite the last records of the last block with one value, if slot 255 is free."""
        block = reading.blocks[-1]
        if block.written < 1 or block.raw[_LAST] != FREE:
            return None
        first = dice.randint(max(1, block.written - dice.choice((1, 5, 60, SLOTS))), block.written)
        start = block.place * BLOCK + first * SLOT
        size = (block.written - first + 1) * SLOT
        return image[:start] + bytes([fill]) * size + image[start + size :]

    return made


def _younger(dice: Random, image: bytes, reading: Reading, old: list[bytes]) -> bytes | None:
    """Restore an older state of the newest block."""
    last = reading.blocks[-1]
    same = [
        past
        for past in old
        if _number(past, last.place) == last.number
        and _at(past, last.place) != _at(image, last.place)
    ]
    return _with(image, last.place, _at(dice.choice(same), last.place)) if same else None


def _flip_in_the_oldest(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
    found = bytearray(image)
    oldest = reading.blocks[0]
    _flip(found, dice, oldest, dice.randint(1, max(oldest.written, 1)))
    return bytes(found)


def _oldest_of(fill: int | None) -> Attack:
    def made(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes | None:
        """Overwrite the oldest block of a wrapped ring with one value or random bytes."""
        oldest = reading.blocks[0]
        if not oldest.number:
            return None
        data = dice.randbytes(BLOCK) if fill is None else bytes([fill]) * BLOCK
        return _with(image, oldest.place, data)

    return made


def _flip_in_a_free_slot(
    dice: Random, image: bytes, reading: Reading, _: list[bytes]
) -> bytes | None:
    """Clear one bit in a free slot after the last record."""
    block = reading.blocks[-1]
    free = [slot for slot in range(1, SLOTS) if block.raw[slot] == FREE]
    if not free:
        return None
    found = bytearray(image)
    _flip(found, dice, block, dice.choice(free))
    return bytes(found)


def _flip_in_a_blank_block(
    dice: Random, image: bytes, reading: Reading, _: list[bytes]
) -> bytes | None:
    """Clear one bit in a blank block."""
    blank = [place for place in range(len(image) // BLOCK) if _at(image, place) == FREE * SLOTS]
    if not blank:
        return None
    at = dice.choice(blank) * BLOCK + dice.randrange(BLOCK)
    return image[:at] + bytes([0xFF ^ 1 << dice.randrange(8)]) + image[at + 1 :]


def _stuck(dice: Random, block: bytes) -> bytes:
    """Flip one bit of each slot: the same bit in all slots, or a random bit in each."""
    found = bytearray(block)
    same = dice.randrange(SLOT * 8) if dice.random() < 0.5 else None
    for slot in range(SLOTS):
        bit = dice.randrange(SLOT * 8) if same is None else same
        found[slot * SLOT + bit // 8] ^= 1 << bit % 8
    return bytes(found)


def _block_stuck(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes:
    place = dice.choice((*reading.blocks[:1], *reading.blocks[-2:])).place
    return _with(image, place, _stuck(dice, _at(image, place)))


def _newest_hidden(dice: Random, image: bytes, reading: Reading, _: list[bytes]) -> bytes | None:
    """Blank the end of the last block but one, and make the last block unreadable.

    The last block gets a flipped bit in each slot, or random bytes.
    """
    if len(reading.blocks) < _FEW:
        return None
    old, last = reading.blocks[-2:]
    at = dice.randint(1, _LAST) * SLOT
    before = _at(image, old.place)
    cut = _with(image, old.place, before[:at] + b"\xff" * (BLOCK - at))
    newest = _at(image, last.place)
    return _with(
        cut, last.place, _stuck(dice, newest) if dice.random() < 0.7 else dice.randbytes(BLOCK)
    )


ATTACKS: dict[str, Attack] = {
    "a bit of a header": _flip_in_a_header,
    "a bit of a record": _flip_in_a_record,
    "a bit of slot 255": _flip_in_the_last_slot,
    "a bit of the oldest block": _flip_in_the_oldest,
    "a bit of a free slot": _flip_in_a_free_slot,
    "a bit of a blank block": _flip_in_a_blank_block,
    "several bits": _several_flips,
    "a range of zeros": _range_of(0),
    "a range of ones": _range_of(0xFF),
    "a range of random bytes": _range_of(None),
    "a block of zeros": _block_of(0),
    "a blank block": _block_of(0xFF),
    "the oldest block made zeros": _oldest_of(0),
    "the oldest block made blank": _oldest_of(0xFF),
    "the oldest block made random": _oldest_of(None),
    "a block with stuck bits": _block_stuck,
    "the newest block hidden": _newest_hidden,
    "two blocks swapped": _swapped,
    "a block copied": _copied,
    "a block of an earlier round": _resurrected,
    "a block of another epoch": _other_epoch,
    "the end made zeros": _tail_of(0),
    "the end made blank": _tail_of(0xFF),
    "the last block restored": _younger,
}


def end_taken(before: bytes, after: bytes, reading: Reading) -> int:
    """Return how many slots at the end of the journal look never written after an attack.

    `reading` is the decoded image `before`. Count all slots of the last blocks that are now full
    of zeros, blank, or only partly erased. Then look at the block before them:
    - If its slot 255 is not free, return 0.
    - If from a changed slot on it looks like the result of a power cut (slots of zeros, then at
      most one slot with other content, then free slots), also count all slots from there on.
    - If it has changed only in other ways, return 0.
    """
    chain = [block.place for block in reading.blocks]
    taken = 0
    half_erased = cut_erases(after)
    while len(chain) > 1 and (
        chain[-1] in half_erased or set(_slots(after, chain[-1])) in ({FREE}, {ZEROS})
    ):
        chain.pop()
        taken += SLOTS
    old, new = [_slots(image, chain[-1]) for image in (before, after)]
    if new[_LAST] != FREE:
        return 0
    changed = [slot for slot in range(SLOTS) if old[slot] != new[slot]]
    for slot in changed:
        behind = new[slot:_LAST]
        while behind and behind[-1] == FREE:
            behind.pop()
        is_the_end = slot > 0 or len(chain) == 1
        if is_the_end and all(data == ZEROS for data in behind[:-1]):
            return taken + SLOTS - slot
    return 0 if changed else taken


def _slots(image: bytes, place: int) -> list[bytes]:
    block = _at(image, place)
    return [block[at : at + SLOT] for at in range(0, BLOCK, SLOT)]
