"""Frames: pieces of the journal that a hub stores and acknowledges; docs/hub.md has the format."""

import errno
from struct import pack

from micropython import const

from journal.host import Tail
from journal.journal import seq_in

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Generator

    from courier.secret import Secret
    from journal.journal import Journal

MOST_RECORDS = const(60)  # maximum number of records of a frame, which then has less than 1 KB
_SLOT_BYTES = const(16)
_NO_SEQ = const(-1)
# After this number of steps of `Tail` without a piece, the flash counts as unreadable.
_PATIENCE = const(64)
_NO_FRAME = b"\x00" * 16  # the chain before the first frame
_OF_FRAME = b"marcoria:frame"  # the MAC of a frame covers these bytes, the chain and the frame
_OF_ACK = b"marcoria:ack"  # the MAC of an acknowledgement covers these bytes, epoch, seq and chain


class Frames:
    """Frames of a journal; the MAC of each frame also covers the MAC of the previous frame.

    An acknowledgement of the hub has the number (seq) of the last record that the hub has stored,
    and the MAC of the frame with that record. `seq` and `chain` are these two values of the last
    acknowledgement. They are -1 and 16 zero bytes if there is none, or if the hub has no record.
    """

    def __init__(self, journal: "Journal", secret: "Secret") -> None:
        self.begin()
        self._journal = journal
        self.secret = secret
        self._tail = Tail(journal)

    def begin(self) -> None:
        """Forget the last acknowledgement, because another hub may answer now."""
        self.seq = _NO_SEQ
        self.chain = _NO_FRAME

    def acknowledge(self, seq: int, chain: bytes, mac: bytes) -> bool:
        """Use an acknowledgement if its MAC is right; return whether it is right."""
        said = pack("<Ii", self._journal.epoch, seq)
        if self.secret.is_damaged or self.secret.mac(_OF_ACK, said, chain) != mac:
            return False
        self.seq = seq
        self.chain = chain
        if seq >= 0:
            self._journal.acknowledge(seq)
        return True

    def next(self) -> "Generator[int, None, bytes]":
        """Return the frame after the last acknowledgement, b"" if there is nothing to send.

        Raise OSError if the flash cannot be read. Each value that the generator yields is the time
        in ms until its next step is due.
        """
        records = yield from self._read()
        if not records:
            return b""
        head = pack("<Iii", self._journal.epoch, self.seq, seq_in(records[-1]))
        body = head + b"".join(records)
        yield 0
        return body + self.secret.mac(_OF_FRAME, self.chain, body)

    def _read(self) -> "Generator[int, None, list[bytes]]":
        """Return the records for the next frame; raise OSError if the flash cannot be read."""
        records: "list[bytes]" = []
        tail, patience = self._tail, _PATIENCE
        after = self.seq
        tail.seek(after)
        while len(records) < MOST_RECORDS and not tail.is_at_end():
            if tail.step():
                records += self._found(after)
                after = tail.to
                patience = _PATIENCE
            patience -= 1
            if not patience:
                raise OSError(errno.EIO)
            yield 0
        return records[:MOST_RECORDS]

    def _found(self, after: int) -> "list[bytes]":
        """Return the records that the tail has found, with seqs above `after`."""
        tail = self._tail
        found = []
        for seq in range(max(tail.first, after + 1), tail.to + 1):
            at = (seq - tail.first) * _SLOT_BYTES
            record = bytes(tail.piece[at : at + _SLOT_BYTES])
            if seq_in(record) == seq:
                found.append(record)
        return found
