"""Ports that are missing, forbidden or in use, and boards recognized by the text they print."""

import grp
import json
import os
import pty
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from marcoria.cli import main
from marcoria.device import ports
from marcoria.errors import Exit, TableError
from marcoria.flash.chip import ChipLoader
from plugged import Module

_STOCK_SAYS = b"""\
The filesystem appears to be corrupted. If you had important data there, you\r
may want to make a flash snapshot to try to recover it. Otherwise, perform\r
factory reprogramming of MicroPython firmware (completely erase flash, followed\r
by firmware programming).\r
"""


def _plug_in(monkeypatch: pytest.MonkeyPatch, *given: tuple[str, int, int, str]) -> None:
    """Make the system list these ports."""
    found = []
    for path, vid, pid, number in given:
        one = ListPortInfo(path)
        one.vid, one.pid, one.serial_number = vid, pid, number
        found.append(one)
    monkeypatch.setattr(list_ports, "comports", lambda: found)


@pytest.fixture
def board() -> Iterator[tuple[int, str]]:
    """Yield the board's end of a pseudo terminal, and the path of the other end: the port."""
    master, slave = pty.openpty()
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def _said(typed: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(typed.split())
    return status, capsys.readouterr().err


def test_flash_without_a_board_says_what_to_do(
    module: Module, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _plug_in(monkeypatch)
    stock = module.file.parent / "stock.bin"
    status, said = _said(f"flash --micropython {stock}", capsys)
    assert status == 3 and "plug it in with a data cable, or add --table PORT" in said
    status, said = _said(f"flash --micropython {stock} --table /dev/ttyNOPE", capsys)
    assert status == 3 and "there is no /dev/ttyNOPE: plug the board in" in said
    status, said = _said(f"flash --micropython {stock} --table {stock}", capsys)
    assert status == 3 and "is not a serial port" in said


def test_a_port_without_a_chip_is_reported(
    module: Module, board: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    stock = module.file.parent / "stock.bin"
    status, said = _said(f"flash --micropython {stock} --table {board[1]}", capsys)
    assert status == 3 and f"no chip answers at {board[1]}: hold BOOT" in said


@pytest.mark.parametrize("kind", ["socket", "rfc2217"])
def test_a_network_port_is_not_reported_as_unplugged(kind: str) -> None:
    told = []
    chip = ChipLoader(f"{kind}://127.0.0.1:1", lambda doing, _: told.append(doing))
    with pytest.raises(TableError) as failed:
        chip.facts()
    assert failed.value.code == "chip-failed"
    assert told == ["looking at the chip", "looking at the chip, slower", "looking at the chip"]


def test_one_of_several_boards_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = ("/dev/ttyA", 0x303A, 0x1001, "24:0A"), ("/dev/ttyB", 0x1A86, 0x7523, "")
    _plug_in(monkeypatch, one, other, ("/dev/ttyMouse", 0x46D, 0xC52B, ""))
    with pytest.raises(TableError, match=r"ttyA \(the ESP32-S3's own USB\), /dev/ttyB \(CH340\)"):
        ports.choose("")
    with pytest.raises(TableError, match=r"there is no /dev/ttyA: .* /dev/ttyMouse"):
        ports.choose("24:0A")
    _plug_in(monkeypatch, other)
    with pytest.raises(TableError, match="there is no /dev/ttyB"):
        ports.choose("")


def test_a_forbidden_port_names_the_command_that_allows_it(
    board: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # otherwise root may open every port
    with suppress(PermissionError):
        os.chown(board[1], -1, 20)  # the group of serial ports, if this user may set it
    with pytest.raises(TableError) as refused:
        ports.check(board[1])
    group = grp.getgrgid(os.stat(board[1]).st_gid).gr_name
    assert refused.value.status is Exit.PERMISSION
    assert f"sudo usermod -aG {group} $USER, then log out" in str(refused.value)
    with suppress(PermissionError):
        os.chown(board[1], -1, 0)
        with pytest.raises(TableError, match=f"root alone: run sudo chmod a.rw {board[1]}"):
            ports.check(board[1])


def test_fault_70_the_program_that_uses_the_port_is_named(
    module: Module, board: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = f"import serial, sys; s = serial.Serial({board[1]!r}); print('open'); sys.stdin.read()"
    holds = subprocess.Popen(
        [sys.executable, "-u", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert holds.stdout and holds.stdout.readline() == b"open\n"
        stock = module.file.parent / "stock.bin"
        status, said = _said(f"flash --micropython {stock} --table {board[1]}", capsys)
        name = Path(f"/proc/{holds.pid}/comm").read_text(encoding="utf-8").strip()
        assert status == 5
        assert (
            f"{board[1]} is in use by {name} (process {holds.pid}): end that program first" in said
        )
    finally:
        holds.communicate()
    ports.check(board[1])


def test_a_locked_port_is_busy(board: tuple[int, str]) -> None:
    import serial

    with serial.Serial(board[1], exclusive=True):
        with pytest.raises(TableError) as refused:
            ports.check(board[1])
        assert refused.value.status is Exit.BUSY


def test_devices_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _plug_in(monkeypatch)
    assert main(["devices"]) == 0
    assert "no board is plugged in, or its cable only charges" in capsys.readouterr().out
    _plug_in(monkeypatch, ("/dev/ttyX", 0x10C4, 0xEA60, "0001"))
    assert main(["devices", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["what"] == "CP210x" and told["serial"] == "0001" and told["pid"] == 0xEA60
    assert told["fault"].startswith("there is no /dev/ttyX")


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize(
    ("says", "means"),
    [
        (_STOCK_SAYS, "its files are corrupt and it cannot start: marcoria flash rebuilds them"),
        (b"The table cannot start: no journal partition.\r\n", "cannot start: no journal part"),
        (b"MicroPython v1.27.0 on 2025-12-09; x\r\n>>> ", "it waits at MicroPython's prompt"),
        (b"\xff\xfe\x80 noise", ""),
    ],
)
def test_fault_56_is_recognized_by_what_the_board_prints(
    says: bytes, means: str, board: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    master, path = board

    def speak() -> None:
        for _ in range(6):
            time.sleep(0.5)
            os.write(master, says)

    speaks = threading.Thread(target=speak)
    speaks.start()
    assert main(["devices", "--listen", "--json", "--table", path]) == 0
    told = json.loads(capsys.readouterr().out)
    assert means in told["says"] and not told["fault"]
    assert bool(means) == bool(told["says"])
    speaks.join()
