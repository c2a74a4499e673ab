"""Players of a hub: nicknames, seats, and a ranking that depends on frames and seats alone.

The oracle of the ranking walks through a list of what people did, for each deal and each person.
"""

import csv
import io
import json
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
from starlette.requests import Request

import testenv
from carrying import NOW, Hub, Sender
from clocked_tables import ClockedTable
from dice import Dice
from marcoria.cli import main
from marcoria.hub import players
from marcoria.hub.database import open_database
from marcoria.hub.page import LANGUAGES
from marcoria.hub.players import PlayerError, PlayerStore, _fold, nickname_of
from marcoria.hub.store import Store
from marcoria.hub.views import Shown, Views
from marcoria.journal.dates import begin_of_evening, end_of_evening
from marcoria.paths import ROOT
from recorded_tables import PAGES, RecordedTable, first_deals, paper, random_evening, views_of
from recorded_tables import text_of as text

RUNS_ON = "cpython"
_DAY = 86_400
_SHOWN = Shown(has_players=True)
_EVENINGS = 30 if testenv.SOAK else 2
_RACES = 100 if testenv.SOAK else 8
_OF_PLAYERS = ("/players", "/players?all=1", "/api/players", "/players.csv", "/players.csv?all=1")
_SCHEMA = json.loads((ROOT / "docs" / "hub.schema.json").read_text("utf-8"))["$defs"]
# In these nights summer time begins and ends.
_SPRING, _AUTUMN = "2027-03-27 21:00", "2027-10-30 21:00"


class Room:
    """Players of a hub; a test sets `now`, the time of the hub's clock."""

    def __init__(self, store: Store, now: int = NOW) -> None:
        self.store = store
        self.now = now
        self.players = PlayerStore(store, lambda: self.now)
        self._secrets: dict[str, str] = {}
        self._entered = 0

    def enter(self, nickname: str) -> str:
        """Choose a nickname; return the player's secret."""
        self._entered += 1
        secret = f"secret {self._entered} of {nickname}"
        self.players.enter(nickname, secret)
        self._secrets[nickname] = secret
        return secret

    def sit(self, nickname: str, table: str, seat: str = "N", now: int | None = None) -> str:
        """Let a player sit down, even on an occupied seat; return the player's secret.

        Set the clock to `now` first, unless it is None. A new player first chooses the nickname.
        """
        self.now = self.now if now is None else now
        secret = self._secrets.get(nickname) or self.enter(nickname)
        self.players.sit(secret, table, seat, self.players.plan().at(table, seat, self.now))
        return secret

    def count(self, table: str) -> int:
        """Return the number of rows of a table of the database."""
        ((count,),) = self.store.run(f"SELECT count(*) FROM {table}")
        return int(count)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with closing(open_database(database)) as store:
        yield store


@pytest.fixture
def hub(database: str) -> Iterator[Hub]:
    hub = Hub(database)
    yield hub
    hub.store.close()


@pytest.fixture
def rome(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Rome")
        time.tzset()
        yield
    time.tzset()


def _deal(hub: Hub, folder: Path, number: int = 1, title: str = "window") -> RecordedTable:
    table = RecordedTable(hub, folder, number, title)
    house, events = paper("deal")
    table.play(house, first_deals(events, 1))
    return table


def _ranking(hub: Hub, now: int = NOW, path: str = "/api/players") -> dict[str, Any]:
    with views_of(hub, now, _SHOWN) as views:
        return {one["nickname"]: one for one in json.loads(text(views, path))["players"]}


def _reason(act: Any, *values: Any) -> str:
    """Return why `act` refuses a player, "" if it does not."""
    try:
        act(*values)
    except PlayerError as error:
        return error.reason
    return ""


# --- nicknames ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "nickname"),
    [
        ("  Anna ", "Anna"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Anna   Maria", "Anna Maria"),
        ("\u2660\ufe0f Regina", "\u2660 Regina"),
        ("x" * 20, "x" * 20),
        ("e\u0301" * 20, "\u00e9" * 20),
        ("שמואל", "שמואל"),
        ("😀", "😀"),
        ("<b>&", "<b>&"),
        ("007", "007"),
    ],
)
def test_a_nickname_is_kept_as_its_player_reads_it(typed: str, nickname: str) -> None:
    assert nickname_of(typed) == nickname == nickname_of(nickname)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "length"),
        (" \t\u3000 ", "length"),
        ("x" * 21, "length"),
        *[(f"An{sign}na", "signs") for sign in "\0\a\t\n\r\x1b\x7f\x85\u2028\u2029"],
        *[(f"An{sign}na", "signs") for sign in "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"],
        *[(f"An{sign}na", "signs") for sign in "\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2069"],
        *[(f"An{sign}na", "signs") for sign in "\u034f\u3164\u115f\ufe00\ufffd\ud800\ue000\u00a0"],
        ("\u2800", "signs"),
        ("\u0301\u0302", "signs"),
    ],
)
def test_a_nickname_that_cannot_be_read_is_refused(typed: str, reason: str) -> None:
    assert _reason(nickname_of, typed) == f"nickname-{reason}"


def test_a_nickname_belongs_to_one_player(store: Store) -> None:
    room = Room(store)
    secret = room.enter("Straße")
    for typed in ("Straße", "STRASSE", " strasse ", "ＳＴＲＡＳＳＥ"):
        assert _reason(room.players.enter, typed, "another") == "nickname-taken", typed
    # A form that is sent twice changes nothing, nor does a second nickname.
    room.players.enter("Straße", secret)
    room.players.enter("Weg", secret)
    assert room.players.nicknames() == ["Straße"] and room.players.nickname(secret) == "Straße"


def test_a_wrong_or_copied_cookie_changes_nothing(hub: Hub, tmp_path: Path) -> None:
    table = _deal(hub, tmp_path)
    room = Room(hub.store)
    secret = room.sit("Anna", table.name)
    ((digest,),) = hub.store.run("SELECT secret FROM players")
    before = [hub.store.run(f"SELECT * FROM {name}") for name in ("players", "sittings")]
    for wrong in ("", "x", digest.hex(), digest.decode("latin-1"), secret + " ", secret[:-1]):
        assert room.players.nickname(wrong) == ""
        for act, values in (("sit", (table.name, "S", "")), ("stand", ()), ("leave", ())):
            assert _reason(getattr(room.players, act), wrong, *values) == "player-unknown"
    assert [hub.store.run(f"SELECT * FROM {name}") for name in ("players", "sittings")] == before
    assert "Anna" in str(before) and secret not in str(before)


# --- seats --------------------------------------------------------------------------------------


def test_a_seat_has_one_player_and_a_player_one_seat(hub: Hub, tmp_path: Path) -> None:
    table, room = _deal(hub, tmp_path).name, Room(hub.store)

    def at(seconds: int) -> list[str]:
        plan = room.players.plan(0)
        return [plan.at(table, seat, seconds) for seat in "NESW"]

    anna = room.sit("Anna", table, "N", NOW)
    room.sit("Ben", table, "N", NOW + 10)
    room.sit("Anna", table, "E", NOW + 20)
    room.sit("Anna", table, "S", NOW + 20)  # in the same second
    room.now = NOW + 30
    room.players.stand(anna)
    assert at(NOW - 1) == ["", "", "", ""]
    assert at(NOW) == at(NOW + 9) == ["Anna", "", "", ""]
    assert at(NOW + 10) == at(NOW + 19) == ["Ben", "", "", ""]
    assert at(NOW + 20) == at(NOW + 29) == ["Ben", "", "Anna", ""]
    assert at(NOW + 30) == at(end_of_evening(NOW) - 1) == ["Ben", "", "", ""]
    assert at(end_of_evening(NOW)) == ["", "", "", ""]
    assert room.count("sittings") == 3
    # The hub's clock goes back. The change that is made last also replaces changes with later
    # times, so that each seat still has only one player.
    room.sit("Carla", table, "N", NOW + 5)
    assert at(NOW + 4) == ["Anna", "", "", ""]
    assert at(NOW + 10) == ["Carla", "", "", ""] and at(NOW + 25) == ["Carla", "", "Anna", ""]


def test_a_player_takes_over_only_from_the_player_who_was_seen(hub: Hub, tmp_path: Path) -> None:
    table, room = _deal(hub, tmp_path).name, Room(hub.store)
    room.sit("Anna", table)
    ben = room.enter("Ben")
    assert _reason(room.players.sit, ben, table, "N", "") == "seat-taken"
    assert _reason(room.players.sit, ben, table, "N", "Carla") == "seat-taken"
    assert room.players.plan().at(table, "N", NOW) == "Anna"
    assert _reason(room.players.sit, ben, table, "N", "Anna") == ""
    assert _reason(room.players.sit, ben, table, "N", "Anna") == ""  # the form is sent twice
    assert room.players.plan().at(table, "N", NOW) == "Ben"
    for name, seat in ((table, "X"), (table, ""), (table, "NE"), ("00000000", "N")):
        assert _reason(room.players.sit, ben, name, seat, "") == "seat-unknown"
    hub.store.run("UPDATE tables SET revoked = 1")
    assert _reason(room.players.sit, ben, table, "S", "") == "seat-unknown"


@pytest.mark.parametrize("begin", [_SPRING, _AUTUMN, "2027-07-01 21:00"])
def test_all_stand_up_at_six_in_the_morning(
    rome: None, file_hub: Hub, tmp_path: Path, begin: str
) -> None:
    now = int(time.mktime(time.strptime(begin, "%Y-%m-%d %H:%M")))
    six = time.strptime(begin[:8] + str(int(begin[8:10]) + 1) + " 06:00", "%Y-%m-%d %H:%M")
    end = int(time.mktime((*six[:8], -1)))
    assert end - now == {_SPRING: 8, _AUTUMN: 10}.get(begin, 9) * 3600
    assert end_of_evening(now) == end_of_evening(end - 1) == end == begin_of_evening(end)
    assert begin_of_evening(end - 1) == begin_of_evening(now)
    first, second = _deal(file_hub, tmp_path, 1), _deal(file_hub, tmp_path, 2)
    room = Room(file_hub.store, now)
    room.sit("Anna", first.name)
    room.sit("Ben", second.name)
    first.push(end - 1)
    second.push(end)
    assert list(_ranking(file_hub, end)) == ["Anna"]
    room.now = end
    assert room.players.plan().rows == []


# --- the ranking --------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [0, 3 * _DAY])
def test_a_deal_counts_for_those_who_sit_when_it_ends(
    file_hub: Hub, tmp_path: Path, late: int
) -> None:
    """Anna sits down in the second in which the deal ends; Ben stands up in the same second."""
    house, events = paper("deal")
    table = ClockedTable(file_hub, tmp_path)
    table.learn((NOW - 100) * 1000)
    table.wait(100_999)  # the last ms of the second
    table.play(house, first_deals(events, 1))
    room = Room(file_hub.store)
    ben = room.sit("Ben", table.name, "S", NOW - 50)
    room.sit("Dora", table.name, "E", NOW - 1)
    room.sit("Emil", table.name, "W", NOW - 1)
    room.sit("Fritz", table.name, "E", NOW)
    room.sit("Anna", table.name, "N", NOW)
    room.players.stand(ben)
    room.sit("Gina", table.name, "S", NOW + 1)
    room.sit("Hans", table.name, "W", NOW + 1)
    table.push(NOW + 200 + late)
    found = _ranking(file_hub, NOW + 200 + late)
    assert set(found) == {"Anna", "Fritz", "Emil"}
    ours, theirs = found["Anna"], found["Emil"]
    assert ours["points"] == theirs["against"] == table.points[0][0] and ours["deals"] == 1


class _Act(NamedTuple):
    """Change of a person's place; `place` has the name of a table and a seat, () for none."""

    time: int
    person: int
    place: tuple[str, ...]


def _evening_of(seconds: int) -> tuple[int, int]:
    there = time.localtime(seconds)
    return there.tm_year, there.tm_yday - (there.tm_hour < 6)


def _place(acts: list[_Act], person: int, seconds: int) -> tuple[str, ...]:
    """Return the place where a person sat at a time, () for none.

    This is the oracle: it reads all that people did.
    """
    place: tuple[str, ...] = ()
    since = 0
    for act in acts:
        if act.time > seconds:
            continue
        if act.person == person:
            place, since = act.place, act.time
        elif act.place == place:
            place = ()
    return place if _evening_of(since) == _evening_of(seconds) else ()


def _expected(
    acts: list[_Act], names: dict[int, str], deals: list[dict[str, Any]], since: int
) -> list[tuple[Any, ...]]:
    found = []
    for person, name in names.items():
        deal_count = won = points = against = 0
        for deal in deals:
            there = _place(acts, person, deal["played"])
            for side, score in deal["score"].items():
                if deal["played"] >= since and there in [(deal["table"], seat) for seat in side]:
                    deal_count += 1
                    won += deal["winner"] == side
                    points += score
                    against += sum(deal["score"].values()) - score
        if deal_count:
            found.append((-won, against - points, -points, name, deal_count))
    found.sort()
    return [
        (
            1 + sum(other[:3] < one[:3] for other in found),
            one[3],
            one[4],
            -one[0],
            -one[2],
            -one[1],
        )
        for one in found
    ]


@pytest.mark.parametrize("seed", range(_EVENINGS))
def test_the_ranking_is_a_function_of_frames_and_seats(
    rome: None, tmp_path: Path, file_hub: Hub, seed: int
) -> None:
    dice = Dice(testenv.SEED * 1000 + seed)
    begin = time.strptime(_SPRING if seed % 2 else _AUTUMN, "%Y-%m-%d %H:%M")
    start = now = int(time.mktime(begin))
    room = Room(file_hub.store, now)
    tables, plays = [], []
    for number, house in enumerate(("french", "espanola-2"), 1):
        table = ClockedTable(file_hub, tmp_path, number, f"table {number}")
        table.learn(now * 1000 - table.journal.now)
        tables.append(table)
        plays.append(random_evening(house, seed * 10 + number, 1000))
    names: dict[int, str] = {}
    secrets: dict[int, str] = {}
    acts: list[_Act] = []
    people = 0
    for at in range(0, 450, 2):
        step = dice.below(600)
        now += step
        for table, (house, events) in zip(tables, plays, strict=True):
            table.wait(step * 1000)
            table.play(house, events[at : at + 2])
        room.now = now
        for _ in range(dice.below(4)):
            what, person = dice.below(12), dice.below(people) if people else 0
            if person in names and not room.players.nickname(secrets[person]):
                # On the next evening the hub drops nicknames whose players never sat down.
                del names[person]
            if what < 3 or person not in names:
                with suppress(PlayerError):  # the nickname may be taken
                    secrets[people] = room.enter(f"P{dice.below(9)}")
                    names[people] = room.players.nickname(secrets[people])
                    people += 1
            elif what < 9:
                name, seat = tables[dice.below(2)].name, "NESW"[dice.below(4)]
                seen = room.players.plan().at(name, seat, now)
                if not _reason(room.players.sit, secrets[person], name, seat, seen):
                    acts.append(_Act(now, person, (name, seat)))
            elif what < 11:
                room.players.stand(secrets[person])
                acts.append(_Act(now, person, ()))
            else:
                room.players.leave(secrets[person])
                del names[person]
                acts.append(_Act(now, person, ()))
        if not dice.below(8):
            tables[0].push(now)  # the other table sends nothing until the end
    other = Hub(f"{tmp_path}/other.sqlite")
    with closing(other.store):
        for number, table in enumerate(tables, 1):
            other.enrol(table.secret, bytes([number] * 32), f"table {number}")
            table.push(now + _DAY)
        # Another hub with the same seats gets all frames later, the last table first.
        for row in file_hub.store.run("SELECT * FROM players"):
            other.store.run("INSERT INTO players VALUES (?, ?, ?, ?)", row)
        for row in file_hub.store.run("SELECT * FROM sittings"):
            other.store.run("INSERT INTO sittings VALUES (?, ?, ?, ?, ?)", row)
        for table in tables[::-1]:
            # A new sender divides the records into other frames.
            sender = Sender(table.journal, table.secret)
            while data := sender.frame():
                receipt = other.take(table.name, data, now + 2 * _DAY)
                assert receipt.ack and sender.told(receipt.ack)
        for since, when, path in ((0, now, "?all=1"), (begin_of_evening(now), now, "")):
            shown = []
            for hub in (file_hub, other):
                with views_of(hub, when, _SHOWN) as views:
                    deals = json.loads(text(views, "/api/deals"))
                    rows = list(csv.reader(io.StringIO(text(views, f"/players.csv{path}"))))
                got = [
                    (int(r[0]), r[1], int(r[2]), int(r[4]), int(r[5]), int(r[7])) for r in rows[1:]
                ]
                assert got == _expected(acts, names, deals, since)
                shown.append(rows)
            assert shown[0] == shown[1] and len(shown[0]) > 2
    assert now > start + 9 * 3600


def test_a_rebuild_and_a_copy_keep_the_ranking(
    file_hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, room = _deal(file_hub, tmp_path), Room(file_hub.store)
    for seat, nickname in zip("NESW", ("Anna", "Ben", "Carla", "Dora"), strict=True):
        secret = room.sit(nickname, table.name, seat, NOW - 9)
    table.push(NOW)

    def shown(hub: Hub) -> list[str]:
        with views_of(hub, NOW + 5, _SHOWN) as views:
            return [text(views, path) for path in ("/wall", *_OF_PLAYERS[2:])]

    wanted = shown(file_hub)
    assert main(["hub", "rebuild", "--db", file_hub.path]) == 0
    assert shown(file_hub) == wanted
    copy, again = f"{tmp_path}/copy.sqlite", f"{tmp_path}/again.sqlite"
    assert main(["hub", "backup", copy, "--db", file_hub.path]) == 0
    room.players.leave(secret)
    without = shown(file_hub)
    assert main(["hub", "rebuild", "--db", file_hub.path]) == 0
    assert shown(file_hub) == without != wanted
    assert main(["hub", "restore", copy, "--db", again]) == 0
    restored = Hub(again)
    assert shown(restored) == wanted
    assert PlayerStore(restored.store).nickname(secret) == "Dora"
    restored.store.close()
    assert main(["hub", "doctor", "--db", file_hub.path]) == 0
    capsys.readouterr()


# --- deletion -----------------------------------------------------------------------------------


def test_a_deleted_player_leaves_no_byte_and_no_seat_to_others(
    file_hub: Hub, tmp_path: Path
) -> None:
    table, room = _deal(file_hub, tmp_path), Room(file_hub.store)
    for number in range(300):
        room.sit(f"Quagliarella {number:03}", table.name, "NESW"[number % 4], NOW - 400 + number)
    secret = room.sit("Bartolomeo", table.name, "N", NOW - 90)
    table.push(NOW)
    with views_of(file_hub, NOW, _SHOWN) as views:
        assert "Bartolomeo" in text(views, "/api/players")
        room.players.leave(secret)
        assert "Bartolomeo" not in text(views, "/api/players")
    for number in range(0, 300, 7):
        assert room.players.erase(f"QUAGLIARELLA {number:03}")
    files = b"".join(one.read_bytes() for one in tmp_path.glob("hub.sqlite*"))
    for number in range(300):
        for nickname in (f"Quagliarella {number:03}", f"quagliarella {number:03}"):
            assert (nickname.encode() in files) == (number % 7 > 0), nickname
    assert b"artolomeo" not in files
    # The seat does not return to its previous player, and the nickname is free.
    found = _ranking(file_hub)
    assert "Bartolomeo" not in found and room.players.plan().at(table.name, "N", NOW) == ""
    room.players.enter("bartolomeo", "another")
    assert "bartolomeo" not in _ranking(file_hub)
    assert room.count("sittings") == len(room.players.plan(0).rows)


def test_deletion_erases_the_sittings_in_each_database(hub: Hub, tmp_path: Path) -> None:
    table, room = _deal(hub, tmp_path), Room(hub.store)
    room.sit("Anna", table.name, "N", NOW)
    room.sit("Anna", table.name, "S", NOW + 5)
    room.sit("Ben", table.name, "E", NOW + 5)
    assert room.players.erase("anna") and not room.players.erase("Anna")
    assert room.players.nicknames() == ["Ben"] and room.count("sittings") == 1


def test_the_keeper_lists_and_deletes_nicknames(
    hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    option = ["--db", hub.path]
    assert main(["hub", "players", *option]) == 0
    assert capsys.readouterr().out == "nobody has a nickname\n"
    room = Room(hub.store)
    for nickname in ("Ben", "Anna", "=1+1"):
        room.enter(nickname)
    assert main(["hub", "players", *option]) == 0
    assert capsys.readouterr().out == "=1+1\nAnna\nBen\n"
    assert main(["hub", "players", "--json", *option]) == 0
    assert json.loads(capsys.readouterr().out)["nicknames"] == ["=1+1", "Anna", "Ben"]
    assert main(["hub", "players", "--delete", "ANNA", *option]) == 0
    assert room.players.nicknames() == ["=1+1", "Ben"]
    assert main(["hub", "players", "--delete", "Anna", *option]) == 1
    assert "marcoria hub players lists" in capsys.readouterr().err


# --- abuse --------------------------------------------------------------------------------------


def test_floods_of_nicknames_and_moves_are_bounded(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "MOST_PLAYERS", 5)
    monkeypatch.setattr(players, "MOST_SITTINGS", 6)
    table = _deal(hub, tmp_path)
    room = Room(hub.store, NOW - 2 * _DAY)
    secrets = [room.enter(f"P{number}") for number in range(5)]
    assert [_reason(room.enter, f"Q{number}") for number in range(5)] == 5 * ["players-full"]
    for number, secret in enumerate(secrets[:4]):
        told = []
        for seat in 10 * "NE":
            room.now += 60
            seen = room.players.plan().at(table.name, seat, room.now)
            told.append(_reason(room.players.sit, secret, table.name, seat, seen))
        assert told == [*6 * [""], *7 * ["seats-many", ""]]
        assert room.count("sittings") == 6 * (number + 1)
    # On the next evening the hub drops P4, who never sat down. It keeps the players who sat,
    # because deals of that evening may still be reported.
    room.now = begin_of_evening(NOW - _DAY)
    assert _reason(room.enter, "Anna") == ""
    assert room.players.nicknames() == ["Anna", "P0", "P1", "P2", "P3"]
    # P1 and P2 had a deal, and P3 sits now. Ben needs room, so the hub drops P0.
    room.sit("P3", table.name, "S")
    rows = room.players.plan(0).rows
    one = next(row for row in rows if row.nickname == "P2")
    table.push(one.since)
    with views_of(hub, NOW, _SHOWN) as views:
        text(views, "/players")
    assert _reason(room.enter, "Ben") == ""
    assert room.players.nicknames() == ["Anna", "Ben", "P1", "P2", "P3"]
    assert {name: row["deals"] for name, row in _ranking(hub).items()} == {"P1": 1, "P2": 1}


@pytest.mark.parametrize("race", ["seat", "nickname", "last place"])
def test_of_two_players_at_once_one_wins_and_the_other_is_told(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, race: str
) -> None:
    hub = Hub(database)
    table = _deal(hub, tmp_path).name
    with (
        closing(hub.store),
        closing(open_database(database)) as two,
        ThreadPoolExecutor(2) as pool,
    ):
        rooms = [Room(hub.store), Room(two)]
        for number in range(_RACES):
            for room in rooms:
                room.now += 10
            if race == "seat":
                secrets = [room.enter(f"{i}.{number}") for i, room in enumerate(rooms)]
                seat = "NESW"[number % 4]
                seen = rooms[0].players.plan().at(table, seat, rooms[0].now)
                tries = [
                    pool.submit(_reason, room.players.sit, secret, table, seat, seen)
                    for room, secret in zip(rooms, secrets, strict=True)
                ]
                wanted = ["", "seat-taken"]
            elif race == "nickname":
                tries = [
                    pool.submit(_reason, room.players.enter, f"Anna {number}", f"{i} {number}")
                    for i, room in enumerate(rooms)
                ]
                wanted = ["", "nickname-taken"]
            else:
                monkeypatch.setattr(players, "MOST_PLAYERS", number + 1)
                tries = [
                    pool.submit(_reason, room.players.enter, f"{i}.{number}", f"{i} {number}")
                    for i, room in enumerate(rooms)
                ]
                wanted = ["", "players-full"]
            assert sorted(one.result() for one in tries) == wanted
        now = rooms[0].now
        there = [rooms[0].players.plan().at(table, seat, now) for seat in "NESW"]
        assert race != "seat" or all(there)


# --- pages and files ----------------------------------------------------------------------------


def _page(views: Views, path: str, secret: str = "", language: str = "en") -> str:
    place, _, query = path.partition("?")
    headers = [(b"host", b"hub:8080"), (b"accept-language", language.encode())]
    if secret:
        headers.append((b"cookie", f"marcoria={secret}".encode()))
    scope = {"type": "http", "method": "GET", "path": place, "query_string": query.encode()}
    views.catch_up()
    answer = getattr(views, place[1:])(Request(scope | {"headers": headers}))
    return bytes(answer.body).decode()


def test_nicknames_are_text_everywhere(file_hub: Hub, tmp_path: Path) -> None:
    table, room = _deal(file_hub, tmp_path), Room(file_hub.store, NOW - 9)
    odd = ["<script>alert(1)", "=1+1", "\"\\{0}&'", "007"]
    for nickname, seat in zip(odd, "NESW", strict=True):
        room.sit(nickname, table.name, seat)
    table.push(NOW)
    with views_of(file_hub, NOW, _SHOWN) as views:
        own = room.players
        own.enter("<i>me", "x" * 43)
        pages = [
            _page(views, "/players", "x" * 43),
            _page(views, "/players"),
            _page(views, "/wall"),
        ]
        for page in pages:
            assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page
            assert "<bdi>=1+1</bdi>" in page and "{0}&amp;" in page
        assert "<i>me" not in pages[0] and 'value="' + table.name + " N &lt;script" in pages[0]
        typed = _page(views, "/players?told=nickname-taken&typed=%22%3E%3Cb%3E" + "x" * 99)
        assert '"><b>' not in typed and "x" * 41 not in typed
        assert "Another player has this nickname" in typed
        assert 'id="told"' not in _page(views, "/players?told=N")
        rows = list(csv.reader(io.StringIO(text(views, "/players.csv"))))
        assert {row[1] for row in rows[1:]} == {"<script>alert(1)", "'=1+1", odd[2], "007"}
        answer = json.loads(text(views, "/api/players"))
        assert {one["nickname"] for one in answer["players"]} == set(odd)
        form = {"$ref": "#/$defs/players", "$defs": _SCHEMA}
        jsonschema.Draft202012Validator(form).validate(answer)


def test_the_wall_names_the_players_who_sit_now(file_hub: Hub, tmp_path: Path) -> None:
    table, room = _deal(file_hub, tmp_path), Room(file_hub.store, NOW - 9)
    anna = room.sit("Anna", table.name, "N")
    room.sit("Ben", table.name, "S")
    table.push(NOW)
    with views_of(file_hub, NOW, _SHOWN) as views:
        page = _page(views, "/wall")
        assert "N – S</span> <bdi>Anna</bdi><bdi>Ben</bdi>" in page
        assert "East – West</span></th>" in page
        assert '<a href="/players?of=win">hub:8080/players?of=win</a>' in _page(
            views, "/wall?of=win"
        )
        # The page names the player's own seat even if it shows other tables.
        page = _page(views, "/players?of=other", anna)
        assert "You sit here: window, North." in page and 'class="seat-' not in page
        room.players.stand(anna)
        page = _page(views, "/wall")
        assert "N – S</span> <bdi>Ben</bdi>" in page and "Anna" not in page
        for language in LANGUAGES:
            assert "<bdi>Ben</bdi>" in _page(views, "/wall", "", language)


def test_without_players_nothing_is_shown_of_them(file_hub: Hub, tmp_path: Path) -> None:
    table, room = _deal(file_hub, tmp_path), Room(file_hub.store, NOW - 9)
    table.push(NOW)
    with views_of(file_hub) as views:
        before = [text(views, path, language) for path in PAGES for language in LANGUAGES]
    room.sit("Anna", table.name, "N")
    with views_of(file_hub) as views:
        assert before == [text(views, path, one) for path in PAGES for one in LANGUAGES]
        assert not any("players" in page for page in before)


def test_a_delay_holds_back_the_ranking_of_players(file_hub: Hub, tmp_path: Path) -> None:
    table, room = _deal(file_hub, tmp_path), Room(file_hub.store, NOW - 9)
    room.sit("Anna", table.name, "N")
    table.push(NOW)
    for wait, count in ((299, 0), (301, 1)):
        with views_of(file_hub, NOW + wait, Shown(300, "", True)) as views:
            assert len(json.loads(text(views, "/api/players"))["players"]) == count


def test_a_database_without_players_gets_them(tmp_path: Path, file_hub: Hub) -> None:
    table = _deal(file_hub, tmp_path)
    file_hub.store.close()
    with closing(sqlite3.connect(file_hub.path, isolation_level=None)) as base:
        base.execute("DROP TABLE sittings")
        base.execute("DROP TABLE players")
        base.execute("PRAGMA user_version = 3")
    hub = Hub(file_hub.path)
    Room(hub.store).sit("Anna", table.name)
    assert PlayerStore(hub.store, lambda: NOW).plan().at(table.name, "N", NOW) == "Anna"
    hub.store.close()


@pytest.mark.parametrize("other", ["HANS", "ℌans", "𝐇ANS", "Ｈans"])
def test_nicknames_in_other_letters_of_unicode_are_one_nickname(other: str) -> None:
    assert _fold(other) == _fold("Hans")
