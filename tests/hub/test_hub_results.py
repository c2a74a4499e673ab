"""Results of deals depend only on the records in frames, and equal the results of the table."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import testenv
from carrying import NOW, Hub
from codes.journal import RoomLeft
from dice import Dice
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.words import events_of
from marcoria.cli import main
from marcoria.hub.care import faults
from marcoria.hub.database import open_database
from marcoria.hub.frame import Frame
from marcoria.hub.reports import Reports
from marcoria.hub.results import DealResult, ResultStore
from marcoria.hub.store import Store
from marcoria.paths import HOST
from recorded_tables import (
    PAGES,
    RecordedTable,
    first_deals,
    paper,
    random_evening,
    text_of,
    views_of,
)

RUNS_ON = "cpython"
_HOUSES = ["french", "bulgarian", "espanola-2"]
_EVENINGS = 40 if testenv.SOAK else 3


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    return Hub(f"{tmp_path}/hub.sqlite")


def _rows(store: Store) -> list[DealResult]:
    results = ResultStore(store, Rulebooks())
    results.catch_up()
    return [
        row
        for table in store.tables()
        for j in store.journals(table.name)
        for row in results.of(j)
    ]


def _other(folder: Path) -> Hub:
    folder.mkdir()
    return Hub(f"{folder}/hub.sqlite")


@pytest.mark.parametrize("seed", range(_EVENINGS))
def test_results_do_not_depend_on_the_way_of_frames(hub: Hub, tmp_path: Path, seed: int) -> None:
    dice = Dice(testenv.SEED * 1000 + seed)
    there = _other(tmp_path / "other")
    house, events = random_evening(_HOUSES[seed % 3], seed, 3000)
    slow = RecordedTable(hub, tmp_path, seed + 1, blocks=6 + dice.below(8))
    at = 0
    while at < len(events):
        more = 1 + dice.below(80)
        slow.play(house, events[at : at + more])
        at += more
        if slow.journal.state < RoomLeft.FULL and dice.below(3):
            slow.push(most=1 + dice.below(4))
            _rows(hub.store)
    slow.push()
    rows = _rows(hub.store)
    # The hub has one result for each deal that the table has recorded.
    assert len(rows) == len(slow.points) > 3
    with hub.store.transaction():
        assert ResultStore(hub.store, Rulebooks()).is_right(hub.store.journals(slow.name)[0])
    assert ResultStore(hub.store, Rulebooks()).rebuild() == len(rows)
    assert _rows(hub.store) == rows
    # Another hub gets all frames at once.
    quick = RecordedTable(there, tmp_path / "other", seed + 1)
    quick.play(house, events)
    quick.push()
    whole = _rows(there.store)
    assert [(one.first, one.second) for one in whole] == [(one.first, one.second) for one in rows]
    # If the table has erased the last deal of a match, the hub does not know the match's winner.
    kept = [number for number, row in enumerate(rows) if row.whole]
    assert [whole[at].winner for at in kept] == [rows[at].winner for at in kept]
    assert seed > 1 or any(one.winner >= 0 for one in whole)  # matches end in evenings 0 and 1


def test_rulings_after_a_deal_change_its_result(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    house, events = paper("deal")
    events = first_deals(events, 1)
    table.play(house, events)
    table.push()
    (before,) = _rows(hub.store)
    table.play(house, events_of("director.award=NS", ("NS", "EW"), house.mark))
    assert table.match.totals[7] >= 0
    table.push()
    (after,) = _rows(hub.store)
    assert after.winner == table.match.totals[7] & 1 and before.winner < 0
    assert (after.first, after.second) == tuple(table.match.totals[:2])
    ResultStore(hub.store, Rulebooks()).rebuild()
    assert _rows(hub.store) == [after]


def test_lost_cards_are_named_and_their_results_count(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path, blocks=6)
    house, events = paper("deal")
    one = first_deals(events, 1)
    table.play(house, one)
    table.push()
    table.play(house, 40 * one)  # the hub is away
    table.push()
    rows = _rows(hub.store)
    lost = [number for number, row in enumerate(rows, 1) if not row.whole]
    assert len(rows) == len(table.points) and lost[-1] - lost[0] == len(lost) - 1 > 2
    with views_of(hub) as views:
        (told,) = json.loads(text_of(views, "/api/tables"))
        assert told["journals"][0]["cards_lost"] == [[lost[0], lost[-1]]]
        sentence = f"Cards of deals {lost[0]} to {lost[-1]} lost, results kept."
        assert sentence in text_of(views, "/wall") and sentence in text_of(views, "/tables")
        first, _ = json.loads(text_of(views, "/api/standings"))["sides"]
        assert first["deals"] == len(rows)
        page = json.loads(text_of(views, "/api/deals"))[lost[0]]["page"]
        assert "cannot be replayed" in text_of(views, page)
        assert "The cards of a deal are lost" in text_of(views, f"{page}.bdn")


def test_a_deal_that_two_names_report_counts_once(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    table.play(*paper("deal"))
    table.push()
    with views_of(hub) as views:
        before = text_of(views, "/api/standings")
    table.enrol(bytes([9] * 32), "at the bar")
    hub.store.run("UPDATE tables SET enrolled = enrolled + 1 WHERE title = 'at the bar'")
    assert table.push()
    with views_of(hub) as views:
        assert text_of(views, "/api/standings") == before
        assert len(json.loads(text_of(views, "/api/tables"))) == 2


def test_an_older_database_is_brought_up_to_date(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    table.play(*paper("deal"))
    table.push()
    with views_of(hub) as views:
        wanted = [text_of(views, path) for path in PAGES]
    old = f"{tmp_path}/old.sqlite"
    with closing(sqlite3.connect(old, isolation_level=None)) as base:
        base.executescript((HOST / "hub" / "sql" / "001.sql").read_text("utf-8"))
        base.execute("INSERT INTO refused VALUES ('forged', 3)")
        base.execute("PRAGMA user_version = 1")
        base.execute("ATTACH ? AS new", (f"{tmp_path}/hub.sqlite",))
        for name in ("tables", "streams", "frames"):
            base.execute(f"INSERT INTO main.{name} SELECT * FROM new.{name}")
    other = Hub(old)
    assert other.store.refused() == {"forged": 3}
    with other.store.transaction():
        other.store.count_refused({("", "forged"): 1})
    assert other.store.refused() == {"forged": 4} and not other.store.refused(table.name)
    other.store.run("DELETE FROM refusals")
    with views_of(other) as views:
        assert [text_of(views, path) for path in PAGES] == wanted
    assert main(["hub", "doctor", "--db", old]) == 0


def test_the_doctor_finds_changed_results_and_rebuild_mends_them(
    hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = RecordedTable(hub, tmp_path)
    house, events = paper("deal")
    table.play(house, 3 * first_deals(events, 1))
    table.push()
    wanted, database = _rows(hub.store), f"{tmp_path}/hub.sqlite"
    for change in (
        "UPDATE results SET first = first + 1",
        "DELETE FROM results WHERE seq = (SELECT max(seq) FROM results)",
        "UPDATE derived SET last = last - 1",
    ):
        hub.store.run(change)
        assert main(["hub", "doctor", "--db", database]) == 1
        assert "marcoria hub rebuild" in capsys.readouterr().err
        assert main(["hub", "rebuild", "--db", database]) == 0
        assert "3 results made again" in capsys.readouterr().out
        assert _rows(hub.store) == wanted and not list(faults(hub.store))


def test_frames_that_arrive_during_a_check_are_no_fault(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, reader = Hub(database), open_database(database)
    table = RecordedTable(hub, tmp_path)
    house, events = paper("deal")
    table.play(house, events)
    table.push()
    table.play(house, events)
    frames = reader.frames

    def frames_later(name: str, epoch: int) -> Iterator[Frame]:
        assert table.push()  # the journal has been read, but not its frames
        return frames(name, epoch)

    monkeypatch.setattr(reader, "frames", frames_later)
    assert list(faults(reader)) == []
    monkeypatch.undo()
    assert list(faults(reader)) == []
    hub.store.close()
    reader.close()


def test_a_delay_holds_back_results(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    house, events = paper("deal")
    one = first_deals(events, 1)
    table.play(house, one)
    table.push(NOW - 700)
    table.play(house, 2 * one)
    table.push(NOW - 100)

    def shown(now: int) -> tuple[int, tuple[int, int]]:
        reports._now = lambda: now
        ((_, (report,)),) = reports.tables()
        assert report.live
        return len(report.deals), report.live.points

    reports = Reports(hub.store, Rulebooks(), 600)
    reports.results.catch_up()
    assert shown(NOW - 200) == (0, (0, 0))
    assert shown(NOW) == (1, table.points[0])
    assert shown(NOW + 499) == (1, table.points[0])
    assert shown(NOW + 501) == (3, table.points[2])


def test_a_full_disk_hides_no_result_that_is_there(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    house, events = paper("deal")
    one = first_deals(events, 1)
    table.play(house, one)
    table.push()
    with views_of(hub) as views:
        before = text_of(views, "/api/deals")
        views._store.run("PRAGMA query_only = ON")
        table.play(house, one)
        table.push()
        assert text_of(views, "/api/deals") == before
        assert 'role="alert"' in text_of(views, "/wall")
        assert "marcoria_hub_journals_behind 1" in text_of(views, "/metrics")
        views._store.run("PRAGMA query_only = OFF")
        assert len(json.loads(text_of(views, "/api/deals"))) == 2
        assert 'role="alert"' not in text_of(views, "/wall")
    hub.store.run("DELETE FROM frames")
    hub.store.run("DELETE FROM derived")
    ResultStore(hub.store, Rulebooks()).catch_up()  # does not hang, although frames are missing
    assert list(faults(hub.store))


def test_a_revoked_name_is_no_twin_any_more(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    table.play(*paper("deal"))
    table.push()
    hub.store.run("UPDATE streams SET fork = 1")
    assert any("revoke this name" in fault for fault in faults(hub.store))
    with hub.store.transaction():
        assert hub.store.revoke(table.name, 2)
    assert list(faults(hub.store)) == []
    with views_of(hub) as views:
        (told,) = json.loads(text_of(views, "/api/tables"))
    assert told["state"] == "revoked"
