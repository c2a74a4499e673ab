"""A hub that is killed at random moments loses no frame, and stores none twice.

Simulated tables send frames as fast as they can, lose acknowledgements, and send again.
"""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import testenv
from hub_process import HubProcess
from marcoria.errors import TableError
from marcoria.hub.care import faults
from marcoria.hub.carrier import HubAt
from marcoria.hub.frame import NO_FRAME, NO_RECORD, Frame, signed
from marcoria.hub.sqlite import FileStore
from simulated_records import record

RUNS_ON = "cpython"

_TABLES = 6
_KILLS = 40 if testenv.SOAK else 3
_LONGEST_S = 1.0  # longest time from one kill to the next
_LIMIT_S = 60.0
_RECORDS = 8


class Table:
    """Simulated table that sends frames until it is stopped; `sent` are those it has made."""

    def __init__(self, hub: HubAt, number: int) -> None:
        self.hub = hub
        self.key = bytes([number] * 32)
        self.name = hub.enrol(f"table {number}", self.key, "")
        self.epoch = number
        self.sent = 0
        self.acknowledged = NO_RECORD
        self._rng = random.Random(f"{testenv.SEED} {number}")

    def run(self, is_over: Callable[[], bool]) -> None:
        """Send frames; after a failure, ask the hub where to go on."""
        seq, chain = NO_RECORD, NO_FRAME
        while not is_over():
            try:
                ack = self.hub.take(self.name, self._frame(seq, chain))
                if not self._rng.randrange(5):
                    ack = self.hub.acknowledgement(self.name, self.epoch)  # the first one is lost
            except TableError:
                time.sleep(0.01)
                continue
            seq, chain = int(ack.get("seq", NO_RECORD)), bytes.fromhex(str(ack["chain"]))
            # Once acknowledged, nothing may ever be missing.
            assert seq >= self.acknowledged
            self.acknowledged = seq

    def _frame(self, seq: int, chain: bytes) -> bytes:
        slots = [record(seq + 1 + at) for at in range(1 + self._rng.randrange(_RECORDS))]
        self.sent += 1
        return signed(self.key, chain, self.epoch, seq, seq + len(slots), b"".join(slots))


def test_kills_at_random_moments_lose_and_double_nothing(hub: HubProcess) -> None:
    rng = random.Random(testenv.SEED)
    tables = [Table(HubAt(hub.address), number + 1) for number in range(_TABLES)]
    over = threading.Event()
    with ThreadPoolExecutor(_TABLES) as pool:
        work = [pool.submit(one.run, over.is_set) for one in tables]
        try:
            for _ in range(_KILLS):
                _await_progress(tables)
                time.sleep(rng.random() * _LONGEST_S)
                hub.kill()
                hub.start()
            _await_progress(tables)
        finally:
            over.set()
    for one in work:
        one.result()  # raises what the table has raised
    hub.kill()
    with closing(FileStore(str(hub.database))) as store:
        assert list(faults(store)) == []
        for table in tables:
            frames = list(store.frames(table.name, table.epoch))
            seqs = [seq for frame in frames for seq, _ in frame.slots]
            assert seqs == list(range(len(seqs)))
            assert seqs[-1] >= table.acknowledged > 0
        counts = store.refused()
    assert set(counts) <= {"known", "not-next"}
    print(_KILLS, "kills", sum(one.sent for one in tables), "frames sent", counts)


def _await_progress(tables: list[Table]) -> None:
    """Wait until each table has got an acknowledgement of something new."""
    before = [one.acknowledged for one in tables]
    end = time.monotonic() + _LIMIT_S
    while any(one.acknowledged == old for one, old in zip(tables, before, strict=True)):
        assert time.monotonic() < end, "a table makes no progress"
        time.sleep(0.01)


def test_the_frames_of_this_file_are_those_of_a_table() -> None:
    data = signed(bytes(32), NO_FRAME, 7, NO_RECORD, 1, record(0) + record(1))
    frame = Frame(data)
    assert frame.is_by(bytes(32), NO_FRAME) and (frame.epoch, frame.upto) == (7, 1)


def test_a_commit_reaches_the_disk_before_its_acknowledgement(tmp_path: Path) -> None:
    with closing(FileStore(f"{tmp_path}/hub.sqlite")) as store:
        ask = store._base.execute
        # FULL waits for the disk at each commit, also with a write-ahead log.
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)
