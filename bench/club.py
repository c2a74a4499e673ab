"""Measurements of a club's hub to which many simulated tables report.

`load` and `among` use real servers, Mosquitto and PostgreSQL. `rebuild` uses SQLite.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from time import perf_counter
from typing import Any

from club_tables import keys, pieces
from hub_process import HubProcess, WorkerProcess
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.coroutines import finish
from marcoria.hub.carrier import HubAt
from marcoria.hub.database import open_database
from marcoria.hub.frame import NO_FRAME, name_of, signed
from marcoria.hub.ingest import Message, judge
from marcoria.hub.results import ResultStore
from marcoria.hub.store import TableRow
from marcoria.journal.blocks import BLANK, seq_of
from marcoria.paths import HOST
from mqtt_table import ClubBroker
from play_on_board import sitting, table_of
from servers import Postgres, family

_PROGRAM = Path(__file__).with_name("club_tables.py")
_RECORD = len(BLANK)
_AT_ONCE = 200
_FILES = 20_000  # maximum number of open files and connections of a process
_TICKS_S = os.sysconf("SC_CLK_TCK")


@dataclass
class Load:
    """Outcome of a run: numbers of frames that were sent and acknowledged.

    `times` has the sorted ms from each acknowledged frame to its acknowledgement. `cores` has the
    mean number of CPU cores that each part of the club used.
    """

    sent: int
    acknowledged: int
    times: list[float]
    cores: dict[str, float]


def is_possible() -> bool:
    """Return whether Mosquitto is installed; `make servers` installs all servers of a club."""
    return which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin") is not None


@dataclass
class Rebuild:
    """Outcome of a rebuild: number of deals, time, and whether all rows are as before."""

    deals: int
    seconds: float
    is_same: bool


class _Club:
    """Broker, hub and worker of a club, with a new database on a running PostgreSQL server."""

    def __init__(self, folder: Path, postgres: Postgres, tables: int) -> None:
        self.database = postgres.database()
        with closing(open_database(self.database)) as store, store.transaction():
            for number, key in enumerate(keys(tables)):
                store.add_table(TableRow(name_of(key), f"table {number}", key, 0, None))
        more = f"max_connections {_FILES}\n"
        self.broker = ClubBroker(folder / "club", self.database, more)
        self.hub = HubProcess(folder, self.database, self.broker.address)
        self.worker = WorkerProcess(self.database, self.broker.address)
        self._pids = {
            "broker": [self.broker.server.pid],
            "hub and worker": [self.hub.process.pid, self.worker.pid],
        }
        self._postgres = postgres

    def close(self) -> None:
        """Kill worker, hub and broker; PostgreSQL keeps running."""
        for part in (self.worker, self.hub, self.broker.server):
            part.kill()

    def seconds(self) -> dict[str, float]:
        """Return the CPU seconds so far of the broker, of hub and worker, and of PostgreSQL."""
        pids = {**self._pids, "database": family(self._postgres.pid)}
        return {part: sum(map(cpu_s, found)) for part, found in pids.items()}

    def enrol(self, title: str, key: bytes) -> None:
        """Enrol one more table."""
        HubAt(self.hub.address).enrol(title, key, "")
        self.broker.renew()


@contextmanager
def _club(tables: int) -> Iterator[_Club]:
    resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, _FILES))
    postgres = Postgres()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(_Club(Path(folder), postgres, tables)) as club,
        ):
            yield club
    finally:
        postgres.stop()


def played(house: str, deals: int) -> bytes:
    """Let bots play some deals; return the records on the table's flash, in order."""
    with sitting(house, "cpython") as company:
        for _ in range(deals):
            finish(company.people.play_deal())
        cells = bytes(table_of(company).get("flash.cells"))
    slots = [cells[at : at + _RECORD] for at in range(0, len(cells), _RECORD)]
    found = {seq_of(slot, slot[10]): slot for slot in slots if slot != BLANK}
    return b"".join(slot for seq, slot in sorted(found.items()) if seq is not None)


def load(records: bytes, tables: int, seconds: float, every_s: float, seed: int) -> Load:
    """Let each of many tables report these records for `seconds`; return the outcome.

    Each table sends a frame every `every_s` seconds.
    """
    with (
        _club(tables) as club,
        _reporting(club, records, tables, seconds, every_s, seed) as process,
    ):
        before = club.seconds()
        told = json.loads(process.stdout.readline())
        after = club.seconds()
    cores = {part: (after[part] - before[part]) / seconds for part in after}
    return Load(told["sent"], told["acknowledged"], told["times"], cores)


@contextmanager
def among(
    records: bytes, tables: int, seconds: float, every_s: float, seed: int, key: bytes
) -> Iterator[tuple[str, int]]:
    """Enrol a table "Bar: window" with this key in a club whose other tables report `records`.

    Yield the address of the hub and the port of the broker.
    """
    with _club(tables) as club:
        club.enrol("Bar: window", key)
        with _reporting(club, records, tables, seconds, every_s, seed) as process:
            yield club.hub.address, club.broker.server.port
            process.kill()


@contextmanager
def _reporting(
    club: _Club, records: bytes, tables: int, seconds: float, every_s: float, seed: int
) -> Iterator[Any]:
    """Start club_tables.py; yield its process once all tables are connected."""
    arguments = [club.broker.server.port, tables, seconds, every_s, seed]
    command = [sys.executable, str(_PROGRAM), *map(str, arguments)]
    paths = os.pathsep.join([str(HOST.parent), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(records)
        process.stdin.close()
        assert process.stdout.readline() == b"connected\n", "not all tables could connect"
        yield process


def rebuild(records: bytes, tables: int) -> Rebuild:
    """Store these records for many tables; return the outcome of deriving all results again."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_database(f"{folder}/hub.sqlite")) as store,
    ):
        messages = []
        with store.transaction():
            for key in keys(tables):
                name, chain = name_of(key), NO_FRAME
                store.add_table(TableRow(name, name, key, 0, None))
                for after, upto, part in pieces(records):
                    frame = signed(key, chain, int(name, 16) >> 2, after, upto, part)
                    messages.append(Message(name, frame))
                    chain = frame[-len(chain) :]
        for at in range(0, len(messages), _AT_ONCE):
            judge(store, messages[at : at + _AT_ONCE], 1)
        results = ResultStore(store, Rulebooks())
        results.catch_up()
        rows = store.run("SELECT * FROM results ORDER BY name, epoch, seq")
        begun = perf_counter()
        count = results.rebuild()
        seconds = perf_counter() - begun
        again = store.run("SELECT * FROM results ORDER BY name, epoch, seq")
    return Rebuild(count, seconds, rows == again)


def cpu_s(pid: int) -> float:
    """Return the CPU time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_S
