"""Reader of the journal for hosts: it starts after a given record and reads piece by piece."""

from struct import unpack_from

from micropython import const

from codes.journal import Records
from codes.link import LinkTerms

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal

_RECORD = const(16)  # bytes of a record
_LOOKS = const(6)  # headers that are read in one step
_NOWHERE = const(-1)


class Tail:
    """A reader of the journal's newest records, piece by piece.

    Call `seek`, then `step` until it returns True. `piece` then has copies of slots on flash; the
    first slot has the seq `first`. The pieces so far have all records after the seq given to
    `seek` and up to the seq `to`, except for records that were erased before, and records in older
    blocks with a damaged header. No record up to `to` is written later: see `Journal.first_open`.
    """

    def __init__(self, journal: "Journal") -> None:
        self.journal = journal
        self.piece = bytearray(LinkTerms.SLOTS * _RECORD)
        self.first = self.to = 0
        self._next = 0
        self._place = self._begun = _NOWHERE  # the block to read, and the seq of its header
        self._best = self._best_begun = _NOWHERE  # the best candidate of a search so far
        self._look = 0

    def seek(self, after: int) -> None:
        """Continue with the records after the seq `after`; -1 means from the oldest record on."""
        self._next = after + 1
        self._look = 0
        self._best = _NOWHERE
        if not self._begun <= self._next <= self._begun + Records.LAST:
            self._place = _NOWHERE

    def is_at_end(self) -> bool:
        """Return whether no record is left to read."""
        return self._next >= self.journal.first_open

    def step(self) -> bool:
        """Do a part of the work; return whether a piece was read.

        Return False also if no record is left to read, or if the flash cannot be read.
        """
        journal = self.journal
        if self.is_at_end():
            return False
        if self._place != _NOWHERE:
            # The newest block may have a damaged header.
            is_newest = self._place == journal.begun and self._begun == journal.first
            if is_newest or journal.look(self._place, 0) == self._begun:
                return self._read()
            self._place = _NOWHERE  # the block was erased meanwhile
        if self._next >= journal.first and journal.begun >= 0:
            self._place = journal.begun
            self._begun = journal.first
        else:
            self._look_for()
        return False

    def _look_for(self) -> None:
        """Search a few more headers for the oldest block with the next record or a later one."""
        journal = self.journal
        for _ in range(_LOOKS):
            if self._look == journal.log.blocks:
                self._go_to_best()
                return
            seq = journal.look(self._look, 0)
            if seq >= 0 and self._is_own_header():
                better = self._best < 0 or seq < self._best_begun
                if better and seq + Records.LAST >= self._next:
                    self._best = self._look
                    self._best_begun = seq
            self._look += 1

    def _is_own_header(self) -> bool:
        """Return whether `found` is the header of a block of this journal."""
        found = self.journal.found
        epoch = unpack_from("<I", found, 4)[0]
        return found[0] == Records.HEADER and bool(epoch == self.journal.epoch)

    def _go_to_best(self) -> None:
        """Continue in the block that was found, or in the newest block if none was found.

        No block is found if the headers of all blocks with the next record or later ones are
        damaged.
        """
        self._place = self._best
        self._begun = self._best_begun if self._best >= 0 else self.journal.first
        self._next = max(self._next, self._begun)
        self._best = _NOWHERE
        self._look = 0

    def _read(self) -> bool:
        """Read the piece with the next record; return whether it could be read."""
        journal = self.journal
        slot = self._next & Records.LAST & -LinkTerms.SLOTS
        if journal.log.read(self._place, slot * _RECORD, self.piece):
            return False
        self.first = self._begun + slot
        self.to = min(self.first + LinkTerms.SLOTS, journal.first_open) - 1
        self._next = self.to + 1
        if self._next > self._begun + Records.LAST:
            self._place = _NOWHERE
        return True
