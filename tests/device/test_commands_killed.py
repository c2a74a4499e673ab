"""A command is killed while it stops or holds the table; the table plays again."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from marcoria.device.wire import Client
from marcoria.errors import TableError
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from screen import OWN_TERMINAL
from served_table import served_table
from tap import tapped

_STARTED_MS = 6_000
_ALONE_MS = 122_000  # after this long without a command the table restarts
# `settings show` sends about 1010 bytes. A test sends the signal after one of these numbers of
# bytes: in the request to stop play, at Ctrl-C, on entering the prompt, in the first statements,
# and while files are read.
_STAGES = (20, 42, 43, 44, 45, 70, 120, 400, 600, 800, 880)


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_bar("vm", 5) as table:
        table.until(3_000)
        yield table


def _show(address: str, **streams: int) -> subprocess.Popen[bytes]:
    program = Path(sys.executable).with_name("marcoria")
    typed = [program, "settings", "show", "--table", address]
    return subprocess.Popen(typed, start_new_session=True, **streams)  # type: ignore[call-overload,no-any-return]


def kill_at(table: SimTable, stage: int, number: signal.Signals) -> int:
    """Run `settings show`; return its exit status.

    Send the signal `number` to the command when it has sent `stage` bytes.
    """
    pipe = subprocess.PIPE
    with served_table(table) as address, tapped(address) as tap:
        with _show(tap.address, stdout=pipe, stderr=pipe) as command:
            tap.act = lambda: command.send_signal(number)
            tap.left = stage
            err = command.communicate(timeout=60)[1]
        assert b"Traceback" not in err, err
    return command.returncode


def _plays(table: SimTable) -> bool:
    table.until(_STARTED_MS)
    return bool(Client(SimPort(table)).ask("hello")["ok"])


@pytest.mark.soak
@pytest.mark.parametrize("stage", _STAGES)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_an_interrupted_command_restarts_the_table(
    table: SimTable, number: signal.Signals, stage: int
) -> None:
    status = 130 if number == signal.SIGINT else 128 + number
    assert kill_at(table, stage, number) == status
    assert _plays(table)


@pytest.mark.soak
@pytest.mark.parametrize("stage", [120, 600])
def test_after_a_killed_command_the_table_restarts_by_itself(table: SimTable, stage: int) -> None:
    assert kill_at(table, stage, signal.SIGKILL) == -signal.SIGKILL
    host = Client(SimPort(table))
    with pytest.raises(TableError, match="does not answer"):
        host.ask("hello")
    table.until(_ALONE_MS)
    assert _plays(table)


@pytest.mark.soak
def test_closing_the_terminal_restarts_the_table(table: SimTable) -> None:
    screen, terminal = pty.openpty()
    program = Path(sys.executable).with_name("marcoria")
    with served_table(table) as address, tapped(address) as tap:
        typed = [program, "settings", "show", "--table", tap.address]
        alone = [sys.executable, "-c", OWN_TERMINAL, os.ttyname(terminal), *typed]
        command = subprocess.Popen(alone, start_new_session=True)
        tap.act = lambda: os.close(screen)
        tap.left = 400
        assert command.wait(60) == 128 + signal.SIGHUP
        os.close(terminal)
    assert _plays(table)
