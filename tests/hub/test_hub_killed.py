"""A hub that is killed at random moments loses no frame, and stores none twice."""

import random
import time
from contextlib import closing
from pathlib import Path

import testenv
from hub_process import HubProcess
from marcoria.hub.carrier import HubAt
from marcoria.hub.frame import NO_FRAME, NO_RECORD, Frame, signed
from marcoria.hub.sqlite import FileStore
from sending_tables import LONGEST_S, SendingTable, await_progress, check_stored, sending
from simulated_records import record

RUNS_ON = "cpython"

_TABLES = 6
_KILLS = 40 if testenv.SOAK else 3


def test_kills_at_random_moments_lose_and_double_nothing(hub: HubProcess) -> None:
    rng = random.Random(testenv.SEED)
    pages = HubAt(hub.address)
    tables = [SendingTable(pages, number + 1) for number in range(_TABLES)]
    for table in tables:
        pages.enrol(table.name, table.key, "")
    with sending(tables):
        for _ in range(_KILLS):
            await_progress(tables)
            time.sleep(rng.random() * LONGEST_S)
            hub.kill()
            hub.start()
        await_progress(tables)
    hub.kill()
    check_stored(str(hub.database), tables)


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
