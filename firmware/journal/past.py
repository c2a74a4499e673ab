"""Functions that find the journal's head and its last checkpoint at a start.

The head is the slot for the next record.
"""

from struct import unpack_from

from micropython import const

from codes.journal import Causes, Notes, Records, RoomLeft
from journal import blocks, checkpoint

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal

# Kinds of records from which `_learn` reads the state at the start.
_TEACHING = (
    Records.HEADER,
    Records.ACKNOWLEDGED,
    Records.CRASH,
    Records.ERASES,
    Records.MENDED,
    Notes.BOOT,
    Notes.SAFE_MODE,
    Notes.BIT_FLIPPED,
)
_UNREADABLE_AHEAD = const(4)  # flag of a header: one of the next two blocks was unreadable


def find_head(journal: "Journal") -> None:
    """Find where the journal continues, and read the journal's state from the newest block.

    Read the headers of all blocks, and all slots of the newest block. If any read fails, write
    nothing and set the state to UNREADABLE.
    """
    journal.order = order = blocks.in_order(journal)
    first = 0
    if order:
        journal.fresh = False
        first, journal.block = order[-1]
        _read_block(journal, first)
        if journal.unreadable and _is_in_doubt(journal, first):
            journal.doubt = first | Records.LAST
        journal.boots = journal.boots + 1 & 0xFFFF
    if order and not journal.log.failures:
        _go_on(journal, order, first)
    if journal.log.failures:
        journal.state = RoomLeft.UNREADABLE


def _go_on(journal: "Journal", order: "list[tuple[int, int]]", first: int) -> None:
    """Move the head behind a missing block if slot 255 is used, else complete the last writes.

    Slot 255 of the newest block is used if `seq` is at the start of the next block.
    """
    if journal.seq & 255 == 0:
        _cut_off(journal, first)
    else:
        _settle(journal, first)
        _finish(journal, order)


def _read_block(journal: "Journal", first: int) -> None:
    """Read the state from the records of the newest block, and find its next free slot."""
    found = journal.found
    journal.seq = first + 1
    for slot in range(Records.LAST + 1):
        if journal.is_free(journal.block, slot):
            continue
        journal.seq = first + slot + 1
        teaches = found[0] in _TEACHING
        lasts = journal.hasty and _lasts(found)
        tells = teaches or lasts or journal.erasing >= 0
        if tells and journal.look(journal.block, slot) == first + slot:
            if journal.erasing >= 0:
                _end_erase(journal)
            if teaches:
                _learn(journal)
            elif lasts:
                journal.hasty = 0
    _leave_out_flipped(journal, first)


def _end_erase(journal: "Journal") -> None:
    """Find out whether an erase worked, from the record in `found`, and store the result.

    The record in `found` comes after the record of the erase. The erase worked, unless the record
    in `found` is of another erase, or is a note that the block could not be erased. The record of
    a start proves nothing, because that start erases the block again before it writes anything
    else. A kept result proves nothing either, because after a failed erase results are copied from
    the next block.
    """
    found = journal.found
    place = journal.erasing
    if found[0] in (Notes.BOOT, Notes.SAFE_MODE, Records.KEPT):
        return
    journal.erasing = -1
    if found[0] != Records.ERASES and not (found[0] == Notes.BAD_BLOCK and found[2] == place):
        journal.half_erased = [half for half in journal.half_erased if half != place]
        journal.erased = place


def _leave_out_flipped(journal: "Journal", first: int) -> None:
    """Move the head back over the slots at the end in which at most one bit is cleared.

    If one bit is cleared in the first of these slots, the slot may have a torn record, so it
    counts as used. Add the other slots with a cleared bit to the journal's `flipped`. If slot 255
    has only the note that the next block is being erased, leave slot 255 out too, and add the
    place of that block to `half_erased`.
    """
    slot = journal.seq - 1 & 255
    if slot == Records.LAST and blocks.follower(journal, journal.block, first) == blocks.NOTHING:
        if not journal.is_free(journal.block, slot - 1) and not blocks.is_spare(journal.found):
            journal.half_erased.append((journal.block + 1) % journal.log.blocks)
            slot -= 1
    flipped = []
    while slot and (journal.is_free(journal.block, slot) or blocks.is_spare(journal.found)):
        if journal.found != blocks.FREE:
            flipped.append(slot)
        slot -= 1
    if flipped and flipped[-1] == slot + 1:
        slot = flipped.pop()
    journal.seq = first + slot + 1
    journal.flipped += [journal.block << 8 | one for one in flipped]


def _is_in_doubt(journal: "Journal", first: int) -> bool:
    """Return whether an unreadable block may be newer than the newest readable one.

    A newer block would lie behind the newest readable block and before the next readable one. A
    block counts as older in three cases: its erase was cut or failed; the header of the newest
    block says that one of the next two blocks was unreadable; or a blank block, which was erased
    earlier, lies between the newest block and this one. Traces of newer records count more than
    all these signs. Return False if `told` is set, or if the last slot of the newest readable
    block names a block or is damaged.
    """
    if journal.told or blocks.follower(journal, journal.block, first) != blocks.NOTHING:
        return False  # players know of the loss, or `Replay` reports it
    readable = [place for _, place in journal.order]
    explained = journal.known
    place = (journal.block + 1) % journal.log.blocks
    while place not in readable:
        if place in journal.unreadable:
            if not explained and place not in journal.half_erased:
                return True
            if blocks.is_newer(journal, place, first >> 8):
                return True
        elif place == journal.erased:
            explained = True
        place = (place + 1) % journal.log.blocks
    return False


def _lasts(found: bytearray) -> bool:
    """Return whether a record shows that the table ran for 65.5 s or was stopped on purpose."""
    kind = found[0]
    late = found[6] or found[7]
    return kind == Notes.STEADY or (kind < Records.CHECKPOINT and late != 0)


def _cut_off(journal: "Journal", first: int) -> None:
    """Continue behind a missing block, and do not use the number of that block again.

    The last slot of the newest readable block is used, so a newer block was begun.
    """
    number = blocks.follower(journal, journal.block, first)
    if number >= 0:
        journal.block = journal.found[1] % journal.log.blocks
    journal.seq = max(number, (first >> 8) + 1) + 1 << 8


def _settle(journal: "Journal", first: int) -> None:
    """Program the last used slot of the newest block again, with its record or with zeros.

    A power cut may have left half-programmed bits in this slot, which may read differently each
    time. Slots of zeros directly before this slot were left by earlier starts that power cuts
    ended. Set the journal's `begun`, `first`, `last` and `spoilt`.
    """
    block = journal.block
    last = slot = journal.seq - 1 & 255
    whole = journal.look(block, slot) == first + slot
    if journal.log.failures:
        return
    journal.log.program(block, slot << 4, journal.found if whole else bytes(16))
    while slot and not whole:
        slot -= 1
        whole = journal.look(block, slot) == first + slot or any(journal.found)
    journal.begun = block
    journal.first = first
    journal.last = slot
    journal.spoilt = last - slot
    if journal.seq & 255 == Records.LAST:
        journal.seq += 1


def _finish(journal: "Journal", order: "list[tuple[int, int]]") -> None:
    """Name the newest block in the last slot of the block before it, if a cut prevented this."""
    if len(order) > 1:
        old_seq, old = order[-2]
        seq, place = order[-1]
        if blocks.follower(journal, old, old_seq) < 0 and journal.look(place, 0) == seq:
            boots = journal.found[8] | journal.found[9] << 8
            last = blocks.due_end(journal, old)
            if not journal.log.failures:
                blocks.follow(journal, old, old_seq, last, place, seq, boots)


def _learn(journal: "Journal") -> None:
    """Update the journal's state from a record in `found` of one of the kinds in _TEACHING."""
    found = journal.found
    if found[0] == Records.CRASH:
        part = bytes(found[2:8]).rstrip(b"\0")
        journal.crash = journal.crash + part if found[1] else part
        return
    if found[0] == Records.MENDED:
        journal.told |= unpack_from("<I", found, 4)[0] == journal.seq - 1 | Records.LAST
        return
    if found[0] == Notes.BIT_FLIPPED:
        journal.noted.append(found[2] | found[3] << 8)
        return
    if found[0] == Records.ERASES:
        journal.half_erased.append(found[1])
        journal.erasing = found[1]
    journal.boots = found[8] | found[9] << 8
    if found[0] == Records.ERASES:
        return
    if found[0] == Records.HEADER:
        journal.known = found[1] & _UNREADABLE_AHEAD != 0
    if found[0] < Records.CHECKPOINT:
        journal.hasty = 1 if found[2] == Causes.SOFT_RESET else journal.hasty + 1
    elif found[1] & 1:
        number = journal.seq >> 8
        journal.acked = number - (number - (found[2] | found[3] << 8) & 0xFFFF)
    else:
        journal.acked = -1


def last_checkpoint(
    journal: "Journal", body: bytearray, order: "list[tuple[int, int]]"
) -> "tuple[int, int]":
    """Search backwards for a checkpoint with all its parts, and read it into `body`.

    Return the seqs of the checkpoint's first and last part, -1 and -1 if there is no checkpoint.
    """
    last = checkpoint.PARTS - 1
    want = after = last
    for first, block in reversed(order):
        end = _end(journal, block, first)
        for slot in range(Records.LAST - 1, 0, -1):
            if not _is_part(journal, block, first, slot):
                if want < last and slot <= end:
                    want = last  # start again: parts of a checkpoint follow each other directly
                continue
            part = journal.found[1]
            if part == last:
                after = first + slot
            elif part != want:
                want = last
                continue
            body[part * 6 : part * 6 + 6] = journal.found[2:8]
            want = part - 1
            if want < 0:
                return first + slot, after
    return -1, -1


def _end(journal: "Journal", block: int, first: int) -> int:
    """Return the slot of a block's last record; if this slot is not known, return slot 254."""
    if block == journal.begun:
        return journal.last
    named = blocks.follower(journal, block, first) >= 0
    return journal.found[4] if named else Records.LAST - 1


def hands_before(
    journal: "Journal", seq: int, order: "list[tuple[int, int]]"
) -> "tuple[int, bytearray]":
    """Find the records of older hands directly before the checkpoint that begins at `seq`.

    Return the seq of the first of these records, and the contents of all. If there are no such
    records, or if some are missing, return `seq` and no bytes.
    """
    found = journal.found
    body = bytearray()
    want = -1
    for first, block in reversed(order):
        if first >= seq:
            continue
        for slot in range(min(seq - 1 - first, _end(journal, block, first)), 0, -1):
            if journal.look(block, slot) != first + slot or found[0] != Records.HANDS:
                return seq, bytearray()
            part = found[1]
            if not body:
                body = bytearray(part * 6 + 6)
            elif part != want:
                return seq, bytearray()
            body[part * 6 : part * 6 + 6] = found[2:8]
            want = part - 1
            if want < 0:
                return first + slot, body
    return seq, bytearray()


def _is_part(journal: "Journal", block: int, first: int, slot: int) -> bool:
    """Read a record into `found`; return whether it is a part of a checkpoint.

    To save time, compute the CRC only of records of that kind.
    """
    if journal.log.read(block, slot << 4, journal.found):
        return False
    return journal.found[0] == Records.CHECKPOINT and journal.look(block, slot) == first + slot
