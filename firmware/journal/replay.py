"""Replay of the events after a checkpoint, without events that damage makes invalid."""

from struct import unpack_from

from micropython import const

from codes.journal import Notes, Records
from journal import blocks, checkpoint

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from journal.journal import Journal

_NO_PART = const(-1)


class Replay:
    """A replay of a journal: it calls `apply` with the kind, seat and argument of each event.

    `damage` is -1 if there is no damage. Otherwise it is the seq of the first slot that should
    hold a record but is empty or unreadable, the seq of a block's slot 255 if the block after it
    is missing, or 0 if the oldest records are missing. Events behind the damage are not applied. A
    record MENDED with this seq sets `damage` to -1: at this record the match continued from the
    state before the damage, so later events are applied again. `mended` tells that players may not
    know of the loss yet: MENDED sets it, and the next event or LOSS_READ clears it. `ahead` is
    true if at least one event was applied.
    """

    def __init__(self, journal: "Journal", apply: "Callable[[int, int, int], None]") -> None:
        self.journal = journal
        self.apply = apply
        self.damage = -1
        self.mended = self.ahead = False
        self._part = _NO_PART  # number of the checkpoint part in the record before, if any
        # The gap: how many slots since the last record hold no record, and the seq of the first of
        # these slots. A gap may extend over the end of a block. The next record may show that it
        # is no damage.
        self._gap = self._gap_at = 0

    def run(self, order: "list[tuple[int, int]]", after: int) -> None:
        """Replay all records after the seq `after`, or all records if `after` is -1."""
        journal = self.journal
        if order and after < 0 and not self._is_first(order[0]):
            self.damage = 0
        for i, (first, place) in enumerate(order):
            if first + Records.LAST <= after:
                continue
            number = blocks.follower(journal, place, first)
            end = journal.found[4] if number >= 0 else self._end(place, number)
            self._read(place, first, max(after - first, 0) + 1, end)
            if i + 1 < len(order):
                is_next = order[i + 1][0] >> 8 == max(number, (first >> 8) + 1)
            else:
                is_next = number == blocks.NOTHING
            if not is_next or journal.doubt == first | Records.LAST:
                self._damaged(first | Records.LAST)
        if self._gap:
            self._damaged(self._gap_at)

    def _is_first(self, head: "tuple[int, int]") -> bool:
        """Return whether a block is the first that the journal ever had.

        `head` has the seq of the block's header and the block's place.
        """
        first, place = head
        return not first or (
            self.journal.look(place, 0) == first and self.journal.found[1] & 2 > 0
        )

    def _end(self, place: int, number: int) -> int:
        """Return the last slot that should have a record, for a block that names no next block.

        `number` is the negative result of `blocks.follower` for this block: NOTHING if slot 255
        names no block, another number if slot 255 is damaged.
        """
        journal = self.journal
        if place == journal.begun:
            return journal.last
        return blocks.due_end(journal, place) if number == blocks.NOTHING else Records.LAST - 1

    def _read(self, place: int, first: int, slot: int, end: int) -> None:
        """Read the slots of a block from `slot` to `end`, and apply their records."""
        journal = self.journal
        found = journal.found
        for seq in range(first + slot, first + end + 1):
            if journal.look(place, seq & 255) != seq:
                if not self._gap:
                    self._gap_at = seq
                self._gap += 1
                continue
            if self._gap and not self._harmless(self._gap):
                self._damaged(self._gap_at)
            self._gap = 0
            self._happen()
            self._part = found[1] if found[0] == Records.CHECKPOINT else _NO_PART

    def _harmless(self, count: int) -> bool:
        """Return whether `count` slots without records before the record in `found` are harmless.

        They are harmless if the record is of a start and counts them as spoilt by power cuts. They
        are also harmless if exactly as many parts of a checkpoint are missing there: an incomplete
        checkpoint is not used.
        """
        found = self.journal.found
        if found[0] in (Notes.BOOT, Notes.SAFE_MODE) and count <= found[1]:
            return True
        part = found[1] if found[0] == Records.CHECKPOINT else checkpoint.PARTS
        between = self._part != _NO_PART or part != checkpoint.PARTS
        return between and part - self._part - 1 == count

    def _damaged(self, seq: int) -> None:
        """Store the seq of damage, unless a seq is stored already."""
        if self.damage < 0:
            self.damage = seq

    def _happen(self) -> None:
        """Apply the record in `found`."""
        found = self.journal.found
        kind = found[0]
        if kind == Records.MENDED:
            before = unpack_from("<I", found, 4)[0]
            if before == self.damage:
                self.damage = -1
                self.mended = True
            elif before & 255 == Records.LAST:
                # Some damage is found only once. For example, an unreadable block that may be
                # newer than the newest readable block is reported only once, even if it was not
                # erased since then.
                self.mended = True
        elif kind == Notes.LOSS_READ:
            self.mended = False
        elif self.damage < 0 and 0 < kind < Notes.BOOT:
            self.mended = False
            self.ahead = True
            self.apply(kind, found[1], found[2] | found[3] << 8)
