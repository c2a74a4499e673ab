"""The command line: common options, errors, and completion in shells."""

import argparse
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from marcoria.cli import COMMANDS, app, main
from marcoria.commands.options import Command
from marcoria.commands.parser import Parser
from marcoria.errors import Exit
from marcoria.game.houses import names

_FOLDER = Path(sys.executable).parent
_PATH = {**os.environ, "PATH": f"{_FOLDER}:{os.environ['PATH']}"}


# Options that several commands share. Each command takes --json, --trace, and the options which
# _TAKES lists for it.
_SHARED = {"--table", "--json", "--dry-run", "--quiet", "--lang", "--trace"}
_TAKES = {
    "backup": "table dry-run quiet",
    "restore": "table dry-run quiet",
    "reset": "table dry-run quiet",
    "deck verify": "table dry-run quiet lang",
    "deploy": "table dry-run quiet",
    "devices": "table",
    "doctor": "table quiet",
    "enrol": "table dry-run quiet lang",
    "export": "dry-run lang",
    "flash": "table dry-run quiet",
    "fonts": "dry-run",
    "image": "dry-run quiet",
    "journal export": "dry-run lang",
    "journal pull": "table dry-run quiet",
    "monitor": "table lang",
    "pads": "table dry-run quiet",
    "say": "table",
    "push": "table quiet",
    "hub enrol": "table",
    "hub leave": "table",
    "hub wifi": "table",
    "settings backup": "table dry-run quiet",
    "settings restore": "table dry-run quiet",
    "houses copy": "table dry-run quiet",
    "settings set": "table dry-run quiet",
    "settings show": "table quiet",
    "sim": "dry-run lang",
    "table": "dry-run quiet lang",
    "board generate": "dry-run",
    "words generate": "dry-run",
}


def _commands() -> dict[str, Command]:
    """Return each command by the words that a user types for it."""
    told = {}
    for name in COMMANDS:
        one = app().inside[name]
        if isinstance(one, Command):
            told[name] = one
        else:
            told |= {f"{name} {inner}": each for inner, each in one.inside.items()}
    return told


@pytest.mark.parametrize("typed", ["", *COMMANDS, *_commands()])
def test_each_command_has_help(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*typed.split(), "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Usage: marcoria {typed}".rstrip())
    assert len(told.split("\n\n")[1]) > 15  # the description
    assert max(map(len, told.splitlines())) <= 100


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_begins_with_its_line_in_the_list(name: str) -> None:
    assert app().inside[name].says.startswith(COMMANDS[name])


@pytest.mark.parametrize("typed", _commands())
def test_each_command_offers_only_its_own_common_options(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*typed.split(), "--help"]) == 0
    told = capsys.readouterr().out.partition("Shared options:")[2]
    takes = {"--json", "--trace", *(f"--{one}" for one in _TAKES.get(typed, "").split())}
    assert {word for word in told.split() if word in _SHARED} == takes
    for word in sorted(_SHARED - takes):
        if typed == "export" and word == "--table":
            continue  # `export` has its own option --table
        value = ["it"] if word in ("--lang", "--table") else []
        assert main([word, *value, *typed.split()]) == Exit.USAGE
        assert f"'marcoria {typed}' takes no {word}. See" in capsys.readouterr().err


def test_help_version_completion_and_errors_import_no_heavy_modules() -> None:
    heavy = "serial yaml esptool fpdf littlefs PIL rich mpremote inspect dataclasses"
    code = """if True:
        import sys
        from marcoria.cli import main
        main(sys.argv[2:])
        print([name for name in sys.argv[1].split() if name in sys.modules], file=sys.stderr)
    """
    for words in (
        ["--help"],
        ["flash", "--help"],
        ["--version"],
        ["completion", "bash"],
        ["hous"],
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, heavy, *words], capture_output=True, text=True, check=True
        )
        assert done.stderr.splitlines()[-1] == "[]", words


@pytest.mark.parametrize(
    "typed", ["--json houses list", "houses --json list", "houses list --json"]
)
def test_common_options_stand_anywhere(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed.split()) == 0
    houses = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(houses) == len(names()) and all(one["ok"] and one["target"] for one in houses)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hous", "Unknown command 'hous'. Did you mean 'houses'? See marcoria --help"),
        ("doctr", "Unknown command 'doctr'. Did you mean 'doctor'? See marcoria --help"),
        (
            "houses chek",
            "Unknown command 'chek'. Did you mean 'check'? See marcoria houses --help",
        ),
        ("xyzzy", "Unknown command 'xyzzy'. See marcoria --help"),
        (
            "houses show",
            "'marcoria houses show' needs NAME|FILE.house. See marcoria houses show --help",
        ),
        (
            "sim --sed 3",
            "Unknown option '--sed'. Did you mean '--seed'? See marcoria sim --help",
        ),
        ("sim --seed x", "--seed must be a whole number, not 'x'. See marcoria sim --help"),
        ("sim --seed", "--seed needs NUMBER. See marcoria sim --help"),
        (
            "sim --backend js",
            "--backend must be one of cpython, vm, not 'js'. See marcoria sim --help",
        ),
        ("houses list extra", "'marcoria houses list' does not take another word: 'extra'. See"),
        ("deck check --json=yes x", "--json takes no value. See marcoria deck check --help"),
        ("deck", "Name one of check, verify. See marcoria deck --help"),
        ("table --sed", "'--sed' is not an option of this command. See marcoria table --help"),
    ],
)
def test_a_wrong_command_line_gets_one_line(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(typed.split()) == Exit.USAGE
    complaint = capsys.readouterr()
    assert complaint.err.startswith(f"marcoria: {said}") and complaint.err.count("\n") == 1
    assert not complaint.out


def test_errors_are_also_written_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["houses", "show", "nowhere", "--json"]) == Exit.WRONG
    answer = json.loads(capsys.readouterr().out)
    assert not answer["ok"] and answer["error"] == "unknown-house" and answer["detail"]


def test_a_traceback_is_shown_on_request_only(capsys: pytest.CaptureFixture[str]) -> None:
    main(["houses", "show", "nowhere"])
    assert "Traceback" not in capsys.readouterr().err
    main(["houses", "show", "nowhere", "--trace"])
    assert "Traceback" in capsys.readouterr().err


def test_a_dry_run_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from marcoria.build import words

    text = tmp_path / "texts.py"
    made = words.made_files()[0]._replace(path=text)
    monkeypatch.setattr("marcoria.commands.made._texts", lambda: [made])
    assert main(["words", "generate", "--dry-run"]) == 0 and not text.exists()
    assert main(["words", "generate"]) == 0 and text.exists()


# --- completion, tried in real shells ------------------------------------------------------------


def _type(shell: list[str], typed: str, awaited: str) -> str:
    """Type text into a shell; return the shell's output once it matches the pattern `awaited`.

    `typed` has parts separated by `|`, with a pause after each. After 30 s without a match, return
    the output so far.
    """
    child, terminal = pty.fork()
    if not child:
        os.execvpe(shell[0], shell, {**_PATH, "TERM": "dumb", "PS1": "> "})
    try:
        shown = ""
        until = time.monotonic() + 30
        for line in typed.split("|"):
            os.write(terminal, line.encode())
            time.sleep(0.3)
        while time.monotonic() < until and not re.search(awaited, shown):
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 4096).decode(errors="replace")
        return shown
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(terminal)


@pytest.mark.parametrize(
    "shell",
    [["bash", "--norc", "-i"], ["zsh", "-f", "-i"]],
    ids=["bash", "zsh"],
)
def test_a_shell_completes_what_is_typed(shell: list[str]) -> None:
    start = "autoload -U compinit && compinit -D -u; " if shell[0] == "zsh" else ""
    typed = f'{start}eval "$(marcoria completion {shell[0]})"\n|marcoria houses ch\t| nowhere\n'
    shown = _type(shell, typed, r"there is no house 'nowhere'")
    assert "there is no house 'nowhere'" in shown, shown


@pytest.mark.parametrize(
    ("typed", "completed"), [("houses ch", "check"), ("--lang=i", "--lang=it")]
)
def test_fish_completes_what_is_typed(typed: str, completed: str) -> None:
    line = f'marcoria completion fish | source; complete -C "marcoria {typed}"'
    done = subprocess.run(
        ["fish", "-c", line], env=_PATH, capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[0] == completed


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("--table hub ", "table"),  # the name of a table, not the group `hub`
        ("--table = hub houses ", "list"),  # the words into which bash splits --table=hub
        ("--lang = i", "it"),
        ("--lang =", "en"),
        ("--lang=i", "--lang=it"),  # zsh and fish do not split it
        ("sim --backend=c", "--backend=cpython"),
        ("sim --table=h", ""),
        ("hub --table hub ", "serve"),
        ("hub enrol --title --table hub --co", "--code"),
        ("sim --backend ", "cpython"),
        ("completion ", "bash"),
        ("--table ", ""),  # nothing: a name has no list of choices
    ],
)
def test_the_value_of_an_option_is_no_command(
    typed: str, first: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_MARCORIA_COMPLETE", "1")
    assert main(typed.split(" ")) == 0
    assert capsys.readouterr().out.split("\n")[0] == first


def test_a_missing_argument_is_named_as_python_3_13_reports_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise argparse.ArgumentError(None, "the following arguments are required: TEXT")

    monkeypatch.setattr(Parser, "parse_known_intermixed_args", refuse)
    assert main(["say"]) == Exit.USAGE
    assert "'marcoria say' needs TEXT. See marcoria say --help" in capsys.readouterr().err
