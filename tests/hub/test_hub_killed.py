"""A hub that is killed at random moments loses no frame, and stores none twice."""

import random
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import testenv
from hub_process import HubProcess
from marcoria.hub.carrier import HubAt
from marcoria.hub.frame import NO_FRAME, NO_RECORD, Frame, signed
from marcoria.hub.sqlite import FileStore
from sending_tables import LONGEST_S, SendingTable, await_progress, check_stored, sending
from servers import Postgres, program
from simulated_records import record

RUNS_ON = "cpython"

_TABLES = 6
_TRACED = 20
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


def test_the_frames_of_this_file_have_valid_signatures() -> None:
    data = signed(bytes(32), NO_FRAME, 7, NO_RECORD, 1, record(0) + record(1))
    frame = Frame(data)
    assert frame.is_by(bytes(32), NO_FRAME) and (frame.epoch, frame.upto) == (7, 1)


def test_a_commit_reaches_the_disk_before_its_acknowledgement(tmp_path: Path) -> None:
    with closing(FileStore(f"{tmp_path}/hub.sqlite")) as store:
        ask = store._base.execute
        # With `synchronous` = 2 (FULL) each commit waits for the disk, also in the mode `wal`.
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)


# Texts in the output of strace that show a frame ("a") and its acknowledgement ("k").
_SIGNS = {"a": "POST /frames", "k": 'what\\":\\"stored'}
_SYNC = re.compile(r"fdatasync.*= 0$")


@pytest.mark.soak
def test_the_disk_has_each_frame_before_its_acknowledgement(
    database: str, postgres: Postgres, tmp_path: Path
) -> None:
    """Check the order of the system calls: receive a frame, sync the disk, acknowledge.

    Killing the hub cannot show this order: the operating system keeps written data when a process
    is killed, even if they are not on the disk yet.
    """
    with traced(postgres.pid, tmp_path / "database.txt"):
        # strace also follows the child process that PostgreSQL starts for the hub's connection.
        hub = HubProcess(tmp_path, database)
        pages = HubAt(hub.address)
        table = SendingTable(pages, 1)
        pages.enrol(table.name, table.key, "")
        with traced(hub.process.pid, tmp_path / "hub.txt"):
            chain = NO_FRAME
            for seq in range(_TRACED):
                frame = signed(table.key, chain, 1, seq - 1, seq, record(seq))
                assert pages.take(table.name, frame)["seq"] == seq
                chain = frame[-len(chain) :]
        hub.kill()
    calls = ""
    for line in sorted(_calls(tmp_path / "database.txt") + _calls(tmp_path / "hub.txt")):
        calls += "w" if _SYNC.search(line) else ""
        calls += "".join(letter for letter, sign in _SIGNS.items() if sign in line)
    assert calls.count("a") == _TRACED and len(re.findall("aw+k", calls)) == _TRACED, calls


def _calls(path: Path) -> list[str]:
    """Return the lines of strace without process IDs: each line has a time and a call."""
    return [line.partition(" ")[2].strip() for line in path.read_text("utf-8").splitlines()]


@contextmanager
def traced(process: int, path: Path) -> Iterator[None]:
    """Write some system calls of a process to a file, during the block.

    Include the children that the process starts during the block.
    """
    calls = "trace=fdatasync,recvfrom,sendto"
    command = [program("strace"), "-f", "-ttt", "-s", "400", "-e", calls, "-o", str(path)]
    trace = subprocess.Popen([*command, "-p", f"{process}"], stderr=subprocess.PIPE)
    assert trace.stderr and trace.stderr.readline()  # strace prints that it is attached
    try:
        yield
    finally:
        trace.terminate()
        trace.wait()
        trace.stderr.close()
