"""Store of a hub: tables, their journals and frames, and counts of refused messages.

This module has what all databases share. `sqlite.py` and `postgresql.py` have the differences, and
`database.py` opens the right one.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

from marcoria.errors import TableError
from marcoria.hub.frame import FULL_BYTES, NO_FRAME, NO_RECORD, Frame
from marcoria.value import Value

_STEPS = Path(__file__).with_name("sql")
Row = Sequence[Any]


class TableRow(Value):
    """Table that was enrolled at the hub.

    `name` is computed from the key. `title` is what the bar calls the table.
    """

    def __init__(
        self, name: str, title: str, key: bytes, enrolled: int, revoked: int | None
    ) -> None:
        self.name = name
        self.title = title
        self.key = key
        self.enrolled = enrolled  # in seconds since 1970, like all times in this module
        self.revoked = revoked  # time of the revocation, None if it is not revoked


class KnownJournal(Value):
    """Journal of a table as far as the hub has stored it.

    `hi` is the seq of the last stored record, NO_RECORD if there is none. `fork` is None if no
    second table was found to report under this name. sql/001.sql explains all attributes.
    """

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


class ConflictError(Exception):
    """Error of a change to rows that another process has changed since they were read.

    The caller must read the rows again and repeat the transaction.
    """


class Store(ABC):
    """Database of a hub. Changes are made inside `transaction`, which commits at its end.

    A commit returns after the changes are on disk. Only then does the hub acknowledge frames.
    """

    words: ClassVar[dict[str, str]]  # words of the SQL files, and this database's words for them
    begin: str  # statement that begins a transaction
    begin_reading: str  # statement that begins a transaction that sees no later changes
    lock: str  # end of a SELECT whose rows other processes must not change until the commit
    error: type[Exception]

    # --- the database -----------------------------------------------------------------------

    @abstractmethod
    def close(self) -> None:
        """Close the database."""

    @property
    @abstractmethod
    def is_lost(self) -> bool:
        """Return whether the connection has ended.

        The next transaction, or the next statement outside a transaction, makes a new connection.
        """

    @abstractmethod
    def damage(self) -> str:
        """Return the damage that the database reports when it checks itself, "" if none."""

    @abstractmethod
    def news(self) -> AsyncIterator[None]:
        """Yield whenever another process may have stored frames."""

    @abstractmethod
    def _execute(self, statement: str, values: Row = ()) -> Any:
        """Execute a statement with `?` for each value; return the cursor."""

    @abstractmethod
    def _execute_all(self, statement: str, rows: Sequence[Row]) -> int:
        """Execute a statement once for each row of values.

        Return how many rows of the database were changed in total.
        """

    @abstractmethod
    def _version(self) -> int:
        """Return how many SQL files were applied to this database.

        Until the commit no other process can apply SQL files.
        """

    @abstractmethod
    def _set_version(self, version: int) -> None:
        """Store how many SQL files were applied to this database."""

    @abstractmethod
    def claim(self, table: str) -> None:
        """Let no other process change a table of the database until the commit."""

    @abstractmethod
    def forget(self) -> None:
        """Remove deleted rows from the database's files, as far as the database can do that."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all changes at the end, or none after an error."""
        self._execute(self.begin)
        try:
            yield
            self._execute("COMMIT")
        except BaseException:
            with suppress(self.error):  # the connection may have ended
                self._execute("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read the database in the state of one moment, although other processes change it.

        Make no changes in the block.
        """
        self._execute(self.begin_reading)
        try:
            yield
        finally:
            with suppress(self.error):  # the connection may have ended
                self._execute("ROLLBACK")

    def _migrate(self) -> None:
        """Apply the numbered SQL files that were not applied to this database yet."""
        with self.transaction():
            version = self._version()
            steps = sorted(_STEPS.glob("*.sql"))
            if version > len(steps):
                raise TableError(
                    "newer-database",
                    "a newer version of Marcoria has changed this database: install that version",
                )
            for step in steps[version:]:
                text = step.read_text("utf-8")
                for word, own in self.words.items():
                    text = text.replace(word, own)
                for statement in _statements(text):
                    self._execute(statement)
            self._set_version(len(steps))

    # --- tables -----------------------------------------------------------------------------

    def add_table(self, row: TableRow) -> bool:
        """Enrol a table.

        If the table is enrolled already, replace its title and the time of its revocation. Return
        False if a table with another key has the same name. With 10,000 tables, the chance that
        any two have the same name is about 1 %.
        """
        done = self._execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET title = excluded.title, revoked = excluded.revoked"
            " WHERE tables.key = excluded.key",
            (row.name, row.title, row.key, row.enrolled, row.revoked),
        )
        return bool(done.rowcount)

    def revoke(self, name: str, now: int) -> bool:
        """Accept nothing more from a table; return whether there is such a table."""
        done = self._execute("UPDATE tables SET revoked = ? WHERE name = ?", (now, name))
        return bool(done.rowcount)

    def table(self, name: str) -> TableRow | None:
        """Return the table with this name, None if there is none."""
        row = self._execute("SELECT * FROM tables WHERE name = ?", (name,)).fetchone()
        return TableRow(*row) if row else None

    def tables(self, begin: str = "") -> list[TableRow]:
        """Return the tables whose title begins with `begin`, in the order of their titles.

        Revoked tables are included.
        """
        rows = self._execute(
            "SELECT * FROM tables WHERE substr(title, 1, ?) = ? ORDER BY title, name",
            (len(begin), begin),
        )
        return [TableRow(*row) for row in rows]

    def locked_tables(self, names: Sequence[str]) -> list[TableRow]:
        """Return the tables with these names; until the commit no other process changes them.

        Processes lock tables in the order of their names, which prevents deadlocks.
        """
        if not names:
            return []
        rows = self._execute(
            f"SELECT * FROM tables WHERE name IN ({_marks(names)}) ORDER BY name{self.lock}",
            names,
        )
        return [TableRow(*row) for row in rows]

    # --- journals and frames ----------------------------------------------------------------

    def journal(self, name: str, epoch: int) -> KnownJournal:
        """Return what the hub has of a journal, which may be nothing."""
        found = (one for one in self.journals(name) if one.epoch == epoch)
        return next(found, KnownJournal(name, epoch))

    def journals(self, *names: str) -> list[KnownJournal]:
        """Return the journals of these tables, the newest at the end."""
        if not names:
            return []
        rows = self._execute(
            f"SELECT * FROM streams WHERE name IN ({_marks(names)}) ORDER BY begun, epoch", names
        )
        return [KnownJournal(*row) for row in rows]

    def frame_upto(self, name: str, epoch: int, upto: int) -> Frame | None:
        """Return the stored frame that ends with the seq `upto`, None if there is none."""
        row = self._execute(
            "SELECT data FROM frames WHERE name = ? AND epoch = ? AND after < ?"
            " ORDER BY after DESC LIMIT 1",
            (name, epoch, upto),
        ).fetchone()
        frame = Frame(row[0]) if row else None
        return frame if frame and frame.upto == upto else None

    def frames(self, name: str, epoch: int, after: int = NO_RECORD) -> Iterator[Frame]:
        """Yield the frames of a journal that have only records after the seq `after`, in order."""
        rows = self._execute(
            "SELECT data FROM frames WHERE name = ? AND epoch = ? AND after >= ? ORDER BY after",
            (name, epoch, after),
        )
        for (data,) in rows:
            yield Frame(data)

    def stored_from(
        self, name: str, epoch: int, seq: int
    ) -> Iterator[tuple[int, int, int, bytes]]:
        """Yield `after`, `upto`, time of arrival and bytes of frames of a journal, in order.

        Begin with the last frame whose `after` is less than `seq`. This is the frame with the
        record `seq`, if the hub has that record. If there is no such frame, begin with the first.
        """
        yield from self._execute(
            "SELECT after, upto, came, data FROM frames WHERE name = ? AND epoch = ? AND after >="
            " coalesce((SELECT max(after) FROM frames WHERE name = ? AND epoch = ? AND after < ?),"
            " -1) ORDER BY after",
            (name, epoch, name, epoch, seq),
        )

    def complete_before(self, name: str, epoch: int, after: int) -> int:
        """Return when the hub last had all records that a table had written; 0 if never.

        A table sends a frame that is not full only if it has no further records. So this is the
        time at which the last such frame came. Ignore frames whose own `after` is not less than
        the argument `after`.
        """
        row = self._execute(
            "SELECT came FROM frames WHERE name = ? AND epoch = ? AND after < ?"
            " AND length(data) < ? ORDER BY after DESC LIMIT 1",
            (name, epoch, after, FULL_BYTES),
        ).fetchone()
        return int(row[0]) if row else 0

    # --- other tables of the database -------------------------------------------------------

    def run(
        self, statement: str, values: Sequence[str | int | bytes] = ()
    ) -> list[tuple[Any, ...]]:
        """Execute a statement with values in place of `?`; return the rows that it finds."""
        found = self._execute(statement, values)
        return [] if found.description is None else list(found.fetchall())

    # --- a batch of changes -----------------------------------------------------------------

    def add_journals(self, journals: Sequence[KnownJournal]) -> None:
        """Store new journals; raise ConflictError if another process has stored one of them."""
        self._change(
            "INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [
                (one.name, one.epoch, one.hi, one.chain, one.boot, one.begun, one.heard, one.fork)
                for one in journals
            ],
        )

    def change_journals(self, changes: Sequence[tuple[KnownJournal, KnownJournal]]) -> None:
        """Update journals; each item of `changes` has the old state and the new state.

        Raise ConflictError if `hi` or `chain` in the database are not those of the old state.
        """
        self._change(
            "UPDATE streams SET hi = ?, chain = ?, boot = ?, heard = ?, fork = ?"
            " WHERE name = ? AND epoch = ? AND hi = ? AND chain = ?",
            [
                (
                    *(now.hi, now.chain, now.boot, now.heard, now.fork),
                    *(was.name, was.epoch, was.hi, was.chain),
                )
                for was, now in changes
            ],
        )

    def add_frames(self, name_and_frame: Sequence[tuple[str, Frame]], now: int) -> None:
        """Store frames, each with the name of its table; `now` is the time at which they came."""
        self._change(
            "INSERT INTO frames VALUES (?, ?, ?, ?, ?, ?)",
            [
                (name, frame.epoch, frame.after, frame.upto, frame.data, now)
                for name, frame in name_and_frame
            ],
        )

    def count_refused(self, counts: Mapping[tuple[str, str], int]) -> None:
        """Add to the stored counts of refused messages.

        The keys of `counts` are the name of the table ("" if no table is known) and the reason.
        """
        self._change(
            "INSERT INTO refusals VALUES (?, ?, ?)"
            " ON CONFLICT (name, reason) DO UPDATE SET count = refusals.count + excluded.count",
            [(*which, count) for which, count in sorted(counts.items())],
        )

    def refused(self, name: str | None = None) -> dict[str, int]:
        """Return how many messages were refused, by reason.

        Count the messages of the table `name`, or all messages if `name` is None.
        """
        which, values = (" WHERE name = ?", (name,)) if name is not None else ("", ())
        rows = self.run(
            f"SELECT reason, sum(count) FROM refusals{which} GROUP BY reason ORDER BY reason",
            values,
        )
        return {reason: int(count) for reason, count in rows}

    def _change(self, statement: str, rows: Sequence[Row]) -> None:
        if rows and self._execute_all(statement, rows) != len(rows):
            raise ConflictError("another process has stored frames of the same table")


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _statements(text: str) -> Iterator[str]:
    """Yield the statements of an SQL file; a statement must end at the end of a line."""
    whole = ""
    for line in text.splitlines(keepends=True):
        if not line.startswith("--"):
            whole += line
        if line.rstrip().endswith(";"):
            yield whole
            whole = ""
