"""Patterns of the seats' lights on both backends.

Patterns differ by position as well as by colour, and never flash more than three times a second.
"""

from collections.abc import Iterator

import pytest

import testenv
from codes.table import Lamps
from marcoria.sim.simtable import SimTable

pytestmark = pytest.mark.pins

_PROGRAM = """
import asyncio, time
import board
from drivers import parts
from table.table import Table
from ui.lights import SeatLights

table = Table(None, None, None, None, None)
table.lamps[:] = bytes({lamps})
table.fill[:] = bytes({fill})
seats = SeatLights(table, parts.open_lights(board))
async def shine():
    blinks = {blinks}
    while True:
        now = time.ticks_ms()
        if blinks and now >= blinks[0]:
            blinks.pop(0)
            table.blink = 15
        for _ in range({steps} - 1):
            seats.step(now)
        await asyncio.sleep_ms(min(seats.step(now), 20))
asyncio.run(shine())
"""
_BLACK = (0, 0, 0)


def _program(lamps: list[int], fill: list[int], blinks: list[int], steps: int = 1) -> str:
    """Return a program that draws the lights in a loop, `steps` times in each pass."""
    return _PROGRAM.format(lamps=lamps, fill=fill, blinks=blinks, steps=steps)


@pytest.fixture(params=["cpython", "vm"])
def table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    with SimTable(backend=request.param, profile=testenv.PROFILE) as table:
        yield table


def _lit(table: SimTable, seat: str) -> list[int]:
    return [i for i, colour in enumerate(table.lights()[seat]) if colour != _BLACK]


def _seen(table: SimTable, seat: str, ms: int) -> list[list[int]]:
    """Return the indices of a seat's lit LEDs every 10 ms, for `ms` milliseconds."""
    seen = []
    for _ in range(ms // 10):
        table.until(10)
        seen.append(_lit(table, seat))
    return seen


def test_each_side_has_its_colour(table: SimTable) -> None:
    table.boot(_program([Lamps.TURN] * 4, [0] * 4, []))
    table.until(300)
    north, east, south, west = (table.lights()[seat][0] for seat in "NESW")
    assert north == south and east == west
    assert north[0] > north[1] > north[2]  # orange
    assert east[2] > east[1] > east[0]  # blue


def test_the_two_outermost_lights_show_the_winning_seat(table: SimTable) -> None:
    table.boot(_program([Lamps.WINS, Lamps.TURN, Lamps.OFF, Lamps.ASKED], [0] * 4, []))
    table.until(300)
    assert [len(_lit(table, seat)) for seat in "NESW"] == [2, 8, 0, 4]
    assert _lit(table, "N") == [0, 7]


def test_steady_patterns_differ_by_position(table: SimTable) -> None:
    table.boot(_program([Lamps.OFF, Lamps.TURN, Lamps.ASKED, Lamps.SHARED], [0] * 4, []))
    table.until(300)
    for _ in range(20):
        assert [_lit(table, seat) for seat in "NESW"] == [
            [],
            [0, 1, 2, 3, 4, 5, 6, 7],
            [0, 1, 6, 7],
            [0, 2, 4, 6],
        ]
        table.until(100)


def test_a_pad_to_be_cleared_pulses_slowly_unlike_a_turn(table: SimTable) -> None:
    table.boot(_program([Lamps.CLEAR] * 4, [0] * 4, []))
    table.until(300)
    seen = _seen(table, "N", 6_000)
    assert [] in seen and max(len(lit) for lit in seen) == 6
    begins = [i for i in range(1, len(seen)) if seen[i] and not seen[i - 1]]
    assert 3 <= len(begins) <= 4


def test_scanning_shows_a_running_dot_over_the_bar_of_cards(table: SimTable) -> None:
    table.boot(_program([Lamps.SCAN] * 4, [0, 0, 3, 8], []))
    table.until(300)
    seen = _seen(table, "N", 1_000)
    assert sorted({lit[0] for lit in seen}) == list(range(8)) and {len(lit) for lit in seen} == {1}
    south = _seen(table, "S", 1_000)
    assert [0, 1, 2, 5] in south and [0, 2] in south
    west = _seen(table, "W", 1_000)
    assert {len(lit) for lit in west} == {7}


def test_a_refusal_flashes_twice_in_white_over_other_patterns(table: SimTable) -> None:
    table.boot(_program([Lamps.TURN] * 4, [0] * 4, [500]))
    table.until(450)
    colours = []
    for _ in range(200):
        table.until(10)
        colours.append(table.lights()["N"][0])
    whites = [i for i in range(1, 200) if _is_white(colours[i]) and not _is_white(colours[i - 1])]
    assert len(whites) == 2
    assert not _is_white(colours[-1]) and colours[-1] != _BLACK


def _is_white(colour: tuple[int, int, int]) -> bool:
    return colour[0] == colour[1] == colour[2] > 0


@pytest.mark.parametrize("steps", [1, 2])  # two tasks of the table may draw in one millisecond
def test_refusals_flash_at_most_three_times_a_second(table: SimTable, steps: int) -> None:
    table.boot(_program([Lamps.OFF] * 4, [0] * 4, list(range(300, 6_000, 50)), steps))
    table.until(300)
    seen = _seen(table, "E", 5_500)
    flashes = [i for i in range(1, len(seen)) if seen[i] and not seen[i - 1]]
    assert len(flashes) >= 6
    for first, fourth in zip(flashes, flashes[3:], strict=False):
        assert fourth - first > 100  # 100 samples of 10 ms are a second
