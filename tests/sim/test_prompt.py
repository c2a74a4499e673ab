"""MicroPython's prompt on a simulated board, used by mpremote over the serial port."""

import hashlib
from collections.abc import Iterator

import pytest

from loose_port import LoosePort
from marcoria.bots.company import Company, settings
from marcoria.device.prompt import Prompt
from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from play_on_board import sitting

pytestmark = pytest.mark.soak

_DECK = "/bar/decks/bar.deck"
_TWO_MINUTES_MS = 122_000
_TEN_MINUTES_MS = 602_000


@pytest.fixture
def company() -> Iterator[Company]:
    with sitting("piedicavallo", "vm") as company:
        yield company


def _prompt(table: SimTable, pin: str = "") -> Prompt:
    port = SimPort(table)
    return Prompt(Client(port), port, pin)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_mpremote_reads_and_writes_the_boards_files(company: Company) -> None:
    table = company.body.table
    prompt = _prompt(table)
    files = table.backend.files
    below = {path: _hash(data) for path, data in files.items() if path.startswith("/bar/")}
    assert _DECK in below and prompt.hashes("/bar") == below
    assert prompt.read(_DECK) == files[_DECK] and prompt.hash(_DECK) == below[_DECK]
    assert prompt.hashes("/nowhere") == {}
    data = bytes(range(256)) * 5
    told: list[tuple[int, int]] = []
    prompt.write("/bar/a/b/c'd.bin", data, lambda done, of: told.append((done, of)))
    assert told[-1] == (len(data), len(data)) and len(told) == 3
    prompt.write("/bar/empty", b"")
    now = table.backend.files
    assert now["/bar/a/b/c'd.bin"] == data and now["/bar/empty"] == b""
    assert {path for path in now if path not in files} == {"/bar/a/b/c'd.bin", "/bar/empty"}
    prompt.remove("/bar/empty")
    assert "/bar/empty" not in table.backend.files
    with pytest.raises(TableError, match="could not run the command") as failed:
        prompt.remove("/bar/empty")
    assert failed.value.status == Exit.DEVICE_ERROR
    prompt.restart()
    table.until(4_000)
    assert table.backend.boots == 2
    assert Client(SimPort(table)).ask("hello")["boot"] == 1


@pytest.mark.parametrize("left", [0, 5, 15, 22])
def test_a_pulled_cable_leaves_the_old_file(company: Company, left: int) -> None:
    table = company.body.table
    port = LoosePort(table)
    prompt = Prompt(Client(port), port)
    before = prompt.read(_DECK)
    port.left = left
    with pytest.raises(TableError, match="plug it in again") as gone:
        prompt.write(_DECK, before * 2)
    assert gone.value.status == Exit.NO_DEVICE
    assert table.backend.files[_DECK] == before
    # The next connection finds the board at its prompt, with no program running.
    again = _prompt(table)
    again.write(_DECK, before * 2)
    assert table.backend.files[_DECK] == before * 2


def test_the_prompt_requires_the_directors_pin() -> None:
    chosen = settings("piedicavallo", False, -1, 501, "en") | {"pin": [0, 1, 2, 3]}
    with open_bar("vm", 3, "main", chosen) as table:
        table.until(4_000)
        with pytest.raises(TableError, match="director"):
            _prompt(table)
        assert _prompt(table, "CDHS").run("print(6 * 7)").strip() == "42"
        assert table.backend.boots == 1


def test_an_idle_prompt_returns_to_the_table(company: Company) -> None:
    table = company.body.table
    prompt = _prompt(table)
    table.until(_TWO_MINUTES_MS - 10_000)
    assert prompt.run("import time\ntime.sleep(1)") == ""
    table.until(_TWO_MINUTES_MS - 10_000)
    assert table.backend.boots == 1
    table.until(10_000)
    assert table.backend.boots == 2
    assert Client(SimPort(table)).ask("state")["ok"]


def test_a_prompt_opened_by_ctrl_c_times_out_after_ten_minutes(company: Company) -> None:
    table = company.body.table
    SimPort(table).write(b"\x03")
    table.until(_TEN_MINUTES_MS - 10_000)
    assert table.backend.boots == 1
    table.until(10_000)
    assert table.backend.boots == 2


def test_repeated_prompts_do_not_lead_to_safe_mode(
    company: Company,
) -> None:
    table = company.body.table
    for _ in range(4):
        prompt = _prompt(table)
        prompt.restart()
        table.until(3_000)
    assert not Client(SimPort(table)).ask("hello")["safe"]


def test_commands_can_be_typed_at_the_prompt(company: Company) -> None:
    table = company.body.table
    port = SimPort(table)
    said = b""
    for typed in (b"\x03", b"6 * 7\r", b"nothing\x03", b"8 * 9\r", b"\x04"):
        port.write(typed)
        table.until(200)
        said += port.read(0)
    assert {b"42", b"72"} <= set(said.split()) and b"Error" not in said
    table.until(4_000)
    assert table.backend.boots == 2
