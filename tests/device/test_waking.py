"""Any command starts a table that waits at its prompt, and recognises boards that are no table."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marcoria.cli import main
from marcoria.device.detection import STARTED, hello
from marcoria.device.wire import PortWire, TableAtPort
from marcoria.errors import Exit, TableError
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from served_table import answers, served_table
from stock_board import (
    DEAF,
    EXECUTES,
    FRIENDLY,
    PASTE,
    RAW,
    RAW_PASTE,
    STUBBORN,
    TABLE,
    StockBoard,
)
from test_commands_killed import kill_at

_TABLE = {"/main.py": b"import sys\n", "/a/manifest": b"marcoria 0.1.0 46ddbf09e4b0\n"}
_LOOSE = {"/lib/program.mpy": b"M\x06\x00\x1f"}
_OTHER = {"/main.py": b"import blink\n"}
_CORRUPT = b"The filesystem appears to be corrupted. If you had important data there, you\r\n"
_BLANK = b"invalid header: 0xffffffff\r\n"
_SPEAKS = b"T:21.5 /0.0\r\n"
_LOADER = b"waiting for download\r\n"
_UNFIT = b"The table cannot start: no house: flash the table's image.\r\n"


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waits for silent ports."""
    monkeypatch.setattr("marcoria.device.talk._ANSWER_S", 0.2)
    monkeypatch.setattr("marcoria.device.detection._BACK_S", 3)


def _hello(board: StockBoard, said: list[str]) -> dict[str, Any]:
    table = TableAtPort(lambda: PortWire(board.name), lambda seconds: None)
    try:
        return hello(table, said.append)
    finally:
        table.close()


@pytest.mark.soak(keep=4)
@pytest.mark.parametrize("files", [_TABLE, _LOOSE], ids=["slot", "loose"])
@pytest.mark.parametrize("state", [FRIENDLY, RAW, PASTE, RAW_PASTE, EXECUTES, DEAF])
def test_a_table_at_its_prompt_is_started(state: str, files: dict[str, bytes]) -> None:
    said: list[str] = []
    with StockBoard(state, files, TABLE) as board:
        assert _hello(board, said)["link"] == 1
        assert said == [STARTED] and board.resets == 1
        assert _hello(board, said)["link"] == 1
        assert said == [STARTED] and board.resets == 1


@pytest.mark.soak(keep=4)
@pytest.mark.parametrize(
    ("state", "files", "says", "code", "status"),
    [
        (FRIENDLY, {}, b"", "no-program", Exit.WRONG_DEVICE),
        (RAW, {}, b"", "no-program", Exit.WRONG_DEVICE),
        (STUBBORN, {}, _BLANK, "no-program", Exit.WRONG_DEVICE),
        (FRIENDLY, _OTHER, b"", "other-program", Exit.WRONG_DEVICE),
        (DEAF, _OTHER, b"", "other-program", Exit.WRONG_DEVICE),
        (STUBBORN, {}, _SPEAKS, "other-program", Exit.WRONG_DEVICE),
        (STUBBORN, {}, b"", "no-answer", Exit.DEVICE_ERROR),
        (STUBBORN, {}, _CORRUPT, "corrupt", Exit.DEVICE_ERROR),
        (STUBBORN, {}, _LOADER, "loader", Exit.DEVICE_ERROR),
        (FRIENDLY, _TABLE, _UNFIT, "unfit", Exit.DEVICE_ERROR),
    ],
)
def test_other_boards_and_states_are_told_apart(
    state: str, files: dict[str, bytes], says: bytes, code: str, status: int
) -> None:
    starts_as = DEAF if files is _OTHER else FRIENDLY
    board = StockBoard(state, files, starts_as, says)
    with board, pytest.raises(TableError) as found:
        _hello(board, [])
    assert (found.value.code, found.value.status) == (code, status)
    advised = code in ("no-program", "corrupt", "other-program") and says != _SPEAKS
    assert ("marcoria flash" in found.value.detail) == advised
    assert files is not _OTHER or board.state == DEAF  # the other program runs again


@pytest.mark.soak
def test_the_doctor_ends_with_the_status_of_what_it_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for files, status in (({}, Exit.WRONG_DEVICE), (_TABLE, Exit.DEVICE_ERROR)):
        with StockBoard(FRIENDLY, files, says=_UNFIT) as board:
            assert main(["doctor", "--json", "--table", board.name]) == status
        port, program = answers(capsys.readouterr().out, "doctor")
        assert (port["check"], port["result"]) == ("port", "pass")
        assert (program["check"], program["result"]) == ("program", "fail") and program["fix"]


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_bar("vm", 5) as table:
        table.until(6_000)
        yield table


@pytest.mark.soak
def test_the_doctor_starts_a_table_whose_command_was_killed(
    table: SimTable, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kill_at(table, 400, signal.SIGKILL) == -signal.SIGKILL
    with served_table(table) as address:
        assert main(["doctor", "--json", "--table", address]) == 0
        checks = {one["check"]: one for one in answers(capsys.readouterr().out, "doctor")}
        assert checks["prompt"]["result"] == "warn" and checks["prompt"]["detail"] == STARTED
        assert checks["program"]["result"] == "pass" and "marcoria flash" not in str(checks)
        assert main(["doctor", "--json", "--table", address]) == 0
        assert "prompt" not in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.parametrize(
    "typed", ["monitor --once", "journal pull x.img", "pads", "settings show", "deck verify"]
)
@pytest.mark.parametrize("typed_there", [b"\x03", b"\x03\x01", b"\x03\x01import time\n"])
def test_any_command_starts_a_table_at_its_prompt(
    table: SimTable,
    typed: str,
    typed_there: bytes,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    SimPort(table).write(typed_there)
    table.until(1_000)
    more = ["--dry-run"] if typed == "deck verify" else []
    with served_table(table) as address:
        status = main([*typed.split(), *more, "--table", address])
    said = capsys.readouterr()
    assert status == 0 or (typed == "pads" and "no card lies" in said.err), said
    table.until(6_000)
    assert SimPort(table) and TableAtPort(lambda: SimPort(table)).ask("hello")["ok"]
