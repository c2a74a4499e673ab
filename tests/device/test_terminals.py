"""Commands that draw pictures on a terminal of any size, and print plain lines in a pipe."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from marcoria.cli import main
from marcoria.coroutines import finish
from marcoria.sim.simtable import SimTable, open_bar
from play_on_board import sitting
from screen import Screen
from served_table import answers, served_table

_PROGRAM = str(Path(sys.executable).with_name("marcoria"))
_COMMANDS = {"enrol red": "Lay 7♣ on any pad", "deck verify": "Lay each card on any pad"}
_PLAIN = {"enrol red": "lay 7C on any pad, 32 left", "deck verify": "lay each card on any pad"}
_STEPS = [
    "checking that no deal is under way",
    "reading the table's decks; it is in service mode meanwhile",
    "waiting for the table to restart",
]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimTable]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with open_bar("vm", 5) as table:
        table.until(3_000)
        yield table


@pytest.mark.soak
@pytest.mark.timeout(120)
@pytest.mark.parametrize("typed", _COMMANDS)
def test_the_picture_follows_the_size_of_the_terminal(table: SimTable, typed: str) -> None:
    with served_table(table) as address:
        screen = Screen([*typed.split(), "--table", address], 120, 40)
        screen.until(_COMMANDS[typed])
        # The picture has replaced some of the steps on the screen.
        assert all(step in screen.said for step in _STEPS)
        for columns, lines in ((120, 40), (80, 24), (40, 10), (100, 30), (20, 6)):
            screen.resize(columns, lines)
            rows = screen.until(_COMMANDS[typed])
            assert "32 left" in " ".join(screen.until("32 left"))
            assert rows[0].startswith("Lay") and len([row for row in rows if "Lay" in row]) == 1
            if columns >= 46 and lines >= 21:
                screen.until("♠")  # the last line of the picture of the whole deck
            else:
                assert "♠" not in "".join(screen.rows())
        screen.type(b"\x03")
        assert screen.end() == (130 if typed == "enrol red" else 1)
        assert "\x1b[?1049l" in screen.said and "\x1b[?25h" in screen.said


@pytest.mark.soak
@pytest.mark.timeout(120)
@pytest.mark.parametrize("typed", _COMMANDS)
@pytest.mark.parametrize("where", ["pipe", "dumb"])
def test_each_step_is_a_line_without_a_terminal_that_draws(
    table: SimTable, typed: str, where: str
) -> None:
    with served_table(table) as address:
        words = [*typed.split(), "--table", address]
        if where == "dumb":
            screen = Screen(words, 120, 40, "dumb")
            rows = [row for row in screen.until(_PLAIN[typed]) if row]
            assert rows[:3] == _STEPS and "\x1b" not in screen.said
            screen.type(b"\x03")
            screen.end()
            return
        out = subprocess.STDOUT
        with subprocess.Popen([_PROGRAM, *words], stdout=subprocess.PIPE, stderr=out) as command:
            assert command.stdout
            lines = [command.stdout.readline().decode().rstrip() for _ in range(4)]
            command.kill()
        assert lines[:3] == _STEPS and lines[3].startswith(_PLAIN[typed])


def test_a_monitor_that_looks_once_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    with sitting("piedicavallo", "cpython") as company:
        finish(company.people.play_cards(3))
        with served_table(company.body.table) as address:
            assert main(["monitor", "--once", "--table", address]) == 0
            told = capsys.readouterr().out
            assert main(["monitor", "--once", "--json", "--table", address]) == 0
            (facts,) = answers(capsys.readouterr().out, "monitor-once")
    assert "North" in told and "trick 1" in told and "✓ journal" in told and "\x1b" not in told
    assert facts["plays"] == 3 and len(facts["cards"]) == 3
    assert facts["house"] == "piedicavallo" and "n" not in facts


def test_monitor_prints_records_on_a_dumb_terminal() -> None:
    with sitting("piedicavallo", "cpython") as company:
        finish(company.people.play_cards(2))
        with served_table(company.body.table) as address:
            screen = Screen(["monitor", "--all", "--table", address], 100, 40, "dumb")
            screen.until("card ")
            assert "\x1b" not in screen.said
            screen.type(b"\x03")
            assert screen.end() == 130
