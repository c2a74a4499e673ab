"""What a journal holds from before."""

from micropython import const

from codes import notes, records
from journal import checkpoint

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from journal.journal import Journal

_ANY_SEQ = const(0x3FFFFFFF)
# What these records say is known from the start on; a start in safe mode is one as well.
_TEACHING = (
    records.HEADER,
    records.ACKNOWLEDGED,
    records.CRASH,
    notes.BOOT,
    notes.SAFE_MODE,
)
_BLANK = b"\xff" * 16
_NOTHING = b"\x00" * 16


def newest(journal: "Journal", below: int) -> "tuple[int, int]":
    """Of the blocks with numbers below that of a seq the last: which, and the seq of its header;
    -1, -1 if there is none."""
    best = top = -1
    for block in range(journal.log.blocks):
        seq = journal.look(block, 0)
        if top < seq < below and journal.found[0] == records.HEADER:
            best, top = block, seq
    return best, top


def find_head(journal: "Journal") -> None:
    """Finds out where the journal goes on, by the blocks' headers and one whole block."""
    block, first = newest(journal, _ANY_SEQ)
    if block < 0:
        return
    journal.block = block
    found = journal.found
    for slot in range(records.SLOTS):
        if not journal.log.read(block, slot << 4, found) and found == _BLANK:
            continue
        journal.seq = first + slot + 1
        kind = found[0]
        if kind in _TEACHING:
            if journal.look(block, slot) == first + slot:
                _learn(journal, kind)
        elif journal.hasty and kind < records.CHECKPOINT and (found[6] or found[7]):
            if journal.look(block, slot) == first + slot:  # more than 65 s after its start
                journal.hasty = 0
    journal.boots = journal.boots + 1 & 0xFFFF
    _settle(journal, block, journal.seq - 1 & 255)


def _settle(journal: "Journal", block: int, slot: int) -> None:
    """The last record may have bits that a power cut left half way, and that are read one way
    today and the other way tomorrow: what it is now, it stays."""
    record = journal.found if journal.look(block, slot) >= 0 else _NOTHING
    journal.log.program(block, slot << 4, record)


def _learn(journal: "Journal", kind: int) -> None:
    """From a record of one of these kinds in `found`."""
    found = journal.found
    if kind == records.CRASH:
        said = bytes(found[2:8]).rstrip(b"\0")
        journal.crash = journal.crash + said if found[1] else said
        return
    arg = found[2] | found[3] << 8
    journal.boots = found[8] | found[9] << 8
    if kind < records.CHECKPOINT:
        journal.hasty += 1
    elif found[1]:
        number = journal.seq >> 8
        journal.acked = number - (number - arg & 0xFFFF)
    if kind == records.HEADER:
        journal.epoch = found[4] | found[5] << 8 | found[6] << 16 | found[7] << 24


def restore(
    journal: "Journal",
    sums: "list[int]",
    history: bytearray,
    apply: "Callable[[int, int, int], None]",
) -> int:
    """See Journal.restore."""
    body = bytearray(checkpoint.SIZE)
    blocks: "list[tuple[int, int]]" = []
    after = _checkpoint(journal, body, blocks)
    mark = checkpoint.read(body, sums, history) if after >= 0 else -1
    found = journal.found
    for block, first in reversed(blocks):
        for slot in range(1, records.SLOTS):
            seq = first + slot
            if seq > after and journal.look(block, slot) == seq and 0 < found[0] < notes.BOOT:
                apply(found[0], found[1], found[2] | found[3] << 8)
    return mark


def _checkpoint(journal: "Journal", body: bytearray, blocks: "list[tuple[int, int]]") -> int:
    """Looks backwards for a checkpoint all parts of which are there: the seq of its last part, -1
    if there is none. `blocks` are those it went through, newest first."""
    found = journal.found
    last = checkpoint.PARTS - 1
    want = after = last
    first = journal.seq
    while True:
        block, first = newest(journal, first)
        if block < 0:
            return -1
        blocks.append((block, first))
        for slot in range(records.SLOTS - 1, 0, -1):
            if not _is_part(journal, block, first, slot):
                continue
            part = found[1]
            if part == last:
                after = first + slot
            elif part != want:
                want = last
                continue
            body[part * 6 : part * 6 + 6] = found[2:8]
            want = part - 1
            if want < 0:
                return after


def _is_part(journal: "Journal", block: int, first: int, slot: int) -> bool:
    """Reads a record into `found`: whether it is of a checkpoint. Of most the CRC is not computed,
    for their kind is another one."""
    if journal.log.read(block, slot << 4, journal.found):
        return False
    return journal.found[0] == records.CHECKPOINT and journal.look(block, slot) == first + slot
