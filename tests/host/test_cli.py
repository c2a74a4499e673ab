"""The command line: what all commands take, how they answer, and that shells complete it."""

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

from marcoria.cli import app, main
from marcoria.errors import Exit

_FOLDER = Path(sys.executable).parent
_PATH = {**os.environ, "PATH": f"{_FOLDER}:{os.environ['PATH']}"}


def _commands() -> list[str]:
    """All of them, as they are typed."""
    told = []
    inner = app()
    for one in inner.registered_commands:
        told.append(str(one.name))
    for group in inner.registered_groups:
        assert group.typer_instance
        told += [f"{group.name} {one.name}" for one in group.typer_instance.registered_commands]
    return told


@pytest.mark.parametrize("typed", ["", *_commands()])
def test_each_command_says_what_it_takes(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*typed.split(), "--help"]) == 0
    told = capsys.readouterr().out
    for option in ("--table", "--json", "--dry-run", "--quiet", "--lang", "--trace"):
        assert option in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "typed", ["--json houses list", "houses --json list", "houses list --json"]
)
def test_what_all_take_stands_anywhere(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed.split()) == 0
    houses = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(houses) == 7 and all(one["ok"] and one["target"] for one in houses)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hous", "No such command 'hous'. Did you mean 'houses'?: marcoria --help"),
        ("houses chek", "No such command 'chek'. Did you mean 'check'?: marcoria houses --help"),
        ("houses show", "Missing argument 'NAME|FILE.house': marcoria houses show --help"),
        ("sim --sed 3", "No such option"),
        (
            "houses list extra",
            "Got unexpected",
        ),
        ("deck check --json=yes x", "Option '--json' does not take a value"),
    ],
)
def test_what_no_command_takes_is_a_line(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(typed.split()) == Exit.USAGE
    complaint = capsys.readouterr()
    assert complaint.err.startswith(f"marcoria: {said}") and complaint.err.count("\n") == 1
    assert not complaint.out


def test_programs_get_the_error_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["houses", "show", "nowhere", "--json"]) == Exit.WRONG
    answer = json.loads(capsys.readouterr().out)
    assert not answer["ok"] and answer["error"] == "unknown-house" and answer["detail"]


def test_only_who_asks_sees_where_an_error_came_from(capsys: pytest.CaptureFixture[str]) -> None:
    main(["houses", "show", "nowhere"])
    assert "Traceback" not in capsys.readouterr().err
    main(["houses", "show", "nowhere", "--trace"])
    assert "Traceback" in capsys.readouterr().err


def test_a_dry_run_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from marcoria.build import words

    text = tmp_path / "texts.py"
    made = words.names_file()._replace(path=text)
    monkeypatch.setattr("marcoria.commands.words._made", lambda: [made])
    assert main(["words", "generate", "--dry-run"]) == 0 and not text.exists()
    assert main(["words", "generate"]) == 0 and text.exists()


def test_help_comes_at_once() -> None:
    before = os.times()
    subprocess.run(["marcoria", "--help"], env=_PATH, check=True, capture_output=True)
    after = os.times()
    used = (
        after.children_user - before.children_user + after.children_system - before.children_system
    )
    assert used < 1  # `make bench` holds it to 0.3 s; here others may be at work


# --- completion in the shells themselves ---------------------------------------------------------


def _type(shell: list[str], typed: str, awaited: str) -> str:
    """What a shell shows that is typed into, up to what is waited for."""
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


def test_fish_completes_what_is_typed() -> None:
    line = 'marcoria completion fish | source; complete -C "marcoria houses ch"'
    done = subprocess.run(
        ["fish", "-c", line], env=_PATH, capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[0] == "check"
