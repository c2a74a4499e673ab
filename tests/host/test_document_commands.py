"""Commands in README, CONTRIBUTING, docs and hardware work as written, in their order.

`make test` leaves out the targets of make, the runs of pytest, and the pages of _LONG. `make soak`
runs everything in a fresh clone. Commands for a table are run with a simulated one, and `flash`
with a mock chip.
"""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import stock_images
from command_blocks import PAGES, blocks, commands
from marcoria.paths import ROOT
from plugged import Module, patient_esptool
from testenv import SOAK

_COMMANDS = commands()
_MOST_MARKED = 5
_MAKE_INTERRUPTED = (2, -signal.SIGINT)
_LIMIT_S = 3600 if SOAK else 120
_TOLD = 8000  # limit in characters for stdout, and for stderr, in a failed command's report
_TYPED = re.compile(
    r"\s*(?:\$ )?(?:\.venv/bin/\w+|marcoria|make|mpremote|export|cp|source)(?: |$)"
)
_FOR_LONG = re.compile(r"make\b|\.venv/bin/python -m pytest\b")
# Commands that go on until Ctrl-C.
_SERVES = re.compile(r"make table\b|.*\bmarcoria (?:table|monitor|sim .*--serve)\b")
_PORTS = r"\b(?:7777|8080)\b"  # ports in the documents, which may be in use here
_MICROPYTHON = "ESP32_GENERIC_S3-SPIRAM_OCT-20251209-v1.27.0.bin"
_PLAYED = "sim --demo --deals 2 --seed 7 --house french --journal"
_BAR = ROOT / "tests" / "device" / "bar_process.py"
# Commands that can read or change files of a table. They need MicroPython's prompt, so on a page
# with such a command the table runs in the VM.
_WRITES = ("enrol", "deck verify", "pads", "deploy")
# Pages whose commands flash a chip or take minutes in the VM. These commands are also tested in
# tests/device and tests/flash.
_LONG = ("docs/flash.md", "hardware/first-game.md")
# Actions of the player at the table during a command (bar_process.py).
_DEEDS = {"doctor --touch": "touches", "enrol": "tags", "deck verify": "deck", "pads": "cards"}


def test_commands_are_in_blocks_that_are_run() -> None:
    other = []
    for page in PAGES:
        for block in blocks(page):
            if block.language not in ("sh", "console"):
                other += [(block.page, line) for line in block.lines if _TYPED.match(line)]
    assert other == []


def test_few_blocks_cannot_be_run() -> None:
    marked = [block for page in PAGES for block in blocks(page) if block.reason]
    assert all(block.language == "sh" and block.lines for block in marked)
    assert len(marked) <= _MOST_MARKED, [(block.page, block.reason) for block in marked]


class Terminal:
    """Terminal in the folder `clone`; a table and a mock chip are plugged in for its commands."""

    def __init__(self, clone: Path, folder: Path, backend: str, journal: Path) -> None:
        self.clone = clone
        self._backend = backend  # backend of the simulated table
        path = f"{clone / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        # No browser opens, and nothing is kept in the user's folders.
        self.environment = os.environ | {"PATH": path, "BROWSER": "true"}
        self.environment |= {"XDG_DATA_HOME": str(folder / "kept")}
        self.environment["ESPTOOL_CFGFILE"] = str(patient_esptool(folder))
        self._folder = folder
        self._module: Module | None = None
        self._running: list[subprocess.Popen[str]] = []
        self._bar: subprocess.Popen[str] | None = None
        self._journal = journal  # journal of the simulated table
        self._address = ""

    def type(self, line: str) -> str:
        """Run a line; return its output.

        Return "" for `export`, which is not run, and for a command that goes on until Ctrl-C.
        """
        if line.startswith("export "):
            return ""  # not needed: each command gets the simulated table
        if _SERVES.match(line):
            self._serve(line)
            return ""
        more = {"MARCORIA_TABLE": self._table(line)} if "marcoria" in line else {}
        done = subprocess.run(
            line,
            shell=True,
            executable="/bin/bash",
            cwd=self.clone,
            env=self.environment | more,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )
        told = f"{line}\n{done.stdout[-_TOLD:]}\n{done.stderr[-_TOLD:]}"
        assert done.returncode == 0, told
        return done.stdout

    def _table(self, line: str) -> str:
        """Return the address of the table for a command, "" if the command needs no table.

        `flash` gets the port of a mock chip. Other commands get the simulated table, which is
        started if necessary and prepared for the command.
        """
        if re.search(r"marcoria (?:sim|export|replay|rules|houses|image|words|board|run)\b", line):
            return ""
        if re.search(r"marcoria flash\b", line):
            self._module = self._module or Module(self._folder)
            return self._module.plug()
        if self._bar is None:
            bar = [sys.executable, str(_BAR), str(self._journal), self._backend]
            self._bar = self._start(bar, PYTHONPATH=str(ROOT / "tests" / "sim"))
            self._address = self._line_of(self._bar)
        deed = next((deed for words, deed in _DEEDS.items() if words in line), "")
        assert self._bar.stdin
        self._bar.stdin.write(f"{deed}\n")
        self._bar.stdin.flush()
        assert self._line_of(self._bar) == "ready"
        return self._address

    def _serve(self, line: str) -> None:
        """Start a command that goes on until Ctrl-C, and wait until it has printed a line.

        If the command is `monitor`, interrupt it then. Any other command runs until `close`.
        """
        with socket.create_server(("127.0.0.1", 0)) as free:
            line = re.sub(_PORTS, str(free.getsockname()[1]), line)
        watches = "monitor" in line
        more = {"MARCORIA_TABLE": self._table(line)} if watches else {}
        program = self._start(["bash", "-c", f"exec {line}"], **more)
        assert self._line_of(program)
        if watches:
            self._interrupt(program)
        else:
            self._running.append(program)

    def _start(self, command: list[str], **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            command,
            cwd=self.clone,
            env=self.environment | more,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )

    @staticmethod
    def _line_of(program: subprocess.Popen[str]) -> str:
        assert program.stdout
        return program.stdout.readline().strip()

    def close(self) -> None:
        """Unplug the mock chip, and end all programs."""
        if self._module:
            self._module.unplug()
        if self._bar:
            self._bar.communicate(timeout=60)
        for program in self._running:
            self._interrupt(program)

    @staticmethod
    def _interrupt(program: subprocess.Popen[str]) -> None:
        """Send a program the signal of Ctrl-C; it must end without an error."""
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does, signal `make` and its children
        printed = program.communicate(timeout=60)[0]
        assert "Traceback" not in printed
        assert program.returncode in (0, 130, *_MAKE_INTERRUPTED), printed


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the project and its tools.

    In `make soak` the folder is a fresh clone, otherwise it has links to the project's files.
    """
    folder = tmp_path_factory.mktemp("clone") / "marcoria"
    if SOAK:
        subprocess.run(["git", "clone", "-q", ROOT, folder], check=True)
        subprocess.run(["make", "setup"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        return folder
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name not in (".git", "build"):
            (folder / path.name).symlink_to(path)
    return folder


@pytest.fixture(scope="module")
def journal(clone: Path) -> Path:
    """Return the journal of a table on which bots have played two deals."""
    journal = clone.parent / "played.img"
    played = [clone / ".venv" / "bin" / "marcoria", *_PLAYED.split(), journal]
    subprocess.run(played, check=True, stdout=subprocess.DEVNULL)
    return journal


@pytest.fixture
def terminal(clone: Path, tmp_path: Path, page: str, journal: Path) -> Iterator[Terminal]:
    (clone / _MICROPYTHON).write_bytes(stock_images.stock())
    writes = any(word in line for line in _COMMANDS[page] for word in _WRITES)
    terminal = Terminal(clone, tmp_path, "vm" if writes else "cpython", journal)
    yield terminal
    terminal.close()


@pytest.mark.long
@pytest.mark.timeout(2 * _LIMIT_S)
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.soak] * (page in _LONG)) for page in _COMMANDS],
)
def test_commands_work_as_written(terminal: Terminal, page: str) -> None:
    lines = [line for line in _COMMANDS[page] if SOAK or not _FOR_LONG.match(line)]
    told = "".join([terminal.type(line) for line in lines])
    if page == "README.md":
        assert '"legal":["KH"]' in told.replace(" ", "")
