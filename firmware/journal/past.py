"""What a journal holds from before: needed when the table starts, and not afterwards."""

from micropython import const

_BOOT = const(32)
_SAFE = const(49)  # also a boot, after three in a hurry
_CHECKPOINT = const(60)
_ACKNOWLEDGED = const(61)
_HEADER = const(77)
_LAST = const(14)  # part of a checkpoint
_SLOTS = const(256)
_ENDLESS = const(0x3FFFFFFF)
_BLANK = b"\xff" * 16
_NOTHING = b"\x00" * 16


def newest(journal, below: int) -> tuple:  # type: ignore[no-untyped-def]
    """Of the blocks with numbers below that of a seq the last: which, and the seq of its header;
    -1, -1 if there is none."""
    best = top = -1
    for block in range(journal.log.blocks):
        seq = journal.look(block, 0)
        if top < seq < below and journal.found[0] == _HEADER:
            best, top = block, seq
    return best, top


def find_head(journal) -> None:  # type: ignore[no-untyped-def]
    """Finds out where the journal goes on, by the blocks' headers and one whole block."""
    block, first = newest(journal, _ENDLESS)
    if block < 0:
        return
    journal.block = block
    found = journal.found
    for slot in range(_SLOTS):
        if not journal.log.read(block, slot << 4, found) and found == _BLANK:
            continue
        journal.seq = first + slot + 1
        kind = found[0]
        if kind in (_HEADER, _ACKNOWLEDGED, _BOOT, _SAFE):
            if journal.look(block, slot) == first + slot:
                _learn(journal, kind)
        elif journal.hasty and kind < _CHECKPOINT and (found[6] or found[7]):
            if journal.look(block, slot) == first + slot:  # more than 65 s after its start
                journal.hasty = 0
    journal.boots = journal.boots + 1 & 0xFFFF
    _settle(journal, block, journal.seq - 1 & 255)


def _settle(journal, block: int, slot: int) -> None:  # type: ignore[no-untyped-def]
    """The last record may have bits that a power cut left half way, and that are read one way
    today and the other way tomorrow: what it is now, it stays."""
    record = journal.found if journal.look(block, slot) >= 0 else _NOTHING
    journal.log.program(block, slot << 4, record)


def _learn(journal, kind: int) -> None:  # type: ignore[no-untyped-def]
    found = journal.found
    arg = found[2] | found[3] << 8
    journal.boots = found[8] | found[9] << 8
    if kind < _CHECKPOINT:
        journal.hasty += 1
    elif found[1]:
        number = journal.seq >> 8
        journal.acked = number - (number - arg & 0xFFFF)
    if kind == _HEADER:
        journal.epoch = found[4] | found[5] << 8 | found[6] << 16 | found[7] << 24


def restore(journal, totals: list, history: bytearray, apply) -> int:  # type: ignore[no-untyped-def]
    """See Journal.restore."""
    body = bytearray(6 * _LAST + 6)
    blocks: list = []
    after = _checkpoint(journal, body, blocks)
    mark = -1
    if after >= 0:
        mark = body[24] | body[25] << 8
        history[:] = body[26:]
        for i in range(8):
            high = body[i * 3 + 2]
            totals[i] = body[i * 3] | body[i * 3 + 1] << 8 | (high ^ 128) - 128 << 16
    found = journal.found
    for block, first in reversed(blocks):
        for slot in range(1, _SLOTS):
            seq = first + slot
            if seq > after and journal.look(block, slot) == seq and 0 < found[0] < _BOOT:
                apply(found[0], found[1], found[2] | found[3] << 8)
    return mark


def _checkpoint(journal, body: bytearray, blocks: list) -> int:  # type: ignore[no-untyped-def]
    """Looks backwards for a checkpoint all parts of which are there: the seq of its last part, -1
    if there is none. `blocks` are those it went through, newest first."""
    found = journal.found
    want = after = _LAST
    first = journal.seq
    while True:
        block, first = newest(journal, first)
        if block < 0:
            return -1
        blocks.append((block, first))
        for slot in range(_SLOTS - 1, 0, -1):
            if journal.log.read(block, slot << 4, found) or found[0] != _CHECKPOINT:
                continue  # most are dropped before their CRC is computed
            part = found[1]
            if journal.look(block, slot) != first + slot:
                continue
            if part == _LAST:
                after = first + slot
            elif part != want:
                want = _LAST
                continue
            body[part * 6 : part * 6 + 6] = found[2:8]
            want = part - 1
            if want < 0:
                return after
