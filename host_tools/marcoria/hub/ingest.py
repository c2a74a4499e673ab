"""Judgement of what tables send: stored, known already, not next, or refused and counted."""

from itertools import takewhile

from marcoria.hub.frame import NO_FRAME, NO_RECORD, Ack, Frame, FrameError, TwinError
from marcoria.hub.store import KnownJournal, Store, TableRow
from marcoria.value import Value

STORED, KNOWN, NOT_NEXT = "stored", "known", "not-next"
UNKNOWN_TABLE, REVOKED, MALFORMED, FORGED, FORKED = (
    "unknown-table",
    "revoked",
    "malformed",
    "forged",
    "forked",
)


class Receipt(Value):
    """Answer to a frame: `what` happened to it, and the fields of an acknowledgement, if any."""

    def __init__(self, what: str, ack: dict[str, int | str] | None = None) -> None:
        self.what = what
        self.ack = ack


def judge(store: Store, name: str, data: bytes, now: int) -> Receipt:
    """Store a frame of the table with this name if it is the next one.

    Call it inside a transaction, and send the acknowledgement only after the commit.
    """
    table = store.table(name)
    if table is None:
        return _refused(store, "", UNKNOWN_TABLE)
    if table.revoked is not None:
        return _refused(store, name, REVOKED)
    try:
        frame = Frame(data)
    except FrameError:
        return _refused(store, name, MALFORMED)
    journals = store.journals(name)
    same = (one for one in journals if one.epoch == frame.epoch)
    known = next(same, KnownJournal(name, frame.epoch))
    what = _place(store, table, known, journals, frame)
    if what == STORED:
        what = _stored(store, known, frame, now)
    if what == STORED:
        return Receipt(STORED, Ack(frame.epoch, frame.upto, frame.mac).fields(table.key))
    store.count_refused(name, what)
    if what == FORKED:
        store.mark_fork(name, now)
    if what in (FORGED, FORKED):
        return Receipt(what)
    store.note_report(name, frame.epoch, now)
    return Receipt(what, acknowledgement(store, table, frame.epoch))


def acknowledgement(store: Store, table: TableRow, epoch: int) -> dict[str, int | str]:
    """Return the fields of the acknowledgement for a journal of a table."""
    journal = store.journal(table.name, epoch)
    return Ack(epoch, journal.hi, journal.chain).fields(table.key)


def _place(
    store: Store,
    table: TableRow,
    known: KnownJournal,
    journals: list[KnownJournal],
    frame: Frame,
) -> str:
    """Return whether a frame is next, known already, out of order, forged, or of a twin.

    A frame is next if it is chained with the last one. A frame of the past is known if the hub has
    the same records. Two tables report under one name if this key has signed two records for one
    place, or if starts are not in order, or if a journal goes on after the next one began.
    """
    if frame.after == known.hi and frame.is_by(table.key, known.chain):
        is_newest = known.hi == NO_RECORD or journals[-1].epoch == known.epoch
        has_twin = any(one.fork is not None for one in journals)
        return STORED if is_newest and not has_twin else FORKED
    before = store.frame_upto(table.name, frame.epoch, frame.after)
    if before is None and frame.after != NO_RECORD:
        return NOT_NEXT
    if not frame.is_by(table.key, before.mac if before else NO_FRAME):
        return FORGED
    later = store.frames(table.name, frame.epoch, frame.after)
    over = takewhile(lambda one: one.after < frame.upto, later)
    there = dict(slot for one in over for slot in one.slots)
    is_same = all(there.get(seq, record) == record for seq, record in frame.slots)
    return KNOWN if is_same else FORKED


def _stored(store: Store, known: KnownJournal, frame: Frame, now: int) -> str:
    """Store the next frame; return STORED, or why it was not stored."""
    try:
        is_first = store.append(known, frame, now)
    except TwinError:
        return FORKED
    return STORED if is_first else NOT_NEXT  # another process may be faster


def _refused(store: Store, name: str, reason: str) -> Receipt:
    store.count_refused(name, reason)
    return Receipt(reason)
