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
    """What the hub answers: `what` happened, and the fields of an acknowledgement, if any."""

    def __init__(self, what: str, ack: dict[str, int | str] | None = None) -> None:
        self.what = what
        self.ack = ack


def judge(store: Store, name: str, data: bytes, now: int) -> Receipt:
    """Store a frame of the table with this name if it is the next one.

    Call it inside a transaction, and send the acknowledgement only after the commit.
    """
    table = store.table(name)
    if table is None:
        return _refused(store, UNKNOWN_TABLE)
    if table.revoked is not None:
        return _refused(store, REVOKED)
    try:
        frame = Frame(data)
    except FrameError:
        return _refused(store, MALFORMED)
    stream = store.stream(name, frame.epoch)
    what = _place(store, table, stream, frame)
    if what == STORED and not store.append(stream, frame, now):
        what = NOT_NEXT  # another process was faster
    if what != STORED:
        store.count_refused(what)
        if what == FORKED:
            store.mark_fork(name, now)
        if what in (FORGED, FORKED):
            return Receipt(what)
        store.heard(name, frame.epoch, now)
    return Receipt(what, acknowledgement(store, table, frame.epoch))


def acknowledgement(store: Store, table: TableRow, epoch: int) -> dict[str, int | str]:
    """Return the fields of the acknowledgement for a journal of a table."""
    stream = store.stream(table.name, epoch)
    return Ack(epoch, stream.hi, stream.chain).fields(table.key)


def _place(store: Store, table: TableRow, stream: KnownJournal, frame: Frame) -> str:
    """Return whether a frame is next, known already, out of order, forged, or of a twin.

    A frame is next if it is chained with the last one. A frame of the past is known if the hub has
    the same records. Two tables report under one name if this key has signed two records for one
    place, or if starts are not in order, or if a journal goes on after the next one began.
    """
    if frame.after == stream.hi and frame.is_by(table.key, stream.chain):
        journals = store.streams(table.name)
        is_newest = stream.hi == NO_RECORD or journals[-1].epoch == stream.epoch
        is_one = is_newest and not any(one.fork is not None for one in journals)
        return STORED if is_one and _goes_on(frame, stream.boot) else FORKED
    before = store.frame_upto(table.name, frame.epoch, frame.after)
    if before is None and frame.after != NO_RECORD:
        return NOT_NEXT
    if not frame.is_by(table.key, before.mac if before else NO_FRAME):
        return FORGED
    later = store.frames(table.name, frame.epoch, frame.after)
    known = takewhile(lambda one: one.after < frame.upto, later)
    there = dict(slot for one in known for slot in one.slots())
    is_same = all(there.get(seq, record) == record for seq, record in frame.slots())
    return KNOWN if is_same else FORKED


def _goes_on(frame: Frame, boot: int) -> bool:
    try:
        frame.boot(boot)
    except TwinError:
        return False
    return True


def _refused(store: Store, reason: str) -> Receipt:
    store.count_refused(reason)
    return Receipt(reason)
