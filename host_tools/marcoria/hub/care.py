"""Care for a hub's database: check it, copy it, put a copy back."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from marcoria.bdn.rulebooks import Rulebooks
from marcoria.errors import TableError
from marcoria.hub.database import is_on_server, open_database
from marcoria.hub.frame import NO_FRAME, NO_RECORD, FrameError
from marcoria.hub.results import ResultStore
from marcoria.hub.sqlite import FileStore
from marcoria.hub.store import KnownJournal, Store, TableRow
from marcoria.named_files import check_writable, replacing


@contextmanager
def opened(path: str) -> Iterator[Store]:
    """Open the database of a hub, and close it after the block.

    Raise TableError if there is no database, or if the database reports an error.
    """
    if not is_on_server(path) and not Path(path).is_file():  # SQLite would create the file
        raise TableError("no-file", f"there is no hub's database {path}: check its name")
    with closing(open_database(path)) as store:
        try:
            yield store
        except store.error as error:
            raise TableError("no-database", f"cannot use the hub's database: {error}") from error


def faults(store: Store) -> Iterator[str]:
    """Yield a sentence for each fault of a database, which a hub may be using.

    There are three kinds of fault: damage; two tables that report under one name, unless the name
    is revoked; and a journal whose stored results are not those that its frames give.
    """
    with store.snapshot():
        yield from _faults(store)


def _faults(store: Store) -> Iterator[str]:
    yield from damage(store)
    results = ResultStore(store, Rulebooks())
    for table, journal in _journals(store):
        name = _called(table)
        if journal.fork is not None and table.revoked is None:
            advice = "enrol both again, then revoke this name"
            yield f"{name}: two tables report under this name; {advice}"
        if not results.is_right(journal):
            yield f"{name}: its results differ from its frames: run marcoria hub rebuild"


def damage(store: Store) -> Iterator[str]:
    """Yield a sentence for each damaged journal, or only one if the database file is damaged."""
    found = store.damage()
    if found:
        yield f"the file is damaged ({found}): put a backup back with marcoria hub restore"
        return
    for table, journal in _journals(store):
        yield from _damage_of(store, table, journal)


def _damage_of(store: Store, table: TableRow, journal: KnownJournal) -> Iterator[str]:
    """Yield the first damage of a journal: each frame must be signed and follow the one before."""
    name = _called(table)
    after, chain = NO_RECORD, NO_FRAME
    try:
        for frame in store.frames(journal.name, journal.epoch):
            if frame.after != after or not frame.is_by(table.key, chain):
                yield f"{name}: a frame after record {after} is missing or was changed"
                return
            after, chain = frame.upto, frame.mac
    except (FrameError, store.error) as error:
        yield f"{name}: a frame after record {after} is damaged ({error})"
        return
    if (after, chain) != (journal.hi, journal.chain):
        yield f"{name}: the frames end at record {after}, and not at {journal.hi}"


def _journals(store: Store) -> Iterator[tuple[TableRow, KnownJournal]]:
    for table in store.tables():
        for journal in store.journals(table.name):
            yield table, journal


def _called(table: TableRow) -> str:
    return f"table '{table.title}' ({table.name})"


def back_up(database: str, target: str) -> None:
    """Write a copy of a database that may be in use; replace no file."""
    _check_file(database)
    with opened(database) as store:
        check_writable(target)
        _check_new(target, "name another file")
        assert isinstance(store, FileStore)
        store.copy_to(target)


def put_back(copy: str, database: str) -> None:
    """Make a database from a copy, after checking the copy; replace no file."""
    _check_file(database)
    _check_new(database, "move it away, or name another --db")
    _check_hub(copy)
    try:
        with replacing(database) as part:
            shutil.copyfile(copy, part)
            with opened(str(part)) as store:
                wrong = next(damage(store), "")
            if wrong:
                raise TableError("damaged", f"{copy} cannot be used: {wrong}")
    except OSError as error:
        raise TableError("no-database", f"cannot use {copy} as database: {error}") from error


def _check_hub(path: str) -> None:
    """Raise TableError if a file is not the database of a hub."""
    told = f"{path} is not a copy of a hub's database: name a file that hub backup has written"
    address = f"{Path(path).resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as base:
            found = base.execute("SELECT 1 FROM sqlite_master WHERE name = 'frames'").fetchone()
    except sqlite3.Error as error:
        raise TableError("no-database", f"{told} ({error})") from error
    if not found:
        raise TableError("no-database", told)


def _check_file(database: str) -> None:
    if is_on_server(database):
        told = "use pg_dump -Fc to copy a PostgreSQL database, and pg_restore to put the copy back"
        raise TableError("not-a-file", told)


def _check_new(path: str, advice: str) -> None:
    if Path(path).exists():
        raise TableError("exists", f"{path} exists already: {advice}")
