"""Store of a hub in an SQLite file, for a bar."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from marcoria.errors import TableError
from marcoria.hub.store import Row, Store

_SHORT_MS = 100  # longest wait for other connections when `forget` empties the log
_PATIENCE_S = 10  # longest wait for another connection that has locked the database


class FileStore(Store):
    """Database in a file, which is made if it does not exist."""

    words: ClassVar[dict[str, str]] = {}
    begin = "BEGIN IMMEDIATE"
    begin_reading = "BEGIN"
    lock = ""  # not needed: SQLite has only one writer at a time
    error = sqlite3.Error
    is_lost = False

    def __init__(self, path: str) -> None:
        try:
            self._base = sqlite3.connect(
                path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False
            )
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA foreign_keys = ON")
            self._base.execute("PRAGMA secure_delete = ON")  # overwrite deleted nicknames
            self._migrate()
        except sqlite3.Error as error:
            raise TableError("no-database", f"cannot use {path} as database: {error}") from error

    def close(self) -> None:
        """Close the database."""
        self._base.close()

    def damage(self) -> str:
        """Return the first damage that SQLite finds in the file, "" if there is none."""
        try:
            (found,) = self._base.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            return f"{error}"
        return "" if found == "ok" else f"{found}"

    def copy_to(self, path: str) -> None:
        """Write a copy of the database to a new file."""
        self._base.execute("VACUUM INTO ?", (path,))

    def claim(self, table: str) -> None:
        """Do nothing: a transaction is the only writer of the file."""

    def forget(self) -> None:
        """Empty the write-ahead log, which may still contain rows that were deleted.

        If the log is in use, it is emptied when the last connection to the database is closed.
        """
        with suppress(sqlite3.Error):
            self._base.execute(f"PRAGMA busy_timeout = {_SHORT_MS}")
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._base.execute(f"PRAGMA busy_timeout = {_PATIENCE_S * 1000}")

    async def news(self) -> AsyncIterator[None]:
        """Yield nothing: only one process stores frames in a file."""
        for _ in ():
            yield

    def _execute(self, statement: str, values: Row = ()) -> Any:
        return self._base.execute(statement, values)

    def _execute_all(self, statement: str, rows: Sequence[Row]) -> int:
        return self._base.executemany(statement, rows).rowcount

    def _version(self) -> int:
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    def _set_version(self, version: int) -> None:
        self._base.execute(f"PRAGMA user_version = {version}")
