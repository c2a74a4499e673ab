"""Output to a terminal has no control sequences, even if the printed data contain them."""

import io
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from rich.text import Text

from marcoria.cli import main
from marcoria.scenarios.paint import Paint, cleaned
from marcoria.terminal import clean, console

_OWNED = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202e"
_TURNS = ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")


def test_every_control_character_is_escaped() -> None:
    for number in range(0x3000):
        letter = chr(number)
        told = clean(f"a{letter}b")
        turns = unicodedata.bidirectional(letter) in _TURNS
        if turns or (unicodedata.category(letter) == "Cc" and letter not in "\n\t"):
            assert told == f"a\\u{number:04x}b"
        else:
            assert told == f"a{letter}b"
    assert clean("a,b\r\nc") == "a,b\r\nc"  # CSV for spreadsheets has these line ends
    assert json.loads(clean(json.dumps(_OWNED, ensure_ascii=False))) == _OWNED


@pytest.mark.parametrize(
    ("typed", "error"),
    {
        "houses check FILE": ": line 1: 'name = ",
        "sim FILE": ": this is not YAML",
        "replay FILE": ": line 1, column 8: ",
        "deck check FILE": ": line 1: 'name = ",
    }.items(),
)
@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_file_controls_no_terminal(
    typed: str, error: str, extra: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"x{_OWNED.replace('/', '')}.house"
    file.write_text(f'name = {_OWNED}\n{_OWNED}: {_OWNED}\n[Event "{_OWNED}"]\n', "utf-8")
    words = [str(file) if word == "FILE" else word for word in typed.split()]
    main([*words, *extra])
    told = capsys.readouterr()
    assert told.out + told.err == clean(told.out + told.err)
    assert told.err.startswith("marcoria: ") and error in told.err
    for line in told.out.splitlines() if extra else ():
        assert isinstance(json.loads(line), dict)


def test_an_environment_controls_no_terminal() -> None:
    command = [sys.executable, "-c", "from marcoria.cli import main; main()"]
    done = subprocess.run(
        [*command, "journal", "show", f"{_OWNED}.img"],
        env={"XDG_DATA_HOME": _OWNED, "PATH": _OWNED, "HOME": _OWNED, "TERM": _OWNED},
        capture_output=True,
        check=False,
    )
    said = (done.stdout + done.stderr).decode()
    assert "owned" in said and said == clean(said)


def test_drawn_text_has_no_control_sequences_but_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    console().print(Text(_OWNED, "bold"))
    drawn = out.getvalue()
    assert "owned" in drawn and drawn == clean(drawn)
    paint = Paint(colours=True)
    line = cleaned(f"{_OWNED} {paint(_OWNED, '1')}")
    assert re.sub(r"\x1b\[1m|\x1b\[0m", "", line) == clean(f"{_OWNED} {_OWNED}")
