"""`marcoria pads`: how well each reader reads cards at each gain, and which gain is saved."""

import json
from collections.abc import Iterator

import pytest

from codes.game import Phases
from codes.table import PadStates
from marcoria.cli import main
from marcoria.device.gains import ReaderGains, best, measure
from marcoria.device.wire import Client, TableAtPort
from marcoria.errors import Exit, TableError
from marcoria.game.bar import DECIBELS, Bar
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from served_table import answers, served_table

_SETTINGS = "/bar/settings.json"
# If the coupling is below 0.6, frames are lost, and more gain helps. Below 0.2, a card has no
# power.
_COUPLINGS = {"N": 1.0, "E": 0.7, "S": 0.45, "W": 0.19}
_CARDS = {"N": "7H", "E": "8C", "S": "KD", "W": "AS"}
_RF_CFG = 0x26
_USUAL = [4, 4, 4, 4]


@pytest.fixture(params=["cpython", pytest.param("vm", marks=pytest.mark.soak)])
def table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    with open_bar(request.param, 5) as table:
        table.until(4_000)
        yield table


@pytest.fixture
def board() -> Iterator[SimTable]:
    """Open a table in the VM: only there it has the prompt that is needed to write settings."""
    with open_bar("vm", 5) as table:
        table.until(4_000)
        yield table


def _lay(table: SimTable, couplings: dict[str, float]) -> None:
    for seat, coupling in couplings.items():
        table.put(_CARDS[seat], seat, coupling)
    table.until(1_000)


def _gains(table: SimTable) -> list[int]:
    """Return the gains in the chips' registers."""
    return [table.get(f"readers.{seat}.regs")[_RF_CFG] >> 4 for seat in "NESW"]


def test_weak_cards_are_read_with_more_gain(
    table: SimTable, capsys: pytest.CaptureFixture[str]
) -> None:
    _lay(table, _COUPLINGS)
    with served_table(table) as address:
        assert main(["pads", "--json", "--table", address]) == 0
        (told,) = answers(capsys.readouterr().out, "pads")
        assert main(["pads", "--keep", "--table", address]) == Exit.WRONG
        shown = capsys.readouterr()
        assert "no card was read at W, so no gain was kept" in shown.err
        assert shown.out.splitlines()[-2].split()[:3] == ["best", "33", "dB"]
        assert main(["pads", "--dry-run", "--table", address]) == 0
    readers = {one["seat"]: one for one in told["readers"]}
    assert readers["N"]["best"] == 33 and readers["E"]["best"] in (33, 38)
    strong, weak = readers["N"]["rates"], readers["S"]["rates"]
    assert all(
        list(one["rates"]) == ["18", "23", "33", "38", "43", "48"] for one in readers.values()
    )
    assert min(strong[gain] for gain in ("33", "38", "43", "48")) > 0.95
    assert weak["18"] + 0.2 < min(weak["33"], weak["48"])
    assert not any(readers["W"]["rates"].values())  # a card without power
    assert readers["W"]["best"] == 0
    table.until(2_000)
    assert _gains(table) == _USUAL


@pytest.mark.soak
def test_a_seat_without_a_reader_is_skipped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with open_bar("cpython", 5, profile="three-readers") as table:
        table.until(4_000)
        client = Client(SimPort(table))
        with pytest.raises(TableError, match="no card lies on any pad"):
            measure(client, DECIBELS, "", lambda _: None)
        _lay(table, {"N": 1.0, "E": 1.0, "S": 1.0})
        *there, west = measure(client, DECIBELS, "", lambda _: None)
        assert [one.best for one in there] == [33] * 3
        # West gets the usual gain, so that the gains of the other readers can be saved.
        assert west == ReaderGains("W", {}, 33)
        with served_table(table) as address:
            assert main(["pads", "--table", address]) == 0
    best_of = capsys.readouterr().out.splitlines()[-2]
    assert best_of.split() == ["best", "33", "dB", "33", "dB", "33", "dB", "-"]


@pytest.mark.soak
def test_the_best_gains_survive_a_restart(
    board: SimTable, capsys: pytest.CaptureFixture[str]
) -> None:
    with served_table(board) as address:
        wish = "gains=38,33, 48,18"
        assert main(["settings", "set", wish, "--json", "--table", address]) == 0
        (told,) = answers(capsys.readouterr().out, "settings-set")
    assert told["changed"] == {"gains": "38,33,48,18"}
    board.until(6_000)
    assert _gains(board) == [5, 4, 7, 2]
    _lay(board, {"N": 1.0, "E": 1.0, "S": 1.0, "W": 1.0})
    with served_table(board) as address:
        assert main(["pads", "--keep", "--table", address]) == 0
    assert "33 dB" in capsys.readouterr().out
    board.until(6_000)
    assert _gains(board) == _USUAL
    assert json.loads(board.backend.read(_SETTINGS))["gains"] == "4444"


def test_a_lost_connection_restores_the_gain(table: SimTable) -> None:
    _lay(table, {"N": 1.0})
    port = SimPort(table)
    client = Client(port)
    ask = port.write

    def pulled(data: bytes) -> None:
        ask(data)
        table.until(200)
        assert _gains(table) == [2, 2, 2, 2]
        raise OSError("pulled out")

    port.write = pulled  # type: ignore[method-assign]
    with pytest.raises(TableError, match="the table is gone"):
        client.ask("gain", gain=2)
    table.until(4_000)
    assert _gains(table) == _USUAL


def test_no_gain_is_measured_if_it_is_invalid_or_during_the_self_test(table: SimTable) -> None:
    client = Client(SimPort(table))
    for gain in (-1, 0, 1, 8, 99):
        with pytest.raises(TableError, match="does not accept that value"):
            client.ask("gain", gain=gain)
    client.ask("check")
    with pytest.raises(TableError, match="between two deals"):
        client.ask("gain", gain=4)
    with pytest.raises(TableError, match="between two deals"):
        client.ask("check")
    assert client.ask("test")["pads"] == [PadStates.ABSENT] * 4


def test_pads_needs_a_card_on_a_pad(table: SimTable, capsys: pytest.CaptureFixture[str]) -> None:
    with served_table(table) as address:
        assert main(["pads", "--table", address]) == Exit.WRONG
        assert "no card lies on any pad" in capsys.readouterr().err


@pytest.mark.parametrize(
    "value", ["33", "33,33,33,34", "", "33,33,33,33,33", "33,,33,33", "4,4,4,4"]
)
def test_invalid_gains_are_refused(value: str) -> None:
    with pytest.raises(
        TableError, match=r"give one of 18, 23, .* for each of North, East, South and West"
    ):
        Bar({}).change([f"gains={value}"])


@pytest.mark.parametrize(
    ("rates", "gain"),
    [
        ({18: 1.0, 23: 1.0, 33: 1.0, 38: 1.0, 43: 1.0, 48: 1.0}, 33),
        ({18: 0.0, 23: 0.0, 33: 0.5, 38: 0.99, 43: 1.0, 48: 0.8}, 43),
        ({18: 0.0, 23: 0.0, 33: 0.94, 38: 1.0, 43: 1.0, 48: 1.0}, 43),
        ({18: 0.0, 23: 0.0, 33: 0.0, 38: 0.0, 43: 0.0, 48: 0.4}, 48),
        ({18: 0.99, 23: 0.98, 33: 0.4, 38: 0.2, 43: 0.1, 48: 0.0}, 23),
        (dict.fromkeys(DECIBELS.values(), 0.0), 0),
        ({}, 0),
    ],
)
def test_the_best_gain_has_something_to_spare(rates: dict[int, float], gain: int) -> None:
    assert best(rates) == gain


def test_no_card_is_asked_for_during_a_deal(
    table: SimTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """During a deal the table would count a card on a pad as played."""
    monkeypatch.setattr(TableAtPort, "ask_if_it_runs", lambda *_: {"phase": Phases.PLAY})
    with served_table(table) as address:
        assert main(["pads", "--table", address]) == Exit.DEVICE_ERROR
    shown = capsys.readouterr()
    assert "a deal is under way" in shown.err and "lay" not in shown.err + shown.out
