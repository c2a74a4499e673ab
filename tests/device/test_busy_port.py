"""Two commands at one port: the second reports which process uses it, and the first goes on."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from board_port import BoardPort
from marcoria.cli import main
from marcoria.errors import Exit
from marcoria.processes import IN_USE
from marcoria.sim.simtable import SimTable, open_bar
from served_table import answers, served_table

_PROGRAM = Path(sys.executable).with_name("marcoria")
_STEP_MS = 5
_COMMANDS = (
    "settings show",
    "doctor",
    "monitor --once",
    "pads",
    "enrol red",
    "journal pull x.img",
)


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_bar("cpython", 5) as table:
        table.until(6_000)
        yield table


def _monitor(port: str) -> subprocess.Popen[bytes]:
    typed = [_PROGRAM, "monitor", "--json", "--all", "--table", port]
    return subprocess.Popen(typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _ends_by_ctrl_c(first: subprocess.Popen[bytes]) -> None:
    """Check that the first command still runs, and that Ctrl-C ends it without an error."""
    assert first.poll() is None
    first.send_signal(signal.SIGINT)
    assert first.communicate(timeout=60)[1] == b""
    assert first.returncode == Exit.INTERRUPTED


@pytest.mark.parametrize("typed", _COMMANDS)
@pytest.mark.soak
def test_a_second_command_at_a_simulated_port_is_told_who_uses_it(
    table: SimTable,
    typed: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with served_table(table) as address, _monitor(address) as first:
        assert first.stdout and first.stdout.readline()
        assert main([*typed.split(), "--table", address]) == Exit.BUSY
        said = "".join(capsys.readouterr())
        assert f"in use by marcoria monitor (process {first.pid})" in said and "end that" in said
        table.press("MENU")
        _ends_by_ctrl_c(first)


def test_a_plain_listener_is_told_who_uses_the_port(table: SimTable) -> None:
    with served_table(table) as address, _monitor(address) as first:
        assert first.stdout and first.stdout.readline()
        port = int(address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), 60) as second:
            assert second.makefile("rb").read() == (
                IN_USE + f"marcoria monitor (process {first.pid})\n".encode()
            )
        _ends_by_ctrl_c(first)


def test_the_port_is_free_when_the_first_command_has_ended(table: SimTable) -> None:
    with served_table(table) as address:
        for _ in range(12):
            assert main(["monitor", "--once", "--all", "--json", "--table", address]) == 0


class _Cable(BoardPort):
    """Simulated table at a pseudo terminal."""

    def __init__(self, table: SimTable) -> None:
        super().__init__()
        self._table = table

    def serve(self) -> None:
        """Pass bytes both ways while the table's virtual time runs."""
        table, rest = self._table, b""
        table.order("console.plug")
        while not self.over.is_set():
            table.until(_STEP_MS)
            rest += bytes(table.order("console.take"))
            with suppress(BlockingIOError):
                rest = rest[os.write(self.board, rest) :]
            with suppress(OSError):  # no byte has arrived, or the port is closed
                table.order("console.type", os.read(self.board, 100))


def test_a_second_command_at_a_real_port_is_told_who_uses_it(
    table: SimTable, capsys: pytest.CaptureFixture[str]
) -> None:
    with _Cable(table) as cable, _monitor(cable.name) as first:
        assert first.stdout and first.stdout.readline()
        holder = f"marcoria monitor (process {first.pid})"
        said = f"{cable.name} is in use by {holder}: end that program first"
        for typed in ("settings show", "monitor"):
            assert main([*typed.split(), "--table", cable.name]) == Exit.BUSY
            assert capsys.readouterr().err == f"marcoria: {said}\n"
        assert main(["doctor", "--json", "--table", cable.name]) == Exit.BUSY
        (only,) = answers(capsys.readouterr().out, "doctor")
        assert (only["check"], f"{only['detail']}: {only['fix']}") == ("port", said)
        _ends_by_ctrl_c(first)


def test_a_command_that_takes_the_port_meanwhile_is_named(
    table: SimTable, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with _Cable(table) as cable, _monitor(cable.name) as first:
        assert first.stdout and first.stdout.readline()
        monkeypatch.setattr("marcoria.device.ports.check", lambda path: None)
        assert main(["settings", "show", "--table", cable.name]) == Exit.BUSY
        assert f"in use by marcoria monitor (process {first.pid})" in capsys.readouterr().err
        _ends_by_ctrl_c(first)
