"""The whole table from power-on to the first card.

It starts, continues after a power cut, restarts after a crash, and rests for a minute (safe mode)
after repeated power cuts.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crashing import put_crashing_face
from marcoria.sim.simtable import SimTable, open_bar

_ORANGE_OR_BLUE = 8  # number of lit LEDs at the seat to move


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Callable[..., SimTable]]:
    tables = []

    def opened(**options: object) -> SimTable:
        tables.append(open_bar("cpython", seed=3, **options))  # type: ignore[arg-type]
        return tables[-1]

    yield opened
    for table in tables:
        table.close()


def _lit(table: SimTable, seat: str) -> int:
    return sum(colour != (0, 0, 0) for colour in table.lights()[seat])


def _turn(table: SimTable) -> str:
    """Wait until the lights show a turn; return its seat."""

    def turn() -> str:
        lit = [seat for seat in "NESW" if _lit(table, seat) == _ORANGE_OR_BLUE]
        return lit[0] if len(lit) == 1 else ""

    return str(table.until(turn, 10_000))


def _deal(table: SimTable) -> None:
    """Start a match in which West turns up the nine of hearts and South takes it."""
    table.until(5_000)
    table.press("MENU")
    table.until(1_000)
    table.press("♣", seat="S")
    table.until(1_000)
    table.press("♣", seat="W")
    table.until(1_000)
    table.put("9H", seat="W")
    table.until(lambda: _turn(table) == "S", 5_000)
    table.lift("9H")
    table.press("♥", seat="S")
    table.until(500)
    assert _turn(table) == "S"


def test_a_deal_is_opened_and_bid_and_its_first_card_played(bar: Callable[..., SimTable]) -> None:
    table = bar()
    _deal(table)
    table.put("AC", seat="S")
    assert table.until(lambda: _lit(table, "S") != _ORANGE_OR_BLUE, 120) is True
    assert _turn(table) in "EW"


def test_after_a_cut_the_same_seat_is_to_play(bar: Callable[..., SimTable]) -> None:
    table = bar()
    _deal(table)
    table.put("AC", seat="S")
    table.until(1_000)
    before = _turn(table)
    table.cut_power()
    table.until(2_000)
    table.boot()
    table.until(2_000)
    assert _turn(table) == before != "S"


def test_a_crash_is_shown_and_the_table_restarts(
    bar: Callable[..., SimTable], tmp_path: Path
) -> None:
    put_crashing_face(tmp_path)
    table = bar(folders=(tmp_path,))
    red = lambda: {c for leds in table.lights().values() for c in leds} == {_red(table)}  # noqa: E731
    table.until(red, 5_000)
    table.until(3_000)
    assert not red()
    assert "ValueError: a bug" in table.printed


def _red(table: SimTable) -> tuple[int, int, int]:
    first = table.lights()["N"][0]
    return first if first[0] and not first[1] and not first[2] else (-1, 0, 0)


def test_after_repeated_power_cuts_the_table_rests_and_then_plays(
    bar: Callable[..., SimTable],
) -> None:
    table = bar()
    for _ in range(2):
        table.until(5_000)
        table.cut_power()
        table.boot()
    table.until(5_000)
    assert _red(table) != (-1, 0, 0)
    table.until(65_000)
    assert _red(table) == (-1, 0, 0)


def test_a_table_on_for_a_minute_has_started_well(bar: Callable[..., SimTable]) -> None:
    table = bar()
    for _ in range(3):
        table.until(70_000)
        table.cut_power()
        table.boot()
    table.until(5_000)
    assert _red(table) == (-1, 0, 0)
