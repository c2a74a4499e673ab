"""Deals count on the evening on which they were played, by the clock of their table.

The oracle is `PlainFrames`: a loop over all records of all frames.
"""

import csv
import io
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import testenv
from carrying import NOW, Hub
from clocked_tables import WRAP, ClockedTable, PlainFrames, live, time_of
from courier.frames import MOST_RECORDS
from dice import Dice
from journalkit import EPOCH
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.cli import main
from marcoria.hub import results
from marcoria.hub import store as stores
from marcoria.hub.care import faults
from marcoria.hub.frame import FULL_RECORDS, NO_FRAME, signed, stored_slots
from marcoria.hub.journal import journal_of
from marcoria.hub.results import DealResult, ResultStore
from marcoria.hub.views import Shown
from marcoria.journal.blocks import read_blocks
from marcoria.journal.clock import TableClock
from marcoria.journal.dates import begin_of_evening
from marcoria.journal.reader import open_image
from recorded_tables import first_deals, paper, random_evening, text_of, views_of

RUNS_ON = "cpython"
_HOUSES = ["french", "bulgarian", "espanola-2"]
_HOUR = 3600
_DAY = 24 * _HOUR
_LATEST = (1 << 48) - 1  # the latest time in ms that a record can hold


@pytest.fixture
def hub(database: str) -> Iterator[Hub]:
    hub = Hub(database)
    yield hub
    hub.store.close()


def _rows(hub: Hub, name: str) -> list[DealResult]:
    found = ResultStore(hub.store, Rulebooks())
    found.catch_up()
    (journal,) = hub.store.journals(name)
    return found.of(journal)


def _derived(hub: Hub) -> list[tuple[Any, ...]]:
    """Return all derived rows of a database."""
    tables = ("results", "derived")
    return [
        row for one in tables for row in hub.store.run(f"SELECT * FROM {one} ORDER BY 1, 2, 3")
    ]


def _random_table(hub: Hub, folder: Path, seed: int, steps: int) -> ClockedTable:
    """Return a table that has reported an evening in random pieces.

    In between, at random times, the hub derives results from the frames that it has.
    """
    dice = Dice(testenv.SEED * 1000 + seed)
    house, events = random_evening(_HOUSES[seed % 3], seed, steps)
    table = ClockedTable(hub, folder, seed + 1)
    at, now = 0, NOW * 1000
    while at < len(events):
        more = 1 + dice.below(20)
        table.play(house, events[at : at + more])
        at += more
        now = live(table, dice, now)
        if not dice.below(6):
            # Sometimes the hub's clock is wrong by this number of seconds.
            wrong = dice.below(2000) - 1000 if not dice.below(4) else 0
            table.push(now // 1000 + wrong, most=1 + dice.below(5))
        if not dice.below(3):
            ResultStore(hub.store, Rulebooks()).catch_up()
    table.push(now // 1000)
    return table


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize("seed", range(30 if testenv.SOAK else 3))
def test_the_time_of_a_deal_is_that_of_its_last_event(hub: Hub, tmp_path: Path, seed: int) -> None:
    table = _random_table(hub, tmp_path, seed, 3000)
    rows, plain = _rows(hub, table.name), PlainFrames(hub, table.name)
    assert [(one.played, one.timed) for one in rows] == [plain.played(one.seq) for one in rows]
    assert 0 < sum(one.timed for one in rows) < len(rows)
    assert any(one.played not in (one.came, *plain.came) for one in rows)
    before = _derived(hub)
    assert list(faults(hub.store)) == []
    assert ResultStore(hub.store, Rulebooks()).rebuild() == len(rows) == len(table.points)
    assert _derived(hub) == before


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("span", [300, 1 << 14])
def test_the_rows_do_not_depend_on_when_they_were_derived(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, span: int
) -> None:
    # With the small span, results are derived from several windows of the journal, not from one.
    monkeypatch.setattr(results, "SPAN", span)
    monkeypatch.setattr(results, "_TAIL", 64)
    table = _random_table(hub, tmp_path, 7, 2500)
    ResultStore(hub.store, Rulebooks()).rebuild()
    wanted = _derived(hub)
    assert sum(row[-1] for row in wanted[:-1])
    frames = hub.store.run("SELECT * FROM frames ORDER BY after")

    def store(some: list[tuple[Any, ...]]) -> None:
        with hub.store.transaction():
            for row in some:
                hub.store.run("INSERT INTO frames VALUES (?, ?, ?, ?, ?, ?)", row)
            hub.store.run("UPDATE streams SET hi = ?", [some[-1][3]])
        ResultStore(hub.store, Rulebooks()).catch_up()

    splits = [[frames[:cut], frames[cut:]] for cut in range(1, len(frames))]
    assert len(splits) > 25
    for pieces in [*splits, [[one] for one in frames]]:
        with hub.store.transaction():
            for name in ("frames", "results", "derived"):
                hub.store.run(f"DELETE FROM {name}")
        for piece in pieces:
            store(piece)
        assert _derived(hub) == wanted
    assert list(faults(hub.store)) == []
    assert table.points


def test_a_window_may_begin_at_any_record(file_hub: Hub, tmp_path: Path) -> None:
    table = _random_table(file_hub, tmp_path, 5, 2000)
    plain = PlainFrames(file_hub, table.name).records
    frames = [
        stored_slots(data)
        for (data,) in file_hub.store.run("SELECT data FROM frames ORDER BY after")
    ]
    slots = [slot for frame in frames for slot in frame]
    times = {one.seq: time_of(plain, at) for at, one in enumerate(plain)}
    assert None in times.values() and len(set(times.values())) > 100
    clock, clocks = TableClock(), []
    for at, (start, record) in enumerate(slots):
        clocks.append(clock.copy())
        if not at % 29 or record[0] == 70:
            image = journal_of(table.epoch, [slots[max(0, at - 9) :]], start, clock)
            later = [one for one in image.records if one.seq >= start]
            assert [image.time(one) for one in later] == [times[one.seq] for one in later]
        clock.follow(record)
    for at in range(len(slots) - 40):
        known, part = clocks[at], results.Window(image, [], [], [slots[max(0, at - 40) : at + 40]])
        start, end = slots[at][0], slots[at + 40][0]
        since = results.ResultProgress(start, start, known.zero, known.boot, known.ms)
        assert part.clock_at(end, since) == clocks[at + 40]
    image = open_image(bytes(table.log.cells))
    assert [image.time(one) for one in image.records] == [times[one.seq] for one in image.records]


def test_full_frames_are_those_of_the_firmware() -> None:
    # A frame with 59 records counts as full too: an older program of a table may leave out the
    # header of a block at the end of a full frame.
    assert FULL_RECORDS == MOST_RECORDS - 1


def test_only_frames_that_are_not_full_show_that_the_hub_had_all(hub: Hub) -> None:
    for number, size in enumerate((57, 58, 59, 60)):
        data = bytes(28 + 16 * size)
        row = "name", EPOCH, number * 100 - 1, number * 100 + size - 1, data, NOW + number
        hub.store.run("INSERT INTO frames VALUES (?, ?, ?, ?, ?, ?)", row)
    found = [hub.store.complete_before("name", EPOCH, n * 100 - 1) for n in range(5)]
    assert found == [0, NOW, NOW + 1, NOW + 1, NOW + 1]
    image = journal_of(EPOCH, [])
    frames = [[(0, b"")] * size for size in (57, 58, 59, 60)]
    part = results.Window(image, [-1, 56, 157, 258, 359], [0, 1, 2, 3, 4], frames)
    assert [part.complete_before(n * 100 + 9, 7) for n in range(4)] == [7, 1, 2, 2]


# --- evenings -----------------------------------------------------------------------------------


def _one_deal() -> tuple[Any, list[Any]]:
    house, events = paper("deal")
    return house, first_deals(events, 1)


def _evening(hub: Hub, folder: Path, zero: int | None) -> ClockedTable:
    """Return a table with five deals of five minutes.

    Before the third deal, the table learns `zero`, the Unix time in ms at which its counter of ms
    was 0. If `zero` is None, the table learns no time.
    """
    house, one = _one_deal()
    table = ClockedTable(hub, folder)
    for number in range(5):
        if number == 2 and zero is not None:
            table.learn(zero)
        table.wait(300_000)
        table.play(house, one)
    return table


def test_deals_carried_a_day_later_count_on_their_evening(
    hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = begin_of_evening(NOW) + 17 * _HOUR + 3300  # five minutes before midnight
    table = _evening(hub, tmp_path, begin * 1000)
    later = begin + _DAY
    assert table.push(later) > 3  # several frames, so some of them are full
    wanted = [later, later, *(begin + 300 * number for number in (3, 4, 5))]
    assert [one.played for one in _rows(hub, table.name)] == wanted
    with views_of(hub, later) as views:
        tonight, every = (json.loads(text_of(views, f"/deals.json{all}")) for all in ("", "?all"))
        assert len(tonight["deals"]) == 2 and len(every["deals"]) == 5
        assert [one["played"] for one in json.loads(text_of(views, "/api/deals"))] == wanted
        assert time.strftime("%H:%M", time.localtime(wanted[3])) in text_of(views, "/deals?all=1")
        first, *_, last = json.loads(text_of(views, "/api/deals"))
        ended = time.strftime("%Y-%m-%d %H:%M", time.localtime(wanted[4]))
        assert ended in text_of(views, last["page"])
        assert time.strftime("%Y-%m-%d", time.localtime(later)) not in text_of(
            views, first["page"]
        )
        rows = list(csv.DictReader(io.StringIO(text_of(views, "/deals.csv?all"))))
        # After midnight it is still the same evening.
        date = time.strftime("%Y-%m-%d", time.localtime(begin))
        assert [one["date"] for one in rows] == ["", "", date, date, date]
    with views_of(hub, begin + 1800) as views:
        # No deal has a time before this evening.
        assert len(json.loads(text_of(views, "/deals.json"))["deals"]) == 5
    database = hub.path
    assert main(["hub", "export", "--db", database]) == 0
    assert capsys.readouterr().out.count(f'[Date "{date}"]') == 3


def test_a_delay_does_not_believe_the_clock_of_a_table(file_hub: Hub, tmp_path: Path) -> None:
    table = _evening(file_hub, tmp_path, (NOW - _DAY) * 1000)
    table.push(NOW)
    for wait, wanted in ((299, 0), (301, 5)):
        with views_of(file_hub, NOW + wait, Shown(300)) as views:
            assert len(json.loads(text_of(views, "/api/deals"))) == wanted


@pytest.mark.parametrize("zero", [0, 1, 978_307_200_000, _LATEST - WRAP, _LATEST])
def test_a_forged_clock_moves_no_deal_out_of_what_the_hub_knows(
    hub: Hub, tmp_path: Path, zero: int, capsys: pytest.CaptureFixture[str]
) -> None:
    house, one = _one_deal()
    table = ClockedTable(hub, tmp_path)
    table.play(house, one)
    table.push(NOW)
    table.learn(zero)
    for number in range(1, 4):
        table.wait(WRAP // 2 - 7)
        table.play(house, one)
        table.push(NOW + number * 100)
    rows = _rows(hub, table.name)
    is_late = zero > NOW * 1000
    assert [one.came for one in rows] == [NOW, NOW + 100, NOW + 200, NOW + 300]
    plain = PlainFrames(hub, table.name)
    assert [(one.played, one.timed) for one in rows] == [plain.played(one.seq) for one in rows]
    # The earliest possible time is the time of the previous push. If the last frame of that push
    # was full by chance, the hub cannot know that the table had no more records. Then the earliest
    # possible time is the time of the push before the previous one.
    assert all(max(NOW, one.came - 200) <= one.played <= one.came for one in rows)
    assert all(one.played == one.came for one in rows) == is_late
    assert list(faults(hub.store)) == []
    with views_of(hub, NOW + 300) as views:
        assert len(json.loads(text_of(views, "/deals.json"))["deals"]) == 4
    image = tmp_path / "table.img"
    image.write_bytes(bytes(table.log.cells))
    assert main(["export", str(image)]) == 0
    assert main(["journal", "show", str(image), "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_without_a_clock_a_deal_counts_when_it_came(hub: Hub, tmp_path: Path) -> None:
    table = _evening(hub, tmp_path, None)
    table.push(NOW)
    rows = _rows(hub, table.name)
    assert len(rows) == 5 and all(one.played == one.came == NOW and not one.timed for one in rows)


def test_lost_cards_have_no_time(file_hub: Hub, tmp_path: Path) -> None:
    table = ClockedTable(file_hub, tmp_path, blocks=6)
    house, one = _one_deal()
    table.play(house, one)
    table.push(NOW)
    table.learn((NOW - 1000) * 1000)
    table.play(house, 40 * one)
    table.push(NOW)
    rows = _rows(file_hub, table.name)
    assert len(rows) == 41 and any(not one.whole for one in rows)
    # The record of the time is lost too, so each deal has the time of its arrival.
    assert [one.played for one in rows] == [NOW] * 41
    assert list(faults(file_hub.store)) == []


def test_an_event_before_a_gap_says_not_when_a_deal_ended(file_hub: Hub, tmp_path: Path) -> None:
    house, one = _one_deal()
    table = ClockedTable(file_hub, tmp_path)
    table.learn((NOW - _DAY) * 1000)
    table.play(house, one)
    (block, *_) = read_blocks(bytes(table.log.cells)).blocks
    slots = block.records()
    begin = next(at for at, (_, record) in enumerate(slots) if record[0] == 60)
    for lost, timed in ((slots[begin - 9 : begin - 4], 1), (slots[begin - 4 : begin], 0)):
        hub = Hub(f"{tmp_path}/{timed}.sqlite")
        hub.enrol(table.secret, bytes([1] * 32))
        left = [slot for slot in slots if slot not in lost]
        chain, after = NO_FRAME, -1
        for at in range(0, len(left), 50):
            some = left[at : at + 50]
            records = b"".join(record for _, record in some)
            data = signed(bytes([1] * 32), chain, table.epoch, after, some[-1][0], records)
            assert hub.take(table.name, data).what == "stored"
            chain, after = data[-16:], some[-1][0]
        (row,) = _rows(hub, table.name)
        assert (row.whole, row.timed, row.played == NOW) == (0, timed, not timed)
        hub.store.close()


def test_a_start_after_the_last_confirmation_changes_no_time(
    file_hub: Hub, tmp_path: Path
) -> None:
    house, one = _one_deal()
    table = ClockedTable(file_hub, tmp_path)
    table.learn((NOW - _DAY) * 1000)
    table.wait(5000)
    checkpoint = table.journal.checkpoint
    held: list[Any] = []
    # Act as if the power were cut before the checkpoint.
    table.journal.checkpoint = lambda *some: held.append(some)
    table.play(house, one)
    table.journal.checkpoint = checkpoint
    table.start()
    table.journal.checkpoint(*held[0])
    table.push(NOW)
    (row,) = _rows(file_hub, table.name)
    assert row.played == NOW - _DAY + 5 and row.timed


# --- the database -------------------------------------------------------------------------------


def test_a_database_without_times_is_derived_anew(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = tmp_path / "sql"
    older.mkdir()
    for number in (1, 2):
        name = f"{number:03}.sql"
        (older / name).write_text((stores._STEPS / name).read_text("utf-8"), "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(stores, "_STEPS", older)
        hub = Hub(database)
        table = _evening(hub, tmp_path, (NOW - _DAY) * 1000)
        table.push(NOW)
        (journal,) = hub.store.journals(table.name)
        hub.store.run(
            "INSERT INTO derived VALUES (?, ?, ?, 3)", [table.name, EPOCH + 1, journal.hi]
        )
        hub.store.close()
    hub = Hub(database)
    assert [one.timed for one in _rows(hub, table.name)] == [0, 0, 1, 1, 1]
    assert list(faults(hub.store)) == []
    hub.store.close()


def test_the_doctor_finds_changed_times(file_hub: Hub, tmp_path: Path) -> None:
    table = _evening(file_hub, tmp_path, (NOW - _DAY) * 1000)
    table.push(NOW)
    wanted = _rows(file_hub, table.name)
    for change in (
        "results SET played = played - 1",
        "results SET timed = 0",
        "derived SET ms = 7",
    ):
        file_hub.store.run(f"UPDATE {change}")
        assert any("differ" in fault for fault in faults(file_hub.store))
        ResultStore(file_hub.store, Rulebooks()).rebuild()
        assert _rows(file_hub, table.name) == wanted


# --- a journal image ----------------------------------------------------------------------------


def test_an_export_has_dates_and_a_journal_times(
    file_hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = begin_of_evening(NOW) + 17 * _HOUR + 3300
    table = _evening(file_hub, tmp_path, begin * 1000)
    image = str(tmp_path / "table.img")
    Path(image).write_bytes(bytes(table.log.cells))
    date = time.strftime("%Y-%m-%d", time.localtime(begin))
    assert main(["export", image]) == 0
    out = capsys.readouterr().out
    assert out.count(f'[Date "{date}"]') == out.count("[Date") == 3
    assert main(["export", image, "--date", "Saturday"]) == 0
    out = capsys.readouterr().out
    assert out.count('[Date "Saturday"]') == out.count("[Date") == 5
    assert main(["journal", "show", image]) == 0
    dealt = [line for line in capsys.readouterr().out.splitlines() if "  deal " in line]
    minutes = (begin + 300 * number for number in (3, 4, 5))
    told = [time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(one)) for one in minutes]
    assert [one in line for one, line in zip(told, dealt[2:], strict=True)] == [True] * 3
    assert [line.rpartition(" (")[2] for line in dealt] == [f"deal {n})" for n in range(1, 6)]
    assert "20" not in dealt[0].partition("deal")[0].split()[3:]
    assert main(["journal", "show", image, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    timed = [one["time"] for one in lines if "time" in one]
    assert timed == sorted(timed) and 0 < len(timed) < len(lines)
