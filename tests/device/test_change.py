"""Changes of a table's files and journal, made at its MicroPython prompt.

A change that is interrupted at any point is made completely or not at all.
"""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from loose_port import LoosePort
from marcoria.build.deploy import main
from marcoria.device.bar_files import TableChange, carry_out, settle
from marcoria.device.journal import block_hashes, chip_id, read_journal
from marcoria.device.prompt import Prompt
from marcoria.device.wire import Client
from marcoria.errors import TableError
from marcoria.journal.blocks import BLANK_BLOCK, BLOCK
from marcoria.paths import HOUSES
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from testenv import SEED

# Each test takes long, because it starts a table in the VM.
pytestmark = pytest.mark.soak

_DECK, _HOUSE, _SETTINGS = "/bar/decks/bar.deck", "/bar/houses/ours.house", "/bar/settings.json"
_FILES = {
    _HOUSE: (HOUSES / "french.house").read_bytes(),
    _SETTINGS: b'{"house": "ours", "deck": ""}',
}
# First journal block of the change, far from the blocks that a new table writes to.
_FIRST = 40
_MESSAGES = 170  # largest number of messages that the change below sends
_AT_LEAST = 150  # the change sends more messages than this
_OPERATIONS = 35  # blocks erased and pages written in the journal's flash in the last step

# Program for the table. After it, each read of the journal's flash also runs a statement, which
# the test puts in place of {}.
_ODD = """
import esp32
calls = []
read = esp32.Partition.readblocks
def odd(self, number, buf, at=0):
    calls.append(at)
    read(self, number, buf, at)
    {}
esp32.Partition.readblocks = odd
"""


class _Cable(LoosePort):
    """Cable that fails when the table has lost its power."""

    def read(self, seconds: float) -> bytes:
        if not self.table.get("power"):
            raise OSError("the table has no power")
        return super().read(seconds)


def _change() -> TableChange:
    """Return a change that writes two files and two blocks, deletes a file and blanks a block."""
    dice = Random(f"change {SEED}")
    blocks = {_FIRST + n: bytes(dice.choices(b"marcoria", k=BLOCK)) for n in range(2)}
    blocks[_FIRST + 2] = BLANK_BLOCK
    return TableChange(_FILES, [_DECK], blocks)


@pytest.fixture
def table() -> Iterator[SimTable]:
    """Open a table with data in the block that the change will blank."""
    with open_bar("vm", 5) as table:
        table.until(3_000)
        carry_out(_prompt(table), TableChange(blocks={_FIRST + 2: bytes(BLOCK)}))
        yield table


def _prompt(table: SimTable) -> Prompt:
    port = _Cable(table)
    prompt = Prompt(Client(port), port)
    settle(prompt)
    return prompt


def _seen(table: SimTable) -> tuple[dict[str, bytes], bytes]:
    """Return the bar's files and the change's three blocks, read without the tools under test."""
    files = {path: data for path, data in table.backend.files.items() if path.startswith("/bar")}
    cells = bytes(table.get("flash.cells"))
    return files, cells[_FIRST * BLOCK : (_FIRST + 3) * BLOCK]


def _wanted() -> tuple[dict[str, bytes], bytes]:
    return _FILES, b"".join(_change().blocks.values())


def _left_over(table: SimTable) -> list[str]:
    return [path for path in table.backend.files if not path.startswith("/bar")]


def _start(table: SimTable) -> None:
    """Start the table, which may restart once more by itself."""
    table.boot("main")
    table.until(6_000)


def test_a_change_is_made_and_leaves_nothing_behind(table: SimTable) -> None:
    port = _Cable(table)
    prompt = Prompt(Client(port), port)
    settle(prompt)
    port.left = left = 1 << 20
    before = table.get("flash.operations")
    carry_out(prompt, _change())
    assert _AT_LEAST < left - port.left <= _MESSAGES
    assert table.get("flash.operations") - before == _OPERATIONS
    assert _seen(table) == _wanted()
    assert _left_over(table) in ([], ["/main.py"])
    assert table.backend.files.get("/main.py", main("/a")) == main("/a")
    prompt.restart()
    table.until(6_000)
    assert Client(SimPort(table)).ask("house")["name"] == "ours"


def test_the_prompt_reads_journal_and_chip_id(table: SimTable) -> None:
    prompt = _prompt(table)
    cells = bytes(table.get("flash.cells"))
    assert read_journal(prompt) == cells and len(block_hashes(prompt)) == len(cells) // BLOCK
    assert chip_id(prompt) == bytes(table.get("processor.unique_id")).hex()


@pytest.mark.parametrize(
    ("odd", "asks", "what"),
    [
        ("import machine\nmachine.unique_id = lambda: b'../../x'", chip_id, "number of its chip"),
        ("import machine\nmachine.unique_id = lambda: b''", chip_id, "number of its chip"),
        (_ODD.format("print('../')"), read_journal, "hashes of its journal"),
        (_ODD.format("buf[0] = len(calls) % 251"), read_journal, "block 0 of its journal"),
    ],
)
def test_odd_answers_of_the_prompt_are_not_believed(
    odd: str, asks: Callable[[Prompt], object], what: str, table: SimTable
) -> None:
    prompt = _prompt(table)
    prompt.run(odd)
    with pytest.raises(TableError, match=what):
        asks(prompt)


@pytest.mark.parametrize("power", [False, True], ids=["cable", "power"])
@pytest.mark.parametrize(
    "message", [pytest.param(n, marks=pytest.mark.soak) for n in range(_MESSAGES)]
)
def test_a_cut_at_any_message_leaves_all_old_or_all_new(
    message: int, power: bool, table: SimTable
) -> None:
    old = _seen(table)
    port = _Cable(table)
    prompt = Prompt(Client(port), port)
    settle(prompt)
    port.left = message
    try:
        carry_out(prompt, _change())
        assert message > _AT_LEAST
    except TableError as error:
        assert "plug it in again" in error.detail
    if power:
        table.cut_power()
        _start(table)
    else:
        table.until(6_000)  # the table completes its last command
    assert _seen(table) in (old, _wanted())
    _repeat(table)


@pytest.mark.parametrize(
    "operation", [pytest.param(n, marks=pytest.mark.soak) for n in range(1, _OPERATIONS + 1)]
)
def test_a_power_cut_in_the_last_step_delays_the_change(operation: int, table: SimTable) -> None:
    """Cut the power in a flash operation of the last step; the next start completes the change."""
    prompt = _prompt(table)
    table.order("flash.cut_at", operation, SEED & 0xFFFF)
    with pytest.raises(TableError):
        carry_out(prompt, _change())
    assert not table.get("power")
    _start(table)
    assert _seen(table) == _wanted()
    _repeat(table)


def test_a_worn_block_is_reported_and_the_table_starts(table: SimTable) -> None:
    table.order("flash.worn.add", _FIRST + 2)
    with pytest.raises(
        TableError, match="did not store 1 blocks of the journal: repeat the command"
    ):
        carry_out(_prompt(table), _change())
    table.cut_power()
    _start(table)
    assert Client(SimPort(table)).ask("house")["name"] == "ours"


def _repeat(table: SimTable) -> None:
    """Repeat the change, and check that the result is the same as without a cut."""
    prompt = _prompt(table)
    carry_out(prompt, _change())
    assert _seen(table) == _wanted()
    prompt.restart()
    table.until(6_000)
    assert _left_over(table) in ([], ["/main.py"])
    assert Client(SimPort(table)).ask("house")["name"] == "ours"
