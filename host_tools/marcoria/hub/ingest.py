"""Checks of messages from tables; frames that are not stored are counted by reason."""

from collections.abc import Sequence
from itertools import takewhile

from marcoria.hub.batch import Batch
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


class Message(Value):
    """Message from the table `name`: a frame, or the question what the hub has of a journal.

    If `refusal` is set, the message is counted under this reason and not read.
    """

    def __init__(
        self, name: str, frame: bytes = b"", epoch: int | None = None, refusal: str = ""
    ) -> None:
        self.name = name
        self.frame = frame
        self.epoch = epoch  # of the question, None for a frame
        self.refusal = refusal


class Receipt(Value):
    """Answer to a message; `what` is a word such as STORED or FORGED.

    `ack` has the fields of an acknowledgement, None if the message is not acknowledged.
    """

    def __init__(self, what: str, ack: dict[str, int | str] | None = None) -> None:
        self.what = what
        self.ack = ack


def judge(store: Store, messages: Sequence[Message], now: int) -> list[Receipt]:
    """Handle messages in one transaction; return their receipts after the commit."""
    with store.transaction():
        batch = Batch(store, [one.name for one in messages], now)
        receipts = [_receipt(batch, one) for one in messages]
        batch.save()
    return receipts


def _receipt(batch: Batch, message: Message) -> Receipt:
    table = batch.table(message.name)
    if message.refusal:
        return _refused(batch, "", message.refusal)
    if table is None:
        return _refused(batch, "", UNKNOWN_TABLE)
    if table.revoked is not None:
        return _refused(batch, table.name, REVOKED)
    if message.epoch is not None:
        return Receipt(KNOWN, _acknowledgement(batch, table, message.epoch))
    try:
        frame = Frame(message.frame)
    except FrameError:
        return _refused(batch, table.name, MALFORMED)
    return _judged(batch, table, frame)


def _judged(batch: Batch, table: TableRow, frame: Frame) -> Receipt:
    known = batch.journal(table.name, frame.epoch)
    what = _place(batch, table, known, frame)
    if what == STORED:
        try:
            batch.append(known, frame)
        except TwinError:
            what = FORKED
        else:
            return Receipt(STORED, Ack(frame.epoch, frame.upto, frame.mac).fields(table.key))
    batch.count_refused(table.name, what)
    if what == FORKED:
        batch.mark_fork(table.name)
    if what in (FORGED, FORKED):
        return Receipt(what)
    # A NOT_NEXT frame is no report: its MAC was not checked, so anybody could have sent it.
    if what == KNOWN:
        batch.note_report(known)
    return Receipt(what, _acknowledgement(batch, table, frame.epoch))


def _acknowledgement(batch: Batch, table: TableRow, epoch: int) -> dict[str, int | str]:
    known = batch.journal(table.name, epoch)
    return Ack(epoch, known.hi, known.chain).fields(table.key)


def _place(batch: Batch, table: TableRow, known: KnownJournal, frame: Frame) -> str:
    """Return STORED if a frame is the next one, else KNOWN, NOT_NEXT, FORGED or FORKED.

    A frame is next if the table has signed it as the successor of the last stored frame. A frame
    that begins earlier is known if none of its records differs from the hub's record with the same
    seq. NOT_NEXT means that no stored frame ends where this frame begins. FORKED means that two
    tables report under one name: the key has signed different records with the same seq, a journal
    goes on after a newer one began, or the hub has seen such a sign before. (`Batch.append` checks
    one more sign: starts that are not in order.)
    """
    journals = batch.journals(table.name)
    if frame.after == known.hi and frame.is_by(table.key, known.chain):
        is_newest = known.hi == NO_RECORD or journals[-1].epoch == known.epoch
        has_twin = any(one.fork is not None for one in journals)
        return STORED if is_newest and not has_twin else FORKED
    before = batch.frame_upto(table.name, frame.epoch, frame.after)
    if before is None and frame.after != NO_RECORD:
        return NOT_NEXT
    if not frame.is_by(table.key, before.mac if before else NO_FRAME):
        return FORGED
    later = batch.frames(table.name, frame.epoch, frame.after)
    over = takewhile(lambda one: one.after < frame.upto, later)
    there = dict(slot for one in over for slot in one.slots)
    is_same = all(there.get(seq, record) == record for seq, record in frame.slots)
    return KNOWN if is_same else FORKED


def _refused(batch: Batch, name: str, reason: str) -> Receipt:
    batch.count_refused(name, reason)
    return Receipt(reason)
