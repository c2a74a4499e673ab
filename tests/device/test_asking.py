"""Commands that read from a table, at a simulated table and at ports without a table."""

import os
import pty
import socket
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from marcoria.bots.company import Company
from marcoria.cli import main
from marcoria.coroutines import finish
from marcoria.errors import Exit
from marcoria.journal.reader import cells, open_image
from marcoria.sim.simtable import open_bar
from play_on_board import sitting
from served_table import answers, served_table

pytestmark = pytest.mark.soak

_CORRUPT = (
    b"The filesystem appears to be corrupted. If you had important data there, you\r\n"
    b"may want to make a flash snapshot to try to recover it.\r\n"
)
_STEADY_MS = 70_000


@pytest.fixture
def company() -> Iterator[Company]:
    with sitting("piedicavallo", "cpython") as company:
        finish(company.people.play_deal())
        yield company


def test_doctor_passes_a_working_table(
    company: Company, capsys: pytest.CaptureFixture[str]
) -> None:
    with served_table(company.body.table) as address:
        assert main(["doctor", "--json", "--table", address]) == 0
        checks = answers(capsys.readouterr().out, "doctor")
        assert main(["doctor", "--table", address]) == 0
        told = capsys.readouterr().out
    assert {one["result"] for one in checks} == {"pass"}
    names = {one["check"] for one in checks}
    assert {"port", "program", "memory", "display", "journal", "reader N", "keys 2"} <= names
    assert all(set(one) == {"check", "result", "detail", "fix"} for one in checks)
    assert told.count("✓") == len(checks)


def test_doctor_accepts_parts_that_were_never_built(capsys: pytest.CaptureFixture[str]) -> None:
    with open_bar("cpython", 1, profile="smallest") as table:
        table.until(6_000)
        with served_table(table) as address:
            assert main(["doctor", "--json", "--table", address]) == 0
    checks = {one["check"]: one for one in answers(capsys.readouterr().out, "doctor")}
    assert {one["result"] for one in checks.values()} == {"pass"}
    missing = "none: this table is built without it"
    none = [name for name, one in checks.items() if one["detail"] == missing]
    assert none == ["reader N", "reader E", "reader W", "keys 2", "display"]
    assert checks["keys 1"]["detail"] == "all answer"


@pytest.mark.parametrize(
    ("break_it", "check"),
    [
        (lambda table: table.set("readers.S.version", 0), "reader S"),
        (lambda table: table.set("i2c_buses.0.stuck", True), "keys 1"),
    ],
    ids=["reader", "keys"],
)
def test_doctor_finds_a_broken_part(
    company: Company,
    break_it: Callable[[Any], object],
    check: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    break_it(company.body.table)
    finish(company.body.wait(8_000))
    with served_table(company.body.table) as address:
        assert main(["doctor", "--json", "--table", address]) == Exit.DEVICE_ERROR
    (found,) = [one for one in answers(capsys.readouterr().out, "doctor") if one["check"] == check]
    assert found["result"] == "fail" and found["detail"] and found["fix"]


def test_commands_without_a_table_say_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in (["doctor", "--json"], ["doctor", "--json", "--table", "socket://127.0.0.1:9"]):
        assert main(typed) == Exit.NO_DEVICE
        (only,) = answers(capsys.readouterr().out, "doctor")
        assert only["check"] == "port" and only["result"] == "fail" and only["fix"]
    for port, told in (("socket", "is the simulated table running"), ("rfc2217", "start the pro")):
        assert main(["monitor", "--table", f"{port}://127.0.0.1:9"]) == Exit.NO_DEVICE
        assert told in capsys.readouterr().err
    for typed in (["monitor"], ["journal", "pull", "x.bin"]):
        assert main([*typed, "--table", "/dev/nowhere"]) == Exit.NO_DEVICE
        complaint = capsys.readouterr().err
        assert "there is no /dev/nowhere" in complaint and complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("said", "wanted"), [(b"", "RESET"), (_CORRUPT, "marcoria flash rebuilds")]
)
def test_a_board_without_our_program(
    said: bytes, wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    board, port = pty.openpty()
    tty.setraw(port)
    over = threading.Event()

    def speak() -> None:
        while not over.wait(0.5):
            os.write(board, said)

    worker = threading.Thread(target=speak)
    worker.start()
    name = os.ttyname(port)
    os.close(port)
    try:
        assert main(["doctor", "--json", "--table", name]) == Exit.DEVICE_ERROR
    finally:
        over.set()
        worker.join()
        os.close(board)
    checks = answers(capsys.readouterr().out, "doctor")
    assert [one["check"] for one in checks] == ["port", "program"]
    assert wanted in checks[1]["fix"]


def test_the_journal_is_pulled_byte_for_byte(
    company: Company, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "journal.bin"
    finish(company.body.wait(_STEADY_MS))  # after this the table writes nothing during the read
    with served_table(company.body.table) as address:
        assert main(["journal", "pull", str(file), "--json", "--table", address]) == 0
    assert file.read_bytes() == cells(company.body.table)
    (told,) = answers(capsys.readouterr().out, "journal-pull")
    assert told["deals"] == 1
    assert main(["journal", "show", str(file), "--json"]) == 0
    shown = answers(capsys.readouterr().out, "journal-show")
    records = open_image(file.read_bytes()).records
    assert [one["seq"] for one in shown] == [one.seq for one in records]
    assert main(["export", str(file)]) == 0 and '[House "piedicavallo"]' in capsys.readouterr().out


def test_monitor_prints_all_records(company: Company, capsys: pytest.CaptureFixture[str]) -> None:
    with served_table(company.body.table) as address:
        assert main(["monitor", "--all", "--once", "--json", "--table", address]) == 0
        told = answers(capsys.readouterr().out, "monitor")
    records = open_image(cells(company.body.table)).records
    wanted = [(one.seq, one.ms) for one in records]
    # The monitor omits records that the table writes after the monitor's start.
    assert [(one["seq"], one["ms"]) for one in told] == wanted[: len(told)]
    assert len(told) >= 40


def test_a_damaged_journal_is_shown_with_its_gap(
    company: Company, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = bytearray(cells(company.body.table))
    image[20 * 16 + 3] ^= 4
    file = tmp_path / "journal.bin"
    file.write_bytes(image)
    assert main(["journal", "show", str(file)]) == 0
    assert "damaged: 1 records missing" in capsys.readouterr().out


def test_an_unreadable_block_is_listed_last(
    company: Company, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = bytearray(cells(company.body.table))
    image[4096:8192] = b"\x5a" * 4096
    file = tmp_path / "journal.bin"
    file.write_bytes(image)
    assert main(["journal", "show", str(file), "--json"]) == 0
    *_, missing, block = answers(capsys.readouterr().out, "journal-show")
    assert missing["damaged"] > 0 and block["unreadable"] == 1


def test_an_invalid_port_to_serve_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--demo", "--serve", "99999"]) == Exit.BUSY
    assert "choose another" in capsys.readouterr().err
    assert main(["sim", "--demo", "--serve", "7", "--json"]) == Exit.USAGE


def test_doctor_checks_a_served_table_without_players(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = free.getsockname()[1]
    typed = [str(Path(sys.executable).with_name("marcoria")), "sim", "--serve", str(number)]
    with subprocess.Popen(typed, stdout=subprocess.PIPE) as table:
        try:
            assert table.stdout and str(number).encode() in table.stdout.readline()
            assert main(["doctor", "--json", "--table", f"socket://127.0.0.1:{number}"]) == 0
        finally:
            table.terminate()
    # A reader that has just started may not have been polled yet, which gives a warning.
    assert {one["result"] for one in answers(capsys.readouterr().out, "doctor")} <= {
        "pass",
        "warn",
    }
