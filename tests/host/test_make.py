"""`make` first says what it does, and asks before it changes the system."""

import os
import pty
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from marcoria.paths import ROOT

# Environment variables as in a shell, without the variables of the `make` that runs the tests.
_TYPED = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith(("MAKE", "MFLAGS", "ARGS"))
}


def _first_line(typed: list[str], folder: Path) -> str:
    """Run a command, kill it after its first line of output, and return that line."""
    with subprocess.Popen(
        typed,
        cwd=folder,
        env=_TYPED,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        assert process.stdout
        line = process.stdout.readline().decode()
        os.killpg(process.pid, signal.SIGKILL)
    return line


def test_the_first_make_says_how_long_the_setup_takes(tmp_path: Path) -> None:
    for name in ("Makefile", "package-lock.json", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("requirements", "host_tools"):
        shutil.copytree(ROOT / name, tmp_path / name)
    line = _first_line(["make", "table", f"PYTHON={sys.executable}"], tmp_path)
    assert "once: about a minute" in line


def test_the_demo_says_how_long_it_takes() -> None:
    line = _first_line(["make", "-o", "setup", "table", "ARGS=--demo"], ROOT)
    assert "ten to twenty seconds" in line


def test_the_virtual_table_says_where_it_is() -> None:
    line = _first_line(["make", "-o", "setup", "table", "ARGS=--headless --port 0"], ROOT)
    assert "http://127.0.0.1:" in line and "Ctrl-C" in line


def _bring(folder: Path, user: int, typed: str, **env: str) -> tuple[int, str, list[str]]:
    """Run `make openscad` with fake system programs.

    `user` is the number that `id` prints (0 is root). If `typed` is not empty, it is typed at a
    terminal; otherwise there is no terminal. Return the status, the output, and the calls of
    apt-get and sudo.
    """
    asked = folder / "asked"
    programs = {
        "id": f"echo {user}",
        "apt-get": f'echo "apt-get $*" >> {asked}',
        "sudo": f'echo "sudo $*" >> {asked}',
    }
    for name, does in programs.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        program.chmod(0o755)
    make = shutil.which("make")
    assert make
    keyboard, terminal = pty.openpty()
    os.write(keyboard, typed.encode())
    done = subprocess.run(
        [make, "-f", str(ROOT / "Makefile"), "openscad"],
        stdin=terminal if typed else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={"PATH": str(folder), **env},
        timeout=60,
        check=False,
    )
    os.close(keyboard)
    os.close(terminal)
    lines = asked.read_text(encoding="utf-8").splitlines() if asked.exists() else []
    return done.returncode, done.stdout.decode(), lines


def test_a_person_is_asked_before_the_system_is_changed(tmp_path: Path) -> None:
    status, said, asked = _bring(tmp_path, 1000, "y\n")
    assert status == 0 and "[Y/n]" in said
    assert asked == ["sudo apt-get install -qq -y openscad xvfb"]


def test_refusing_shows_the_command_to_type(tmp_path: Path) -> None:
    status, said, asked = _bring(tmp_path, 1000, "n\n")
    assert status and asked == []
    assert "sudo apt-get install -y openscad xvfb" in said


@pytest.mark.parametrize(
    ("user", "typed", "env"),
    [(0, "n\n", {}), (1000, "", {}), (1000, "n\n", {"YES": "1"}), (1000, "n\n", {"CI": "true"})],
    ids=["root", "no terminal", "YES=1", "CI"],
)
def test_no_question_is_asked_without_need_or_terminal(
    tmp_path: Path, user: int, typed: str, env: dict[str, str]
) -> None:
    status, said, asked = _bring(tmp_path, user, typed, **env)
    assert status == 0 and "[Y/n]" not in said
    assert [line.removeprefix("sudo ") for line in asked] == [
        "apt-get install -qq -y openscad xvfb"
    ]
