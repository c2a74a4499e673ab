"""The hub of a club, with workers, PostgreSQL and Mosquitto: each program may be killed."""

import asyncio
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.error import HTTPError

import psycopg
import pytest

import own_loop
import testenv
from hub_process import HubProcess, WorkerProcess
from marcoria.cli import main
from marcoria.errors import Exit, TableError
from marcoria.hub.carrier import HubAt
from marcoria.hub.database import open_database
from marcoria.hub.door import Door
from marcoria.hub.frame import NO_FRAME, NO_RECORD, name_of, signed
from marcoria.hub.ingest import Message, judge
from marcoria.hub.postgresql import ServerStore
from marcoria.hub.store import ConflictError, Store, TableRow
from mqtt_table import LIMIT_S, ClubBroker, connected
from sending_tables import LONGEST_S, SendingTable, await_progress, check_stored, sending
from servers import Postgres
from simulated_records import record
from troubles import BadLine, FullDisk

RUNS_ON = "cpython"

_TABLES = 60 if testenv.SOAK else 6
_ROUNDS = 34 if testenv.SOAK else 1
_FRAMES = 1_000_000 if testenv.SOAK else 0  # lowest number of frames to send
_EPOCH = 5
_LATE_S = 1.0  # if no answer comes within this time, a table sends again
_RACES = 200 if testenv.SOAK else 20


class Club:
    """Process of a hub and process of a worker, with PostgreSQL and Mosquitto."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self.postgres = postgres
        self.database = postgres.database()
        open_database(self.database).close()  # creates the SQL tables
        self.broker = ClubBroker(folder / "mosquitto", self.database)
        self.hub = HubProcess(folder, self.database, self.broker.address)
        self.worker = WorkerProcess(self.database, self.broker.address)
        self.pages = HubAt(self.hub.address)

    def enrol(self, keys: list[bytes]) -> None:
        """Enrol tables, and let Mosquitto reload its files."""
        for key in keys:
            self.pages.enrol(name_of(key), key, "")
        self.broker.renew()


@pytest.fixture
def club(tmp_path: Path, postgres: Postgres) -> Iterator[Club]:
    club = Club(tmp_path, postgres)
    yield club
    for part in (club.worker, club.hub, club.broker.server):
        part.kill()
    postgres.ensure_up()


@pytest.mark.soak
@pytest.mark.timeout(7200)  # a million frames take half an hour
def test_troubles_of_each_part_lose_and_double_nothing(club: Club) -> None:
    rng = random.Random(testenv.SEED)
    tables = [SendingTable(club.pages, number + 1) for number in range(_TABLES)]
    club.enrol([one.key for one in tables])
    broker = club.broker.server
    with ExitStack() as stack:
        line = stack.enter_context(closing(BadLine(broker.port)))
        for number, table in enumerate(tables):
            port = line.port if number % 2 else broker.port
            table.hub = stack.enter_context(connected(club.pages, port, table.key))
            table.hub.patience = _LATE_S
        disk = FullDisk(club.postgres)
        parts = [broker, club.worker, club.hub, club.postgres, disk, line]
        with sending(tables):
            for part in rng.sample(_ROUNDS * parts, _ROUNDS * len(parts)):
                await_progress(tables)
                time.sleep(rng.random() * LONGEST_S)
                part.kill()
                if part in (disk, line):
                    time.sleep(rng.random() * LONGEST_S)
                part.start()
            await_progress(tables)
            while sum(one.sent for one in tables) < _FRAMES:
                await_progress(tables)
    assert club.worker.end() == 0
    check_stored(club.database, tables)
    club.worker.start()


def test_the_wall_learns_what_another_worker_stores(postgres: Postgres) -> None:
    database = postgres.database()
    key = bytes([1] * 32)
    frames = _frames(key, 2)

    async def follow(here: Store, there: Store) -> None:
        door = Door(here)
        event = door.listen()
        task = asyncio.create_task(door.follow())
        await asyncio.wait_for(event.wait(), LIMIT_S)  # wait until `follow` listens
        for frame in frames:
            event.clear()
            await asyncio.to_thread(judge, there, [Message(name_of(key), frame)], 1)
            await asyncio.wait_for(event.wait(), LIMIT_S)
        task.cancel()

    with closing(_opened(database, [key])) as here, closing(open_database(database)) as there:
        own_loop.run(follow(here, there))


def test_fault_75_a_database_that_is_away_acknowledges_nothing(club: Club) -> None:
    key = bytes([1] * 32)
    club.enrol([key])
    club.worker.kill()
    frame = _frames(key, 1)[0]
    with connected(club.pages, club.broker.server.port, key) as table:
        club.postgres.kill()
        with pytest.raises(TableError) as refused:
            table.take("", frame)
        assert refused.value.code == "storage"
        for path in ("/wall", "/metrics", "/api/deals"):
            with pytest.raises(HTTPError) as failed:
                club.hub.get(path)
            assert failed.value.code == 503
        with pytest.raises(TableError, match="cannot store anything now"):
            club.pages.take(table.name, frame)
        club.postgres.start()
        assert table.take("", frame)["seq"] == 0
    assert "never-heard" not in club.hub.get("/api/tables")
    club.worker.start()
    told = club.hub.errors.read_text("utf-8")
    reasons = [line.partition(" ERROR ")[2] for line in told.splitlines() if "stored:" in line]
    assert "Traceback" not in told
    # The hub logs a reason only once, not at each attempt.
    assert reasons and len(set(reasons)) == len(reasons)


def test_fault_75_a_full_disk_of_the_server_acknowledges_nothing(club: Club) -> None:
    key = bytes([1] * 32)
    club.enrol([key])
    frame = _frames(key, 1)[0]
    disk = FullDisk(club.postgres)
    with connected(club.pages, club.broker.server.port, key) as table:
        disk.kill()
        with pytest.raises(TableError) as refused:
            table.take("", frame)
        assert refused.value.code == "storage"
        disk.start()
        assert table.take("", frame)["seq"] == 0


def test_commands_use_the_database_on_the_server(
    postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = postgres.database()
    key = bytes([1] * 32)
    with closing(_opened(database, [key])) as store:
        judge(store, [Message(name_of(key), one) for one in _frames(key, 3)], 1)
        option = ["--db", database]
        assert main(["hub", "doctor", *option]) == 0
        assert "1 journal checked" in capsys.readouterr().out
        assert main(["hub", "export", *option]) == 0
        assert main(["hub", "revoke", name_of(key), *option]) == 0
        assert judge(store, [Message(name_of(key))], 1)[0].what == "revoked"
    capsys.readouterr()
    for command, told in (
        (["backup", f"{tmp_path}/copy", *option], "pg_dump"),
        (["restore", f"{tmp_path}/copy", *option], "pg_restore"),
        (["doctor", "--db", database + "x"], "does not exist"),
        (["doctor", "--db", "postgresql://127.0.0.1:1/x"], "refused"),
        (["doctor", "--db", "postgresql://127.0.0.1:port/x"], "port"),
    ):
        assert main(["hub", *command]) == Exit.WRONG
        err = capsys.readouterr().err
        assert told in err and err.count("\n") == 1, err


def test_workers_that_race_store_each_frame_once(postgres: Postgres) -> None:
    database = postgres.database()
    keys = [bytes([number] * 32) for number in range(1, 9)]
    rng = random.Random(testenv.SEED)
    with closing(_opened(database, keys)) as one, closing(open_database(database)) as two:
        frames = {key: _frames(key, _RACES) for key in keys}
        with ThreadPoolExecutor(2) as pool:
            for at in range(_RACES):
                found = []
                for store in (one, two):
                    batch = [Message(name_of(key), frames[key][at]) for key in keys]
                    rng.shuffle(batch)
                    found.append(pool.submit(judge, store, batch, at))
                whats = [receipt.what for work in found for receipt in work.result()]
                assert sorted(whats) == [*["known"] * len(keys), *["stored"] * len(keys)]
        for key in keys:
            stored = [frame.data for frame in one.frames(name_of(key), _EPOCH)]
            assert stored == frames[key]


def test_workers_that_start_together_make_one_database(postgres: Postgres) -> None:
    database = postgres.database()
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_database, [database] * 4))
    with stores[0].transaction():
        stores[0].count_refused({("", "one"): 1})
    assert stores[3].refused() == {"one": 1}
    for store in stores:
        store.close()


def test_a_change_of_what_another_worker_has_changed_is_refused(database: str) -> None:
    key = bytes([1] * 32)
    with closing(_opened(database, [key])) as one, closing(open_database(database)) as two:
        first, second = _frames(key, 2)
        name = name_of(key)
        judge(one, [Message(name, first)], 1)
        old = one.journal(name, _EPOCH)
        judge(two, [Message(name, second)], 2)
        new = two.journal(name, _EPOCH)
        with pytest.raises(ConflictError), one.transaction():
            one.change_journals([(old, new)])
        with pytest.raises(ConflictError), one.transaction():
            one.add_journals([old])
        assert one.journal(name, _EPOCH) == new


def test_a_commit_of_postgresql_waits_for_the_disk(postgres: Postgres) -> None:
    database = postgres.database()
    with psycopg.connect(database, autocommit=True) as base:
        base.execute("ALTER ROLE hub SET synchronous_commit = off")
    with closing(open_database(database)) as store:
        assert store._execute("SHOW synchronous_commit").fetchone() == ("on",)
    with psycopg.connect(database, autocommit=True) as base:
        base.execute("ALTER ROLE hub RESET synchronous_commit")


def test_a_lost_connection_ends_no_transaction_in_part(postgres: Postgres) -> None:
    database = postgres.database()
    key = bytes([1] * 32)
    with closing(_opened(database, [key])) as store:
        assert isinstance(store, ServerStore)
        with pytest.raises(psycopg.OperationalError), store.transaction():
            store.count_refused({("", "before"): 1})
            with psycopg.connect(database, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
            with pytest.raises(psycopg.OperationalError):
                store.count_refused({("", "during"): 1})
            store.count_refused({("", "after"): 1})
        assert store.is_lost and store.refused() == {} and not store.is_lost


def _opened(database: str, keys: list[bytes]) -> Store:
    store = open_database(database)
    with store.transaction():
        for key in keys:
            store.add_table(TableRow(name_of(key), name_of(key), key, 0, None))
    return store


def _frames(key: bytes, count: int) -> list[bytes]:
    """Return the first `count` frames of a journal; each frame has one record."""
    found, chain = [], NO_FRAME
    for seq in range(count):
        frame = signed(key, chain, _EPOCH, seq + NO_RECORD, seq, record(seq))
        found.append(frame)
        chain = frame[-len(NO_FRAME) :]
    return found
