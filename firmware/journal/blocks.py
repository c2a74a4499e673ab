"""The blocks of a journal: their order, their headers, and records that name the next block."""

from struct import pack_into, unpack_from

from micropython import const

from codes.journal import Records

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal

NOTHING = const(-1)
FREE = b"\xff" * 16  # a slot that was never programmed

_NONSENSE = const(-2)
# The slot of the last record in a full block: the last slot but one, or the slot before it if the
# last slot but one could not be programmed.
_LAST_RECORD = (Records.LAST - 1, Records.LAST - 2)
_FEW = const(3)  # maximum number of flipped bits that a blank block may have


def in_order(journal: "Journal") -> "list[tuple[int, int]]":
    """Return the seq of the header and the place of each readable block, oldest first.

    Set `epoch`, `unreadable` and `unknown` of the journal. The place of a block is its index on
    the flash. A block of another epoch comes from another journal and is left out. If the headers
    of two blocks have the same seq, one block may be an old copy: use the block whose last record
    is in the higher slot.
    """
    heads = []
    epochs: "dict[int, int]" = {}
    blank = Blank(journal)
    journal.unreadable = []
    for place in range(journal.log.blocks):
        seq = _header(journal, place)
        epoch = -1
        if seq >= 0:
            epoch = unpack_from("<I", journal.found, 4)[0]
            epochs[epoch] = epochs.get(epoch, 0) + 1
        elif blank.has(place):
            continue
        else:
            seq = _derived(journal, place)
        if seq < 0 and _is_unused(journal, place):
            continue
        if seq < 0:
            journal.unreadable.append(place)
        heads.append((seq, place, epoch))
    if epochs:
        journal.epoch = max(epochs, key=lambda epoch: epochs[epoch])
    known: "dict[int, int]" = {}
    for seq, place, epoch in heads:
        if seq >= 0 and (epoch < 0 or epoch == journal.epoch):
            if seq not in known or end(journal, place, seq) > end(journal, known[seq], seq):
                known[seq] = place
    if heads and not known:
        journal.unknown = True
    return sorted(known.items())


def first(journal: "Journal", place: int) -> int:
    """Return the seq of a block's header, -1 if the block has no readable record.

    If the header is damaged, derive its seq from the first readable record behind the header.
    """
    seq = _header(journal, place)
    return seq if seq >= 0 else _derived(journal, place)


def _header(journal: "Journal", place: int) -> int:
    """Read a block's header into `found`; return its seq, -1 if there is none."""
    seq = journal.look(place, 0)
    return seq if journal.found[0] == Records.HEADER else -1


def _derived(journal: "Journal", place: int) -> int:
    """Compute the seq of a block's header from the block's first readable record, and return it.

    Return -1 if no record behind the header is readable.
    """
    for slot in range(1, Records.LAST + 1):
        seq = journal.look(place, slot)
        if seq >= 0:
            return seq - slot
    return -1


def is_spare(slot: "bytes | bytearray") -> bool:
    """Return whether at most one bit of a slot is cleared; any record clears more."""
    cleared = 0
    for byte in slot:
        byte ^= 255
        if byte & byte - 1:
            return False
        cleared += byte != 0
    return cleared <= 1


def _is_unused(journal: "Journal", place: int) -> bool:
    """Return whether all slots behind a header are spare, and at most _FEW have a flipped bit.

    If so, add the slots with a flipped bit to the journal's `flipped`.
    """
    flipped = []
    for slot in range(1, Records.LAST + 1):
        if not journal.is_free(place, slot):
            if not is_spare(journal.found):
                return False
            flipped.append(place << 8 | slot)
    if len(flipped) > _FEW:
        return False
    journal.flipped += [at for at in flipped if at not in journal.flipped]
    return True


def is_newer(journal: "Journal", place: int, number: int) -> bool:
    """Return whether an unreadable block has traces of records newer than block `number`.

    A trace is a slot in which the bytes of the seq name this slot and a newer block. The number of
    that block exceeds `number` by at most the number of blocks on flash. The CRC may be wrong.
    """
    found = journal.found
    for slot in range(Records.LAST + 1):
        if not journal.log.read(place, slot << 4, found) and found[10] == slot:
            traced = found[11] | found[12] << 8 | found[13] << 16
            if number < traced <= number + journal.log.blocks:
                return True
    return False


class Blank:
    """A detector of erased blocks.

    It compares whole blocks, because a loop over their bytes would take seconds.
    """

    def __init__(self, journal: "Journal") -> None:
        self.log = journal.log
        self._erased = FREE * Records.LAST
        self._page = bytearray(self._erased)

    def has(self, place: int) -> bool:
        """Return whether a block is erased, apart from its header, which may be torn."""
        return not self.log.read(place, len(FREE), self._page) and self._page == self._erased


def end(journal: "Journal", place: int, seq: int) -> int:
    """Return the highest of a block's slots 1 to 254 that holds a record, 0 if none does.

    `seq` is the seq of the block's header.
    """
    slot = Records.LAST - 1
    while slot and journal.look(place, slot) != seq + slot:
        slot -= 1
    return slot


def due_end(journal: "Journal", place: int) -> int:
    """Return the slot that must hold the last record of a block that gets no more records.

    This is the last slot but one, with one exception: a slot could not be programmed and was set
    to zeros, and no slot behind it was programmed. Then it is the slot before the zeros.
    """
    slot = Records.LAST - 1
    while slot and (journal.is_free(place, slot) or is_spare(journal.found)):
        slot -= 1
    return Records.LAST - 1 if any(journal.found) else slot - 1


def follow(
    journal: "Journal", old: int, old_seq: int, last: int, new: int, new_seq: int, boots: int
) -> None:
    """Write a record into the last slot of the block `old`: the journal continues in `new`.

    `old` and `new` are places, and `old_seq` and `new_seq` are the seqs of the headers. `last` is
    the slot of the old block's last record. `boots` is the number of the start that began the new
    block. Write the record only if the slot is free or already holds a part of it.
    """
    record = journal.header
    there = journal.there  # not `found`, which may have a result that `keep` is copying
    if journal.log.read(old, Records.LAST << 4, there):
        return
    _make_erase_note(journal, old, old_seq, last)
    if there == FREE or not _is_part_of(journal, there):
        pack_into("<BBHI", record, 0, Records.FOLLOWED, new, new_seq >> 8 & 0xFFFF, last)
        journal.seal(record, old_seq | Records.LAST, boots)
    elif record[1] != new or new_seq - old_seq != 256:
        return  # the slot announces the erase of another block
    if _is_part_of(journal, there):
        journal.log.program(old, Records.LAST << 4, record)


def note_erase(journal: "Journal", block: int) -> None:
    """Note in the last slot of the full current block that `block` will be erased.

    Write nothing if `block` is not at the place after the current block. Program only the second
    half of the record. `follow` programs its first half, which says that the journal continues in
    `block`.
    """
    last = journal.last
    if last not in _LAST_RECORD:
        return  # slots behind the last record are free, so the block is not full
    if block == _make_erase_note(journal, journal.begun, journal.first, last):
        _leave_half(journal.header)
        if not journal.log.read(journal.begun, Records.LAST << 4, journal.there):
            if _is_part_of(journal, journal.there):
                journal.log.program(journal.begun, Records.LAST << 4, journal.header)


def _leave_half(record: bytearray) -> None:
    """Set the first half of a record to ones, so that this half is not programmed."""
    for i in range(8):
        record[i] = 255


def _make_erase_note(journal: "Journal", place: int, seq: int, last: int) -> int:
    """Build the record by which a full block names the block at the next place; return this place.

    Build it in the buffer `journal.header`. `last` is the slot of the full block's last record.
    The number of the start in the record is 0, so that every start builds the same record and can
    recognise a part of it that a power cut has left.
    """
    following = (place + 1) % journal.log.blocks
    record = journal.header
    number = (seq >> 8) + 1 & 0xFFFF
    pack_into("<BBHI", record, 0, Records.FOLLOWED, following, number, last)
    journal.seal(record, seq | Records.LAST, 0)
    return following


def _is_part_of(journal: "Journal", slot: bytearray) -> bool:
    """Return whether all bits that are cleared in a slot are cleared in `journal.header` too."""
    record = journal.header
    for i in range(len(record)):
        if slot[i] & record[i] != record[i]:
            return False
    return True


def follower(journal: "Journal", place: int, seq: int) -> int:
    """Return the number of the next block that the last slot of a block names.

    `found` then has the record from this slot. Return NOTHING if the slot is free or has only the
    note of an erase. Also return NOTHING if this slot and the slot before it are both spare.
    Otherwise the slot is damaged: return _NONSENSE. With NOTHING and _NONSENSE, `found` has no
    meaning.
    """
    found = journal.found
    if journal.look(place, Records.LAST) == seq | Records.LAST and found[0] == Records.FOLLOWED:
        number = seq >> 8
        return number + ((found[2] | found[3] << 8) - number & 0xFFFF)
    for last in _LAST_RECORD:
        _make_erase_note(journal, place, seq, last)
        _leave_half(journal.header)
        if _is_part_of(journal, found):
            return NOTHING
    spare = is_spare(found) and not journal.log.read(place, Records.LAST - 1 << 4, found)
    return NOTHING if spare and is_spare(found) else _NONSENSE
