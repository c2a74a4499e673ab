"""Store of a hub in SQLite: tables, their frames, and counts of what was refused.

Each method is called inside `transaction`, which commits at its end. A commit is on disk before
anything is acknowledged.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from marcoria.errors import TableError
from marcoria.hub.frame import NO_FRAME, NO_RECORD, Frame
from marcoria.value import Value

_STEPS = Path(__file__).with_name("sql")
_PATIENCE_S = 10  # how long another process may keep the database locked


class TableRow(Value):
    """Enrolled table; `title` is what the bar calls it."""

    def __init__(
        self, name: str, title: str, key: bytes, enrolled: int, revoked: int | None
    ) -> None:
        self.name = name
        self.title = title
        self.key = key
        self.enrolled = enrolled  # seconds since 1970, as all times of the hub
        self.revoked = revoked


class KnownJournal(Value):
    """Journal of a table as far as the hub has it: all frames up to the seq `hi`."""

    def __init__(
        self,
        name: str,
        epoch: int,
        hi: int = NO_RECORD,
        chain: bytes = NO_FRAME,
        boot: int = 0,
        begun: int = 0,
        heard: int = 0,
        fork: int | None = None,
    ) -> None:
        self.name = name
        self.epoch = epoch
        self.hi = hi
        self.chain = chain
        self.boot = boot
        self.begun = begun
        self.heard = heard
        self.fork = fork


class Store:
    """Database of a hub in a file, which is made if it does not exist."""

    def __init__(self, path: str) -> None:
        try:
            self._base = sqlite3.connect(
                path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False
            )
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except sqlite3.Error as error:
            raise TableError("no-database", f"cannot use {path} as database: {error}") from error

    def close(self) -> None:
        """Close the database."""
        self._base.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all changes at the end, or none after an error."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def _migrate(self) -> None:
        """Apply the numbered SQL files that this database has not seen yet."""
        with self.transaction():
            (version,) = self._base.execute("PRAGMA user_version").fetchone()
            steps = sorted(_STEPS.glob("*.sql"))
            if version > len(steps):
                raise TableError(
                    "newer-database",
                    "a newer version of Marcoria has changed this database: install that version",
                )
            for step in steps[version:]:
                for statement in _statements(step.read_text("utf-8")):
                    self._base.execute(statement)
            self._base.execute(f"PRAGMA user_version = {len(steps)}")

    def damage(self) -> str:
        """Return what SQLite finds wrong with the file, "" if nothing."""
        try:
            (found,) = self._base.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            return f"{error}"
        return "" if found == "ok" else f"{found}"

    def copy_to(self, path: str) -> None:
        """Write a copy of the database to a new file."""
        self._base.execute("VACUUM INTO ?", (path,))

    # --- tables -----------------------------------------------------------------------------

    def add_table(self, row: TableRow) -> None:
        """Enrol a table, or enrol it again with the same key under another title."""
        self._base.execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET title = excluded.title, revoked = excluded.revoked",
            (row.name, row.title, row.key, row.enrolled, row.revoked),
        )

    def revoke(self, name: str, now: int) -> bool:
        """Accept nothing more from a table; return whether there is such a table."""
        done = self._base.execute("UPDATE tables SET revoked = ? WHERE name = ?", (now, name))
        return done.rowcount > 0

    def table(self, name: str) -> TableRow | None:
        """Return the table with this name, None if there is none."""
        row = self._base.execute("SELECT * FROM tables WHERE name = ?", (name,)).fetchone()
        return TableRow(*row) if row else None

    def tables(self) -> list[TableRow]:
        """Return all tables, in the order of their titles."""
        rows = self._base.execute("SELECT * FROM tables ORDER BY title, name")
        return [TableRow(*row) for row in rows]

    # --- frames -----------------------------------------------------------------------------

    def journal(self, name: str, epoch: int) -> KnownJournal:
        """Return what the hub has of a journal, which may be nothing."""
        found = self._base.execute(
            "SELECT * FROM streams WHERE name = ? AND epoch = ?", (name, epoch)
        ).fetchone()
        return KnownJournal(*(found or (name, epoch)))

    def journals(self, name: str) -> list[KnownJournal]:
        """Return the journals of a table, the newest at the end."""
        rows = self._base.execute(
            "SELECT * FROM streams WHERE name = ? ORDER BY begun, epoch", (name,)
        )
        return [KnownJournal(*row) for row in rows]

    def append(self, journal: KnownJournal, frame: Frame, now: int) -> bool:
        """Store a frame behind the last one; return False if another one came first.

        Raise TwinError if another table has made it.
        """
        key = journal.name, journal.epoch
        boot = frame.boot(journal.boot)
        self._base.execute(
            "INSERT INTO streams VALUES (?, ?, ?, ?, 0, ?, ?, NULL)"
            " ON CONFLICT (name, epoch) DO NOTHING",
            (*key, NO_RECORD, NO_FRAME, now, now),
        )
        done = self._base.execute(
            "UPDATE streams SET hi = ?, chain = ?, boot = ?, heard = ?"
            " WHERE name = ? AND epoch = ? AND hi = ? AND chain = ?",
            (frame.upto, frame.mac, boot, now, *key, journal.hi, journal.chain),
        )
        if done.rowcount == 0:
            return False
        self._base.execute(
            "INSERT INTO frames VALUES (?, ?, ?, ?, ?, ?)",
            (*key, frame.after, frame.upto, frame.data, now),
        )
        return True

    def note_report(self, name: str, epoch: int, now: int) -> None:
        """Note that a table has reported, with nothing new."""
        self._base.execute(
            "UPDATE streams SET heard = ? WHERE name = ? AND epoch = ?", (now, name, epoch)
        )

    def mark_fork(self, name: str, now: int) -> None:
        """Note that two tables report under this name: accept nothing more from either."""
        self._base.execute(
            "UPDATE streams SET fork = coalesce(fork, ?) WHERE name = ?", (now, name)
        )

    def frame_upto(self, name: str, epoch: int, upto: int) -> Frame | None:
        """Return the stored frame that ends with the seq `upto`, None if there is none."""
        row = self._base.execute(
            "SELECT data FROM frames WHERE name = ? AND epoch = ? AND after < ?"
            " ORDER BY after DESC LIMIT 1",
            (name, epoch, upto),
        ).fetchone()
        frame = Frame(row[0]) if row else None
        return frame if frame and frame.upto == upto else None

    def frames(self, name: str, epoch: int, after: int = NO_RECORD) -> Iterator[Frame]:
        """Yield the frames of a journal from the seq `after` on, in order."""
        rows = self._base.execute(
            "SELECT data FROM frames WHERE name = ? AND epoch = ? AND after >= ? ORDER BY after",
            (name, epoch, after),
        )
        for (data,) in rows:
            yield Frame(data)

    def stored_from(
        self, name: str, epoch: int, seq: int
    ) -> Iterator[tuple[int, int, int, bytes]]:
        """Yield `after`, `upto`, time and bytes of the frames from the one with a record on."""
        yield from self._base.execute(
            "SELECT after, upto, came, data FROM frames WHERE name = ? AND epoch = ? AND after >="
            " coalesce((SELECT max(after) FROM frames WHERE name = ? AND epoch = ? AND after < ?),"
            " -1) ORDER BY after",
            (name, epoch, name, epoch, seq),
        )

    # --- other tables of the database -------------------------------------------------------

    def run(self, statement: str, values: Sequence[str | int] = ()) -> list[tuple[Any, ...]]:
        """Execute a statement with values in place of `?`; return the rows that it finds."""
        return self._base.execute(statement, values).fetchall()

    # --- counts -----------------------------------------------------------------------------

    def count_refused(self, name: str, reason: str) -> None:
        """Count a refused message of a table; `name` is empty if no table is known."""
        self._base.execute(
            "INSERT INTO refusals VALUES (?, ?, 1)"
            " ON CONFLICT (name, reason) DO UPDATE SET count = refusals.count + 1",
            (name, reason),
        )

    def refused(self, name: str | None = None) -> dict[str, int]:
        """Return how many messages were refused, by reason: of one table, or all."""
        which, values = (" WHERE name = ?", (name,)) if name is not None else ("", ())
        rows = self.run(
            f"SELECT reason, sum(count) FROM refusals{which} GROUP BY reason ORDER BY reason",
            values,
        )
        return {reason: int(count) for reason, count in rows}


def _statements(text: str) -> Iterator[str]:
    """Yield the statements of an SQL file."""
    whole = ""
    for line in text.splitlines(keepends=True):
        whole += line
        if sqlite3.complete_statement(whole):
            yield whole
            whole = ""
