"""`marcoria sim --demo`: text in a pipe, and a picture of the table above the text in a terminal.

A command line with a mistake gets one sentence.
"""

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest

import testenv
from marcoria.bots.company import words
from marcoria.cli import main
from marcoria.game.houses import names
from marcoria.paths import HOUSES
from marcoria.scenarios.live import Live
from marcoria.scenarios.narrator import LEGEND
from marcoria.scenarios.paint import width, wrapped
from tiers import BACKENDS

MARCORIA = str(Path(sys.executable).with_name("marcoria"))
_HOME, _END_OF_LINE, _REST = "\033[H", "\033[K", "\033[J"


@pytest.mark.soak
@pytest.mark.parametrize("hands", [[], ["--scanned"]], ids=["blind", "scanned"])
@pytest.mark.parametrize("house", names())
def test_a_pipe_gets_a_plain_story(
    house: str, hands: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    seed = str(testenv.SEED % 1000)
    typed = ["sim", "--demo", "--house", house, "--deals", "3", "--seed", seed, *hands]
    assert main(typed) == 0
    told = capsys.readouterr().out
    assert "\033" not in told and LEGEND in told
    assert "The journal agrees in all" in told
    assert max(map(len, told.splitlines())) <= 80


def test_lines_are_wrapped_between_items() -> None:
    items = [f"North: item {number}" for number in range(9)]
    lines = wrapped("  1  S  A♠", items, 38, 80)
    assert len(lines) > 2 and max(map(len, lines)) <= 80
    assert "; ".join(items) == " ".join(line.removeprefix("  1  S  A♠").strip() for line in lines)
    assert all(line.startswith(" " * 38) for line in lines[1:])


def _in_a_terminal(columns: int, lines: int, *typed: str, **environ: str) -> str:
    """Return the demo's output in a terminal of this size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    told = b""
    with subprocess.Popen(
        [MARCORIA, "sim", "--demo", "--deals", "1", "--seed", "3", *typed],
        stdout=theirs,
        env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", **environ},
    ) as process:
        os.close(theirs)
        while True:
            try:
                data = os.read(ours, 65536)
            except OSError:  # on Linux this means that the other end is closed
                break
            if not data:
                break
            told += data
    os.close(ours)
    assert process.returncode == 0
    return told.decode().replace("\r\n", "\n")


def _frames(told: str) -> list[list[str]]:
    frames = [frame.partition(_REST)[0] for frame in told.split(_HOME)[1:]]
    return [frame.replace(_END_OF_LINE, "").split("\n") for frame in frames]


@pytest.mark.soak
@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40)])
def test_a_terminal_shows_the_current_table(columns: int, lines: int) -> None:
    frames = _frames(_in_a_terminal(columns, lines, "--lang", "it"))
    said = words("it")
    assert len(frames) > 20
    for frame in frames:
        assert len(frame) <= lines and max(map(width, frame)) <= columns
        assert any("North" in row for row in frame[:1])
        assert any(LEGEND in row for row in frame)
    seen = [re.sub(r"\033\[[0-9;]*m", "", "\n".join(frame)) for frame in frames]
    assert any(said["who-deals"].split("?")[0] in one for one in seen)
    assert any("●●●●●●●●" in one and "turn" in one for one in seen)
    taken = [row for row in frames[-1] if "*" in row and LEGEND not in row]
    assert len(taken) > 4, "the picture must list the tricks that were taken"
    assert "The journal agrees in all" in frames[-1][-1]


@pytest.mark.soak
def test_a_window_of_one_line_shows_no_line_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    size = os.terminal_size((80, 1))
    monkeypatch.setattr("os.get_terminal_size", lambda *_: size)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    out = io.StringIO()
    monkeypatch.setattr(out, "fileno", lambda: 1)
    panel: Any = None  # too few lines for the panel
    screen = Live(out, panel, LEGEND)
    for line in ("first", "second", "third"):
        screen.say(line)
    assert _frames(out.getvalue()) == [[""]] * 3


def test_no_color_turns_colours_off() -> None:
    told = _in_a_terminal(80, 24, "--seed", "7", NO_COLOR="1")
    assert "●" in told and "\033[38" not in told and "\033[1m" not in told


@pytest.mark.soak
@pytest.mark.parametrize(
    ("columns", "lines", "term"), [(79, 24, "xterm"), (80, 19, "xterm"), (80, 24, "dumb")]
)
def test_a_terminal_that_cannot_draw_gets_the_story(columns: int, lines: int, term: str) -> None:
    told = _in_a_terminal(columns, lines, TERM=term)
    assert _HOME not in told and "The journal agrees" in told


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("--demo --deals 0", "--deals 0 is too few: it must be 1 or more"),
        ("--demo --deals -3", "--deals -3 is too few"),
        ("x.yaml --demo", "x.yaml and --demo cannot be played together"),
        ("x.yaml --house french", "--house is for --demo only: a scenario sets it in its file"),
        ("x.yaml --deals 3", "--deals is for --demo"),
        ("x.yaml --serve 7777", "--serve plays no scenario: remove it, or the file x.yaml"),
        ("x.yaml --scanned", "--scanned is for --demo"),
        ("--demo --lang xx", "--lang must be one of en, it, fr, es, bg, pms, not 'xx'"),
        ("--demo --house Piedicavallo", "write 'piedicavallo'"),
        ("--demo --house none.house", "cannot read none.house"),
        ("", "or add --demo"),
        ("--serve 7777 --house french", "--serve without --demo has no players"),
        ("--demo --hub-certificate x.crt", "name it too, with --hub mqtts://HOST"),
    ],
)
def test_a_demo_that_cannot_be_played_gets_one_sentence(
    typed: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    of_the_house = "house " in typed and "--demo" in typed
    assert main(["sim", *typed.split()]) == (1 if of_the_house else 2)
    said = capsys.readouterr()
    assert sentence in said.err and said.err.count("\n") == 1 and not said.out


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_bars_own_house_is_played(
    backend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mybar.house"
    text = (HOUSES / "french.house").read_text("utf-8")
    own.write_text(text.replace("name: Belote à la française", "name: Chez nous"), "utf-8")
    typed = ["sim", "--demo", "--house", str(own), "--deals", "1", "--backend", backend]
    assert main(typed) == 0
    told = capsys.readouterr().out
    assert "Chez nous, to 1000" in told and "The journal agrees" in told
