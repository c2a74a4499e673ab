"""Players of a hub: their nicknames, and the seats at which they sit.

All changes to nicknames and seats are made here, one at a time even if several hubs share a
database.
"""

import re
import time
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from marcoria.hub.store import Store
from marcoria.journal.dates import begin_of_evening, end_of_evening

SEATS = "NESW"
MOST_PLAYERS = 1000
MOST_SITTINGS = 40  # of a player in an evening
_LONGEST = 20  # characters of a nickname
# Characters that are invisible although `str.isprintable` accepts them.
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\ufffd"
).union(map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0)))
_AS_EMOJI = "\ufe0f"  # phones write it behind a suit such as ♠

# Reasons of a `PlayerError`, which are names of sentences in words/.
NICKNAME_LENGTH, NICKNAME_SIGNS = "nickname-length", "nickname-signs"
NICKNAME_TAKEN, FULL, UNKNOWN = "nickname-taken", "players-full", "player-unknown"
SEAT_TAKEN, SEAT_UNKNOWN, SEATS_MANY = "seat-taken", "seat-unknown", "seats-many"
REFUSALS = (
    *(NICKNAME_LENGTH, NICKNAME_SIGNS, NICKNAME_TAKEN, FULL, UNKNOWN),
    *(SEAT_TAKEN, SEAT_UNKNOWN, SEATS_MANY),
)


class PlayerError(Exception):
    """Refusal of what a player wants; `reason` is the name of a sentence for the player."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PlayerSeat(NamedTuple):
    """Seat of a player at the table `name`, from the time `since` until just before `until`."""

    nickname: str
    name: str
    seat: str
    since: int
    until: int


class SeatPlan:
    """All seats of players since a time."""

    def __init__(self, rows: list[PlayerSeat]) -> None:
        self.rows = rows
        self._by_seat: dict[tuple[str, str], list[PlayerSeat]] = {}
        for row in sorted(rows, key=_since):
            self._by_seat.setdefault((row.name, row.seat), []).append(row)

    def at(self, name: str, seat: str, seconds: int) -> str:
        """Return the nickname of the player who sat at a seat at a time, "" if none did."""
        rows = self._by_seat.get((name, seat), [])
        before = bisect_right(rows, seconds, key=_since)
        is_there = before and seconds < rows[before - 1].until
        return rows[before - 1].nickname if is_there else ""

    def seat_of(self, nickname: str, seconds: int) -> PlayerSeat | None:
        """Return the seat of a player at a time, None if the player did not sit."""
        found = (one for one in self.rows if one.nickname == nickname)
        return next((one for one in found if one.since <= seconds < one.until), None)


def _since(row: PlayerSeat) -> int:
    return row.since


class PlayerStore:
    """Players of a database; `now` returns the time in seconds since 1970.

    The secret in the cookie of a phone identifies a player. The database has only the SHA-256 of
    the secret.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    def nickname(self, secret: str) -> str:
        """Return the nickname of the player with this secret, "" if there is none."""
        rows = self._store.run("SELECT nickname FROM players WHERE secret = ?", (_digest(secret),))
        return str(rows[0][0]) if rows else ""

    def nicknames(self) -> list[str]:
        """Return all nicknames, sorted by code point."""
        return sorted(nickname for (nickname,) in self._store.run("SELECT nickname FROM players"))

    def plan(self, since: int | None = None) -> SeatPlan:
        """Return the seats of players since a time; without it, the seats that are taken now."""
        rows = self._store.run(
            "SELECT p.nickname, s.name, s.seat, s.since, s.until FROM sittings AS s"
            " JOIN players AS p ON p.fold = s.player WHERE s.until > ?"
            " ORDER BY s.since, s.player",
            (int(self._now()) if since is None else since,),
        )
        return SeatPlan([PlayerSeat(*row) for row in rows])

    # --- changes ----------------------------------------------------------------------------

    def enter(self, typed: str, secret: str) -> None:
        """Store a nickname that a player has typed; raise PlayerError if that is not possible.

        A player who has a nickname keeps it, so the same form may be sent twice.
        """
        nickname, now = nickname_of(typed), int(self._now())
        with self._changes():
            if self.nickname(secret):
                return
            self._remove_unused(now)
            if self._store.run("SELECT 1 FROM players WHERE fold = ?", (_fold(nickname),)):
                raise PlayerError(NICKNAME_TAKEN)
            if self._count() >= MOST_PLAYERS:
                raise PlayerError(FULL)
            self._store.run(
                "INSERT INTO players VALUES (?, ?, ?, ?)",
                (_fold(nickname), nickname, _digest(secret), now),
            )

    def sit(self, secret: str, name: str, seat: str, seen: str) -> None:
        """Seat a player at the table `name`; raise PlayerError if that is not possible.

        The player leaves any other seat. `seen` is the nickname that the page has shown at the
        seat, "" if the seat was free. If another player has the seat now, `seen` must be the
        nickname of that other player, who then loses the seat.
        """
        now = int(self._now())
        with self._changes():
            fold = _fold(self._known(secret))
            table = self._store.table(name)
            if seat not in [*SEATS] or table is None or table.revoked is not None:
                raise PlayerError(SEAT_UNKNOWN)
            there = self.plan().at(name, seat, now)
            if there and _fold(there) == fold:
                return
            if there not in ("", seen):
                raise PlayerError(SEAT_TAKEN)
            ((count,),) = self._store.run(
                "SELECT count(*) FROM sittings WHERE player = ? AND since >= ?",
                (fold, begin_of_evening(now)),
            )
            if count >= MOST_SITTINGS:
                raise PlayerError(SEATS_MANY)
            self._end(now, "player = ? OR (name = ? AND seat = ?)", fold, name, seat)
            self._store.run(
                "INSERT INTO sittings VALUES (?, ?, ?, ?, ?)",
                (fold, name, seat, now, end_of_evening(now)),
            )

    def stand(self, secret: str) -> None:
        """End a player's sitting, if there is one; raise PlayerError for an unknown secret."""
        with self._changes():
            self._end(int(self._now()), "player = ?", _fold(self._known(secret)))

    def leave(self, secret: str) -> None:
        """Erase the player with this secret; raise PlayerError if there is none."""
        if not self._erase("secret", _digest(secret)):
            raise PlayerError(UNKNOWN)

    def erase(self, nickname: str) -> bool:
        """Erase a nickname and its sittings; return whether the nickname existed."""
        return self._erase("fold", _fold(nickname))

    def _erase(self, column: str, value: str | bytes) -> bool:
        with self._changes():
            before = self._count()
            self._store.run(f"DELETE FROM players WHERE {column} = ?", (value,))
            is_erased = self._count() < before
        self._store.forget()
        return is_erased

    @contextmanager
    def _changes(self) -> Iterator[None]:
        with self._store.transaction():
            self._store.claim("players")
            yield

    def _known(self, secret: str) -> str:
        nickname = self.nickname(secret)
        if not nickname:
            raise PlayerError(UNKNOWN)
        return nickname

    def _count(self) -> int:
        ((count,),) = self._store.run("SELECT count(*) FROM players")
        return int(count)

    def _end(self, now: int, which: str, *values: str) -> None:
        """End the sittings that match an SQL condition; remove those that began in this second."""
        self._store.run(
            f"UPDATE sittings SET until = ? WHERE until > ? AND ({which})", (now, now, *values)
        )
        self._store.run(f"DELETE FROM sittings WHERE until <= since AND ({which})", values)

    def _remove_unused(self, now: int) -> None:
        """Remove nicknames from earlier evenings whose players never sat down.

        If there are still `MOST_PLAYERS`, also remove nicknames from earlier evenings whose
        players have no deal and have not sat down this evening. As long as there is room, these
        nicknames are kept, because a late report may bring a deal for them.
        """
        evening = begin_of_evening(now)
        remove = "DELETE FROM players WHERE made < ? AND NOT EXISTS"
        seats = "SELECT 1 FROM sittings AS s WHERE s.player = players.fold"
        deals = (
            "SELECT 1 FROM results AS r WHERE r.name = s.name"
            " AND r.played >= s.since AND r.played < s.until"
        )
        self._store.run(f"{remove} ({seats})", (evening,))
        if self._count() >= MOST_PLAYERS:
            used = f"{seats} AND (s.since >= ? OR EXISTS ({deals}))"
            self._store.run(f"{remove} ({used})", (evening, evening))


def nickname_of(typed: str) -> str:
    """Return a typed nickname without needless characters; raise PlayerError if it is invalid."""
    text = unicodedata.normalize("NFC", typed.replace(_AS_EMOJI, "").strip())
    nickname = re.sub(" +", " ", text)
    if not 0 < len(nickname) <= _LONGEST:
        raise PlayerError(NICKNAME_LENGTH)
    is_seen = any(unicodedata.category(sign)[0] in "LNPS" for sign in nickname)
    if not (nickname.isprintable() and is_seen and _INVISIBLE.isdisjoint(nickname)):
        raise PlayerError(NICKNAME_SIGNS)
    return nickname


def _fold(nickname: str) -> str:
    """Return a nickname without differences of case and Unicode form, to compare it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", nickname).casefold())


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
