"""`marcoria monitor`: its picture compared with the state of a simulated table in play."""

import io
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from codes.game import Events, Phases, Totals
from loose_port import LoosePort
from marcoria.bots.company import Company
from marcoria.bots.kinds import player
from marcoria.commands.monitor import RecordTape
from marcoria.commands.monitor_shown import Monitor
from marcoria.coroutines import finish
from marcoria.device.wire import Client, TableAtPort
from marcoria.errors import Exit, TableError
from marcoria.journal.entries import in_words
from marcoria.journal.reader import cells, open_image
from marcoria.journal.view import JournalView, Known
from marcoria.sim.port import SimPort
from play_on_board import sitting
from served_table import served_table

_RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
_SEATS = ["North", "East", "South", "West"]
_LONG = ["Maria Maddalena Ferrero", "Giuàn Batista Magnan", "Иван Александров Петков", "Zoë"]
_SIZES = ((80, 24), (120, 40))


class _Enough(Exception):
    """Raised by a test to end the monitor."""


@pytest.fixture
def company() -> Iterator[Company]:
    with sitting("piedicavallo", "cpython") as company:
        finish(company.people.play_deal())
        yield company


def _text(view: JournalView, columns: int, lines: int) -> list[str]:
    console = Console(width=columns, height=lines, record=True, file=io.StringIO())
    console.print(view.drawn(columns, lines))
    found = console.export_text().rstrip("\n").split("\n")
    assert len(found) <= lines and max(map(len, found)) <= columns
    return found


def _knows_all(view: JournalView, company: Company) -> bool:
    return view.known.after >= open_image(cells(company.body.table)).records[-1].seq


def _card(card: int) -> str:
    return _RANKS[card & 7] + "♣♦♥♠"[card >> 3]


@pytest.mark.parametrize("size", _SIZES)
def test_monitor_shows_the_table_in_play(company: Company, size: tuple[int, int]) -> None:
    game = company.people.game
    watching = Monitor("en")
    seen = 0

    def draw() -> None:
        nonlocal seen
        view = watching.view
        if not _knows_all(view, company):
            return
        text = "\n".join(_text(view, *size))
        for seat in range(4):
            assert _SEATS[seat] in text
        laid = [game.audit.card[at] for at in range(game.audit.plays)]
        trick = laid[len(laid) // 4 * 4 :]
        table = text.split("\n")[2:10]
        for card in trick:
            assert any(_card(card) in line for line in table), (card, text)
        points = game.totals[: Totals.HANGING]
        assert f"North – South {points[0]}" in text and f"East – West {points[1]}" in text
        if len(laid) >= 4 and game.phase == Phases.PLAY:
            cards = " ".join(_card(card) for card in laid[len(laid) // 4 * 4 - 4 :][:4])
            (line,) = [line for line in text.split("\n") if line.startswith("last trick")]
            assert " ".join(re.findall(r"\S+[♣♦♥♠]", line)) == cards
            took = re.search(r"([NESW]) \S+\*", line)
            led = game.audit.seat[len(laid) // 4 * 4] if trick else game.trick.seat
            assert took and "NESW".index(took[1]) == led
        assert "✓ journal" in text and "✗" not in text
        seen += 1
        if seen == 14:
            raise _Enough
        finish(company.people.play_cards(1))

    port = SimPort(company.body.table)
    with pytest.raises(_Enough):
        watching.follow(TableAtPort(lambda: port), draw)
    assert game.audit.plays >= 10


def test_monitor_resumes_after_the_cable_was_pulled(company: Company) -> None:
    watching = Monitor("en")
    drawn = 0

    def draw() -> None:
        nonlocal drawn
        view = watching.view
        if not _knows_all(view, company):
            return
        drawn += 1
        if drawn == 12:
            ports[-1].left = 1
        if drawn == 20:
            raise _Enough
        finish(company.people.play_cards(1))

    ports: list[LoosePort] = []

    def connect() -> LoosePort:
        ports.append(LoosePort(company.body.table))
        return ports[-1]

    table = TableAtPort(connect)
    with pytest.raises(TableError, match="plug it in again") as gone:
        watching.follow(table, draw)
    view = watching.view
    view.known.trouble = gone.value.detail
    assert "plug it in again" in _text(view, 120, 40)[0]
    assert "✗ link" in "\n".join(_text(view, 80, 24))
    table.close()
    finish(company.people.play_cards(2))
    with pytest.raises(_Enough):
        watching.follow(table, draw)
    told = [line.split(maxsplit=1)[1] for line in _text(view, 100, 60) if " card " in line]
    records = open_image(cells(company.body.table)).records
    wanted = [in_words((one.kind, one.seat, one.arg)) for one in records]
    laid = [words for words in wanted if words.startswith("card ")]
    first = next(at for at in range(len(laid)) if laid[at : at + 3] == told[:3])
    assert told == laid[first : first + len(told)] and len(told) >= 12


@pytest.mark.soak
def test_a_proved_offence_is_shown_with_the_players_name() -> None:
    """No event reports a proved offence: the monitor derives the offence from later cards."""
    with sitting("piedicavallo", "cpython", seed=3) as company:
        for seat, name in enumerate(_LONG):
            Client(SimPort(company.body.table)).ask("names", seat=seat, name=name)
        company.people.players[1] = player("no-trump", Random("5"), 100)
        game, watching = company.people.game, Monitor("en")

        def draw() -> None:
            if not _knows_all(watching.view, company):
                return
            if len(game.conduct.log):
                raise _Enough
            finish(company.people.play_cards(1))

        with pytest.raises(_Enough):
            watching.follow(TableAtPort(lambda: SimPort(company.body.table)), draw)
        for size in _SIZES:
            text = "\n".join(_text(watching.view, *size))
            assert "! Giuàn Batista Magnan did not" in text and "certain with card" in text


def test_another_table_at_the_port_replaces_the_first(company: Company) -> None:
    """The picture of a new table at the same port shows nothing of the first table."""
    watching = Monitor("it")
    watching.known.hello = {"epoch": 1}
    watching.known.offence = "Ada"
    watching.known.after = 9_999_999

    def draw() -> None:
        raise _Enough

    with pytest.raises(_Enough):
        watching.follow(TableAtPort(lambda: SimPort(company.body.table)), draw)
    text = "\n".join(_text(watching.view, 80, 24))
    assert "Ada" not in text and "Nord" in text


def test_long_names_leave_the_points_where_they_are() -> None:
    view = JournalView(Known(_SEATS), _RANKS)
    view.known.names = ["M" * 24, "W" * 24, "Щ" * 24, "Ж" * 24]
    view.known.house, view.known.hello = {"name": "piedicavallo"}, {"board": "s3"}
    view.known.state = {"phase": Phases.PLAY, "turn": 0, "taker": 0, "contract": 5, "factor": 4}
    view.known.state |= {
        "plays": 29,
        "cards": [31],
        "totals": [1234, 1456, 162, 1, 0, 1500, 0, -1],
    }
    for size in _SIZES:
        text = "\n".join(_text(view, *size))
        for points in ("1234", "1456", "162 hang", "to 1500", "all trumps ×4, trick 8"):
            assert points in text


def test_monitor_shows_a_question_and_the_keys_of_its_answers(company: Company) -> None:
    table = company.body.table
    Client(SimPort(table)).ask("names", seat=3, name=_LONG[2])
    finish(company.people.play_cards(1))
    for key in ("CALL", "PASS"):
        table.press(key, "W")  # both keys are down at the same time
    table.until(1_000)
    watching = Monitor("en")
    watching.follow(TableAtPort(lambda: SimPort(table)), lambda: None, once=True)
    facts = watching.facts()
    assert facts["question"] == f"{_LONG[2]}, what do you need?" and facts["more"]
    for size in _SIZES:
        text = "\n".join(_text(watching.view, *size))
        assert f"? {_LONG[2]}: {facts['question']}" in text
        for sign, answer in zip("♣♦♥♠", facts["answers"], strict=True):
            assert f"  {sign} {answer}" in text
        assert "  CALL: more answers" in text and "✓ journal" in text
    table.press("PASS", "W")
    table.until(1_000)
    watching.follow(TableAtPort(lambda: SimPort(table)), lambda: None, once=True)
    assert "question" not in watching.facts()
    assert "what do you need" not in "\n".join(_text(watching.view, *_SIZES[0]))


def test_a_long_question_is_wrapped() -> None:
    view = JournalView(Known(_SEATS), _RANKS)
    view.known.names = ["M" * 24, "W" * 24, "Щ" * 24, "Ж" * 24]
    view.known.house, view.known.hello = {"name": "piedicavallo"}, {"board": "s3"}
    view.known.state = {"phase": Phases.READY, "totals": [0] * 8, "asked": 15}
    view.known.state |= {"question": "word " * 40, "answers": ["x" * 128] * 4, "more": True}
    for size in _SIZES:
        text = _text(view, *size)
        (first,) = [at for at in range(len(text)) if text[at].startswith("? MMM")]
        asked = [line for line in text[first:] if "word" in line or "x" * 20 in line]
        assert sum(line.count("word") for line in asked) == 40
        assert len([line for line in asked if "♥ xxx" in line]) == 1


def test_a_table_for_two_shows_no_east() -> None:
    with sitting("espanola-2", "cpython") as company:
        finish(company.people.play_cards(3))
        watching = Monitor("en")

        def draw() -> None:
            if _knows_all(watching.view, company):
                raise _Enough

        with pytest.raises(_Enough):
            watching.follow(TableAtPort(lambda: SimPort(company.body.table)), draw)
        text = "\n".join(_text(watching.view, 80, 24))
        assert "East" not in text and "North" in text and "trick 2" in text
        assert "last trick" in text


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _monitor(port: int, *typed: str, **streams: Any) -> subprocess.Popen[bytes]:
    program = Path(sys.executable).with_name("marcoria")
    address = f"socket://127.0.0.1:{port}"
    return subprocess.Popen([program, "monitor", "--table", address, *typed], **streams)


def _until_seen(screen: int, words: str) -> None:
    seen = b""
    while words.encode() not in seen:
        seen += os.read(screen, 65536)


@pytest.mark.soak
@pytest.mark.timeout(60)
def test_monitor_in_a_terminal_survives_a_lost_cable(company: Company) -> None:
    port, table = _free_port(), company.body.table
    screen, terminal = pty.openpty()
    with served_table(table, port):
        shown = _monitor(port, stdin=terminal, stdout=terminal, stderr=terminal)
        _until_seen(screen, "✓ link")
    _until_seen(screen, "plug it in again")
    finish(company.people.play_cards(3))
    records = open_image(cells(table)).records
    last = next(one for one in reversed(records) if one.kind == Events.CARD)
    with served_table(table, port):
        _until_seen(screen, in_words((last.kind, last.seat, last.arg)))
        shown.send_signal(signal.SIGINT)
        assert shown.wait() == Exit.INTERRUPTED
    os.close(terminal)
    os.close(screen)


@pytest.mark.soak
@pytest.mark.timeout(60)
def test_monitor_in_a_pipe_survives_a_lost_cable(company: Company) -> None:
    port, table = _free_port(), company.body.table
    finish(company.body.wait(5_000))
    with served_table(table, port):
        told = _monitor(port, "--all", "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert told.stdout and told.stderr
        last = open_image(cells(table)).records[-1].seq
        lines = [json.loads(told.stdout.readline())]
        while lines[-1]["seq"] < last:
            lines.append(json.loads(told.stdout.readline()))
    assert b"plug it in again, and the monitor continues" in told.stderr.readline()
    finish(company.people.play_cards(5))
    wanted = [one.seq for one in open_image(cells(table)).records]
    with served_table(table, port):
        while lines[-1]["seq"] < wanted[-1]:
            lines.append(json.loads(told.stdout.readline()))
        told.send_signal(signal.SIGINT)
        err = told.communicate()[1]
    assert [one["seq"] for one in lines] == wanted
    assert told.returncode == Exit.INTERRUPTED and not err


def test_once_ends_while_players_go_on(
    company: Company, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --once the monitor prints the records that existed at its start, no later records."""
    records = open_image(cells(company.body.table)).records
    port = SimPort(company.body.table)
    asked = Client.ask

    def ask(self: Client, do: str, **fields: Any) -> dict[str, Any]:
        if do == "events":
            finish(company.people.play_cards(1))
        return asked(self, do, **fields)

    monkeypatch.setattr(Client, "ask", ask)
    RecordTape(TableAtPort(lambda: port), all_of_it=True, once=True).run()
    told = capsys.readouterr().out.splitlines()
    assert len(told) >= len(records) and len(told) < len(records) + 8
