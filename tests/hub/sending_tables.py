"""Simulated tables that send frames as fast as they can, lose acknowledgements, and send again."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Protocol

import testenv
from marcoria.errors import TableError
from marcoria.hub.care import faults
from marcoria.hub.database import open_database
from marcoria.hub.frame import NO_FRAME, NO_RECORD, name_of, signed
from simulated_records import record

LONGEST_S = 1.0  # longest random pause of a test before or after a kill
_LIMIT_S = 60.0
_RECORDS = 8


class Carrier(Protocol):
    """Way to a hub: `HubAt`, or `MqttTable`."""

    def take(self, name: str, frame: bytes) -> dict[str, int | str]: ...

    def acknowledgement(self, name: str, epoch: int) -> dict[str, int | str]: ...


class SendingTable:
    """Simulated table that sends frames until it is stopped.

    `sent` counts the frames that it has made. `late` counts the answers that acknowledge fewer
    records than an earlier answer.
    """

    def __init__(self, hub: Carrier, number: int) -> None:
        self.hub = hub
        self.key = bytes([number] * 32)
        self.name = name_of(self.key)
        self.epoch = number
        self.sent = self.late = 0
        self.acknowledged = NO_RECORD
        self._rng = random.Random(f"{testenv.SEED} {number}")

    def run(self, is_over: Callable[[], bool]) -> None:
        """Send frames until `is_over` returns True.

        After a failure, send again all records that are not acknowledged.
        """
        seq, chain = NO_RECORD, NO_FRAME
        while not is_over():
            try:
                ack = self.hub.take(self.name, self._frame(seq, chain))
                if not self._rng.randrange(5):
                    # Act as if the first acknowledgement were lost.
                    ack = self.hub.acknowledgement(self.name, self.epoch)
            except TableError:
                time.sleep(0.01)
                continue
            heard = int(ack.get("seq", NO_RECORD))
            if heard < self.acknowledged:
                # This is a late answer to an earlier message. If the hub had lost records instead,
                # `check_stored` would find that.
                self.late += 1
                continue
            seq, chain = heard, bytes.fromhex(str(ack["chain"]))
            self.acknowledged = seq

    def _frame(self, seq: int, chain: bytes) -> bytes:
        slots = [record(seq + 1 + at) for at in range(1 + self._rng.randrange(_RECORDS))]
        self.sent += 1
        return signed(self.key, chain, self.epoch, seq, seq + len(slots), b"".join(slots))


@contextmanager
def sending(tables: Sequence[SendingTable]) -> Iterator[None]:
    """Let each table send in its own thread until the block ends.

    Then raise the error of a thread that has failed.
    """
    over = threading.Event()
    with ThreadPoolExecutor(len(tables)) as pool:
        work = [pool.submit(one.run, over.is_set) for one in tables]
        try:
            yield
        finally:
            over.set()
            for one in work:
                one.result()


def await_progress(tables: Sequence[SendingTable]) -> None:
    """Wait until each table has got an acknowledgement of a new record."""
    before = [one.acknowledged for one in tables]
    end = time.monotonic() + _LIMIT_S
    while any(one.acknowledged == old for one, old in zip(tables, before, strict=True)):
        assert time.monotonic() < end, "a table makes no progress"
        time.sleep(0.01)


def check_stored(database: str, tables: Sequence[SendingTable]) -> None:
    """Check that each acknowledged record is in the database exactly once.

    Also check that the database has no fault. The hub may have refused only frames that it had
    already, and frames that were not the next ones.
    """
    with closing(open_database(database)) as store:
        assert list(faults(store)) == []
        for table in tables:
            frames = list(store.frames(table.name, table.epoch))
            seqs = [seq for frame in frames for seq, _ in frame.slots]
            assert seqs == list(range(len(seqs)))
            assert seqs[-1] >= table.acknowledged > 0
        counts = store.refused()
    assert set(counts) <= {"known", "not-next"}
    late = sum(one.late for one in tables)
    print(sum(one.sent for one in tables), "frames sent,", late, "late answers", counts)
