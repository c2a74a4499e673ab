"""Store of a hub in PostgreSQL, for a club: several processes may use it at the same time."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

import psycopg

from marcoria.errors import TableError
from marcoria.hub.frame import Frame
from marcoria.hub.store import Row, Store

_PATIENCE_S = 5  # how long the server may take to accept a connection
_RETRY_S = 1.0
_CHANNEL = "marcoria"  # of NOTIFY, which tells other processes that frames were stored
_MIGRATION = 0x4D41  # number of the lock under which one process at a time migrates
logging.getLogger("psycopg").setLevel(logging.ERROR)  # the hub itself tells of lost connections


class ServerStore(Store):
    """Database on a server; after a lost connection the next transaction or query reconnects."""

    words: ClassVar[dict[str, str]] = {
        " BLOB": " BYTEA",
        " INTEGER": " BIGINT",
        " WITHOUT ROWID": "",
    }
    begin = "BEGIN"
    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    lock = " FOR NO KEY UPDATE"
    error = psycopg.Error

    def __init__(self, address: str) -> None:
        self._address = address
        self._has_news = False
        self._is_inside = False  # whether a transaction is under way
        try:
            self._base = self._connected()
            self._migrate()
        except (psycopg.Error, ValueError) as error:
            why = f"{error}".partition("\n")[0]
            told = f"cannot use this PostgreSQL database: {why}"
            raise TableError("no-database", told) from error

    def _connected(self) -> "psycopg.Connection[Any]":
        """Return a new connection, on which a commit waits for the disk.

        Raise TableError if the server does not write to the disk at a commit.
        """
        base = psycopg.connect(self._address, autocommit=True, connect_timeout=_PATIENCE_S)
        base.execute("SET synchronous_commit = on")
        (fsync,) = base.execute("SHOW fsync").fetchone() or ("",)
        if fsync != "on":
            base.close()
            raise TableError(
                "no-fsync",
                "this PostgreSQL may lose what the hub has acknowledged: set fsync = on",
            )
        return base

    def close(self) -> None:
        """Close the connection."""
        self._base.close()

    @property
    def is_lost(self) -> bool:
        """Return whether the connection has ended."""
        return self._base.closed

    def damage(self) -> str:
        """Return "": PostgreSQL reports damage itself when it reads a row."""
        return ""

    def claim(self, table: str) -> None:
        """Let other processes only read a table of the database until the commit."""
        self._execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")

    def forget(self) -> None:
        """Do nothing: PostgreSQL reuses the room of deleted rows by itself."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all changes at the end; if frames were stored, then notify other processes."""
        self._has_news = False
        with self._inside(), super().transaction():
            yield
        if self._has_news:
            with suppress(psycopg.Error):  # the frames are stored all the same
                # A NOTIFY in the transaction would make all processes commit one after another.
                self._execute(f"NOTIFY {_CHANNEL}")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read the database in the state of one moment."""
        with self._inside(), super().snapshot():
            yield

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """Connect if necessary; make no other connection until the end of the block."""
        self._connection()
        self._is_inside = True
        try:
            yield
        finally:
            self._is_inside = False

    async def news(self) -> AsyncIterator[None]:
        """Yield after each new connection, and each time that any process has stored frames."""
        while True:
            with suppress(psycopg.Error, OSError):
                base = await psycopg.AsyncConnection.connect(
                    self._address, autocommit=True, connect_timeout=_PATIENCE_S
                )
                async with base:
                    await base.execute(f"LISTEN {_CHANNEL}")
                    yield
                    async for _ in base.notifies():
                        yield
            await asyncio.sleep(_RETRY_S)

    def add_frames(self, name_and_frame: Sequence[tuple[str, Frame]], now: int) -> None:
        """Store frames of tables."""
        super().add_frames(name_and_frame, now)
        self._has_news = bool(name_and_frame)

    def _connection(self) -> "psycopg.Connection[Any]":
        """Return the connection; if it is lost, make a new one, but never inside a transaction."""
        if self.is_lost and not self._is_inside:
            self._base = self._connected()
        return self._base

    def _execute(self, statement: str, values: Row = ()) -> Any:
        return self._connection().execute(_in_its_words(statement), values or None)

    def _execute_all(self, statement: str, rows: Sequence[Row]) -> int:
        with self._base.cursor() as cursor:
            cursor.executemany(_in_its_words(statement), rows)
            return cursor.rowcount

    def _version(self) -> int:
        self._execute(f"SELECT pg_advisory_xact_lock({_MIGRATION})")
        self._execute("CREATE TABLE IF NOT EXISTS version (steps BIGINT NOT NULL)")
        row = self._execute("SELECT steps FROM version").fetchone()
        return int(row[0]) if row else 0

    def _set_version(self, version: int) -> None:
        self._execute("DELETE FROM version")
        self._execute("INSERT INTO version VALUES (?)", (version,))


def _in_its_words(statement: str) -> bytes:
    """Return a statement with `%s`, the placeholder of psycopg, in place of `?`."""
    return statement.replace("?", "%s").encode()
