"""A journal on simulated flash, and a plain list of the records that it must hold."""

from codes.journal import Records
from journal.journal import Journal

CARD = 9
BOOT = 32
REFUSED = 42
EPOCH = 0x12345678
_CHECKPOINT = 60
_KEPT = 62


def packed(kind, seat, arg):
    """Return an event packed into one small integer."""
    return kind << 20 | seat << 16 | arg


class Memory:
    """State restored from a journal, as a starting table gets it."""

    def __init__(self, journal):
        self.totals = [0] * 8
        self.history = bytes(64)
        self.older = b""
        self.events = []
        self.mark = journal.restore(self.totals, self.load, self.apply)

    def load(self, history, older):
        self.history = bytes(history)
        self.older = bytes(older)

    def apply(self, kind, seat, arg):
        self.events.append(packed(kind, seat, arg))

    def is_(self, items):
        """Return whether the restored state is the state after `items`.

        An item is a packed event or note, or the tuple of a checkpoint.
        """
        mark = -1
        totals = [0] * 8
        history = bytes(64)
        older = b""
        events = []
        for item in items:
            if isinstance(item, tuple):
                mark, totals, history, older = item
                events = []
            elif item < packed(BOOT, 0, 0):
                events.append(item)
        return (
            self.mark == mark
            and self.totals == totals
            and self.history == history
            and self.older == older + bytes(-len(older) % 6)  # padded to whole records
            and self.events == events
        )


class Diary:
    """A journal and the list of its expected records; `start` restarts it after a power cut."""

    def __init__(self, log):
        self.log = log
        self.items = []
        self.pending = None  # the record being written at the power cut
        self.start()

    def start(self):
        """Restart the journal and find out whether the pending record was written.

        Return True if the journal holds the expected records, with or without the pending one.
        """
        self.journal = Journal(self.log, EPOCH)
        self.journal.begin(BOOT, 0)
        found = Memory(self.journal)
        items = self.items
        if self.pending:
            more = items + [self.pending]
            self.pending = None
            if found.is_(more):
                self.items = more
                return True
        return found.is_(items)

    def add(self, kind, seat, arg):
        """Add an event; return False if it was not written."""
        return self._take(packed(kind, seat, arg), self.journal.add, kind, seat, arg)

    def checkpoint(self, totals, mark, history, older=b""):
        """Add a checkpoint; return False if it was not written.

        Drop all items before the last checkpoint but one.
        """
        item = (mark, totals, history, older)
        done = self._take(item, self.journal.checkpoint, totals, mark, history, older)
        places = [i for i in range(len(self.items)) if isinstance(self.items[i], tuple)]
        if len(places) > 1:
            del self.items[: places[-2]]
        return done

    def _take(self, item, call, *args):
        self.pending = item
        done = call(*args)
        self.pending = None
        if done:
            self.items.append(item)
        return done


def deal(diary, dice, length):
    """Record a deal of `length` cards and its checkpoint."""
    for _ in range(length):
        diary.add(CARD, dice.below(4), dice.below(32))
    checkpoint(diary, dice)
    diary.journal.make_room()


def checkpoint(diary, dice, most=200):
    """Record a random checkpoint, and before it at most `most` bytes of older results.

    Return False if it was not written.
    """
    totals = [dice.below(20000) - 10000 for _ in range(8)]
    history = bytes([dice.below(256)] * 64)
    older = bytes([dice.below(256)] * dice.below(most + 1) * dice.below(2))
    return diary.checkpoint(totals, dice.word(), history, older)


def results(log, since=0):
    """Return a set of the points (of both sides) after each deal.

    The points are in checkpoints, and in records KEPT, which replace erased checkpoints. Leave out
    blocks whose number is below `since`. The number of a block is its seqs >> 8, not its index.
    """
    journal = Journal(log, 0)
    found = journal.found
    scores = set()
    for block in range(log.blocks):
        if journal.look(block, 0) >> 8 < since:
            continue
        for slot in range(1, 256):
            if journal.look(block, slot) < 0:
                continue
            at = 4 if found[0] == _KEPT else 5
            if found[0] == _KEPT or (found[0] == _CHECKPOINT and found[1] == 0):
                us = found[2] | found[3] << 8
                them = found[at] | found[at + 1] << 8
                scores.add(((us ^ 32768) - 32768, (them ^ 32768) - 32768))
    return scores


def found(tail, after):
    """Search step by step for records with a seq above `after`; return whether there are any."""
    tail.seek(after)
    for _ in range(tail.journal.log.blocks + 3):
        if tail.step():
            return True
    return False


def records_of(log, kind):
    """Return all records of a kind on the flash, ordered by block and slot."""
    journal = Journal(log, 0)
    found = []
    for block in range(log.blocks):
        for slot in range(1, Records.LAST):
            if journal.look(block, slot) >= 0 and journal.found[0] == kind:
                found.append(bytes(journal.found))
    return found
