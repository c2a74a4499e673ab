"""Matches at small tables, which lack some parts, and at tables with a lost reader.

On each small table a match has the same events as on the complete table. If a part was never
built, the table does not report it as broken. A bot whose seat has no reader plays on the next pad
that has a working reader.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

import testenv
from codes.display import DisplayStates
from codes.game import Events
from codes.journal import Notes
from codes.table import PadStates
from marcoria.board.generate import generate
from marcoria.board.profile import load, small_profiles
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.device.wire import Client
from marcoria.journal.entries import events_of, follow, settled
from marcoria.journal.reader import records
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import open_bar
from tiers import BACKENDS

Happened = list[tuple[int, int, int]]

_SEED = testenv.SEED & 0xFFFF
_HOUSE = "piedicavallo"
_SCANNED = bool(testenv.SEED >> 1 & 1)
_EAST = 1
_SOUTH = 2  # the seat with suit keys on every small table
_TARGET = 40  # target in points, which one or two deals reach
_LOST = "pad does not read"
_BROKEN = (Notes.READER, Notes.KEYS, Notes.DISPLAY, Notes.KEY_MISSED)


@contextmanager
def _agreed(profile: str, backend: str, scanned: bool = False) -> Iterator[Company]:
    """Yield players who have agreed on a short match."""
    chosen = settings(_HOUSE, scanned, -1, _TARGET, "en")
    with open_bar(backend, _SEED, "main", chosen, profile=profile) as table:
        company = Company(table, _HOUSE, scanned=scanned, seed=_SEED)
        finish(company.agree(_SOUTH, _TARGET))
        yield company


@cache
def _on_the_whole_table() -> tuple[Happened, list[int]]:
    """Return the events and the final totals of the match on the complete table."""
    with _agreed("s3", "cpython", _SCANNED) as company:
        assert finish(company.people.play_match())
        people = company.people
        return people.events, list(follow(people.house, records(company.body.table)).totals)


def _in_no_order(happened: Happened) -> Happened:
    """Return the events with each run of SHOW and SCAN events sorted.

    Seats that share a pad may show and scan in any order.
    """
    found: Happened = []
    for shows, group in groupby(happened, key=lambda one: one[0] in (Events.SHOW, Events.SCAN)):
        run = list(group)
        found += sorted(run) if shows else run
    return found


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("profile", small_profiles())
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_same_match_is_played_at_each_small_table(profile: str, backend: str) -> None:
    happened, totals = _on_the_whole_table()
    with _agreed(profile, backend, _SCANNED) as company:
        table = company.body.table
        assert table.get("board.PROFILE") == profile
        assert finish(company.people.play_match())
        finish(company.body.wait(1_000))
        written = records(table)
        assert _in_no_order(company.people.events) == _in_no_order(happened)
        assert settled(events_of(written)) == settled(company.people.events)
        assert list(follow(company.people.house, written).totals) == totals
        assert [one for one in written if one[0] in _BROKEN] == []
        assert table.faults() == []


def test_parts_left_out_of_a_small_table_are_absent() -> None:
    with open_bar("cpython", _SEED, "", profile="smallest") as table:
        assert sorted(table.get("readers")) == ["S"] and table.get("display") is None
        assert len(table.get("expanders")) == 1 and not table.screen()
        for nobody in (
            lambda: table.put("7H", "W"),
            lambda: table.press("H", "N"),
            lambda: table.rap("S"),
        ):
            with pytest.raises(ValueError, match="this table has no"):
                nobody()
    with open_bar("cpython", _SEED, "main", profile="no-lights") as table:
        table.until(3_000)
        assert not any(table.lights().values()) and table.get("lights.frames") == 0


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("profile", "missing"),
    [("s3", []), ("smallest", ["display", "buzzer"]), ("no-lights", ["lights"])],
)
def test_the_link_lists_parts_that_were_never_built(
    profile: str, missing: list[str], backend: str
) -> None:
    with open_bar(backend, _SEED, "main", profile=profile) as table:
        table.until(6_000)
        told = Client(SimPort(table)).ask("test")
        assert told["missing"] == missing
        assert told["display"] == (
            DisplayStates.BUSY if "display" in missing else DisplayStates.FREE
        )


@pytest.mark.parametrize("backend", BACKENDS)
def test_without_a_display_questions_are_read_at_the_port(backend: str) -> None:
    """South sets up a match and reads the meaning of each key over the link."""
    chosen = settings(_HOUSE, False, -1, _TARGET, "en")
    with open_bar(backend, _SEED, "main", chosen, profile="no-display") as table:
        table.until(4_000)
        host = Client(SimPort(table))

        def choose(words: str) -> None:
            table.until(1_000)
            for _ in range(8):
                told = host.ask("state")
                if words in told["answers"]:
                    table.press("CDHS"[told["answers"].index(words)], "S")
                    table.until(1_000)
                    return
                assert told["asked"] >> _SOUTH & 1 and told["more"], told
                table.press("CALL", "S")
                table.until(1_000)
            raise AssertionError(f"{words!r} is no answer to {told['question']!r}")

        assert "question" not in host.ask("state")
        table.press("MENU")
        table.until(1_000)
        assert host.ask("state")["question"] == "What do you want to change? PASS closes."
        choose("Language")
        table.until(1_000)
        while "Italiano" not in host.ask("state")["question"]:
            choose("No, the next one")
        choose("Yes")
        table.press("MENU")
        choose("Comincia la partita")
        assert host.ask("state")["question"].startswith("Chi dà")
        choose("Io")
        table.until(2_000)
        assert "question" not in host.ask("state")
        begun = [one for one in records(table) if one[0] == Events.MATCH]
        assert [seat for _, seat, _ in begun] == [_SOUTH] and not table.faults()


def test_a_reader_that_was_never_planned_is_not_reported() -> None:
    with _agreed("three-readers", "cpython") as company:
        seen: set[bytes] = set()
        company.body.seen = lambda: seen.add(company.screen.glance())
        finish(company.people.play_cards(12))
        pages = [company.screen.reader.page(one).text for one in seen]
        assert len(pages) > 2 and not any(_LOST in page for page in pages)


def test_losing_the_only_expander_affects_the_keys_of_all_seats() -> None:
    with _agreed("one-expander", "cpython") as company:
        table = company.body.table
        table.set("i2c_buses.0.stuck", True)
        finish(company.body.wait(3_000))
        table.set("i2c_buses.0.stuck", False)
        finish(company.body.wait(3_000))
        told = [one for one in records(table) if one[0] in _BROKEN]
        assert told == [(Notes.KEYS, 0, 1), (Notes.KEYS, 0, 0), (Notes.KEY_MISSED, 0, 0b1111)]


def _plays_on(company: Company) -> None:
    """Play one deal without East's reader and one with it; check both scores."""
    people, table = company.people, company.body.table
    finish(people.play_deal())
    finish(company.body.wait(1_000))
    assert follow(people.house, records(table)).totals == people.game.totals
    assert (Notes.READER, _EAST, 1) in records(table)
    table.set("readers.E.version", 0x92)
    finish(company.body.wait(4_000))
    assert (Notes.READER, _EAST, 0) in records(table)
    finish(people.play_deal())
    assert follow(people.house, records(table)).totals == people.game.totals


@pytest.mark.parametrize("under_his_card", [True, False])
def test_bots_continue_when_a_reader_is_lost(under_his_card: bool) -> None:
    with _agreed("s3", "cpython") as company:
        people = company.people
        finish(people.play_cards(5))
        if under_his_card:
            while people.game.trick.seat != _EAST:
                finish(people.act())
            finish(company.body.await_turn(_EAST))  # East is about to lay his card
        company.body.table.set("readers.E.version", 0)
        _plays_on(company)


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("wait", [0, 4_000])  # before and after the table notices the loss
def test_bots_scan_their_hands_when_a_reader_is_lost(wait: int) -> None:
    with _agreed("s3", "cpython", scanned=True) as company:
        company.body.table.set("readers.E.version", 0)
        finish(company.body.wait(wait))
        _plays_on(company)


@pytest.mark.parametrize(
    ("profile", "line", "on_zero"),
    [
        ("no-display", "LIGHTS_PIN = 16", "LIGHTS_PIN = 0"),
        ("no-lights", "BUZZER_PIN = 15", "BUZZER_PIN = 0"),
        ("three-readers", "READERS_CS = (10, 9, 14, None)", "READERS_CS = (0, 9, 14, None)"),
    ],
)
@pytest.mark.parametrize("backend", BACKENDS)
def test_parts_on_pin_0_work(
    tmp_path: Path, backend: str, profile: str, line: str, on_zero: str
) -> None:
    made = generate(load(profile=profile))
    assert line in made
    (tmp_path / "board.py").write_text(made.replace(line, on_zero), "utf-8")
    chosen = settings(_HOUSE, False, -1, _TARGET, "en")
    with open_bar(backend, _SEED, "main", chosen, folders=(tmp_path,)) as table:
        table.until(4_000)
        table.press("MUTE")
        table.until(1_000)
        table.put("7H", seat="N")
        table.press("MENU")
        table.until(2_000)
        lit = any(max(led) for leds in table.lights().values() for led in leds)
        assert lit == (profile != "no-lights"), "lights must show that the set-up asks all seats"
        assert table.tones()
        assert Client(SimPort(table)).ask("test")["pads"][0] == PadStates.PRESENT
