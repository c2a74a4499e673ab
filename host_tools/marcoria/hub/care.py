"""Care for a hub's database: check it, copy it, put a copy back."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from marcoria.errors import TableError
from marcoria.hub.frame import NO_FRAME, NO_RECORD, FrameError
from marcoria.hub.store import KnownJournal, Store, TableRow
from marcoria.named_files import check_writable


def faults(store: Store) -> Iterator[str]:
    """Yield what is wrong with a database, in sentences; nothing if each frame is as it came."""
    damage = store.damage()
    if damage:
        yield f"the file is damaged ({damage}): put a backup back with marcoria hub restore"
        return
    for table in store.tables():
        for journal in store.streams(table.name):
            yield from _faults_of(store, table, journal)


def _faults_of(store: Store, table: TableRow, journal: KnownJournal) -> Iterator[str]:
    """Yield the faults of a journal: each frame must be signed, and follow the one before."""
    name = f"table '{table.title}' ({table.name})"
    if journal.fork is not None:
        yield f"{name}: two tables report under this name; enrol one of them again"
    after, chain = NO_RECORD, NO_FRAME
    try:
        for frame in store.frames(journal.name, journal.epoch):
            if frame.after != after or not frame.is_by(table.key, chain):
                yield f"{name}: a frame after record {after} is missing or was changed"
                return
            after, chain = frame.upto, frame.mac
    except (FrameError, sqlite3.Error) as error:
        yield f"{name}: a frame after record {after} is damaged ({error})"
        return
    if (after, chain) != (journal.hi, journal.chain):
        yield f"{name}: the frames end at record {after}, and not at {journal.hi}"


def back_up(database: str, target: str) -> None:
    """Write a copy of a database that may be in use; replace no file."""
    _check_there(database)
    check_writable(target)
    if Path(target).exists():
        raise TableError("exists", f"{target} exists already: name another file")
    with closing(Store(database)) as store:
        store.copy_to(target)


def put_back(copy: str, database: str) -> None:
    """Make a database from a copy, after checking the copy; replace no file."""
    _check_there(copy)
    if Path(database).exists():
        raise TableError(
            "exists", f"{database} exists already: move it away, or name another --db"
        )
    half = f"{database}.half"
    try:
        shutil.copyfile(copy, half)
        with closing(Store(half)) as store:
            wrong = next((one for one in faults(store) if "two tables" not in one), "")
        if wrong:
            raise TableError("damaged", f"{copy} cannot be used: {wrong}")
        os.replace(half, database)
    except (OSError, sqlite3.Error) as error:
        raise TableError("no-database", f"cannot use {copy} as database: {error}") from error
    finally:
        for path in (half, f"{half}-wal", f"{half}-shm"):
            Path(path).unlink(missing_ok=True)


def _check_there(path: str) -> None:
    """Raise TableError if there is no such file, because SQLite would make one."""
    if not Path(path).is_file():
        raise TableError("no-file", f"there is no file {path}: check its name")
