"""Tests of the readers' driver on the simulated table: cards, failures and recovery."""

from collections.abc import Iterator

import pytest

import testenv
from board import READERS_SPI
from codes.table import PadStates
from marcoria.sim.simtable import SimTable
from readers_program import OPEN_READERS

pytestmark = pytest.mark.pins

_POLL = """
async def poll():
    pads = readers.pads
    while True:
        wait = readers.step(time.ticks_ms())
        if pads.changed:
            pads.changed = 0
            print(" ".join(str(state) for state in pads.state))
        await asyncio.sleep_ms(wait)

asyncio.run(poll())
"""
_SOUTH = "NESW".index("S")


class Pads:
    """A table whose program prints the states of all pads when one of them changes."""

    def __init__(self, table: SimTable) -> None:
        self.table = table
        self.wait([PadStates.ABSENT] * 4)

    def told(self) -> list[list[int]]:
        lines = self.table.printed.split("\n")
        return [[int(state) for state in line.split()] for line in lines if line]

    def wait(self, states: list[int]) -> None:
        self.table.until(lambda: self.told()[-1:] == [states])

    def south(self, state: int) -> None:
        self.wait([state if seat == _SOUTH else PadStates.ABSENT for seat in range(4)])


@pytest.fixture(params=["cpython", "vm"])
def pads(request: pytest.FixtureRequest) -> Iterator[Pads]:
    with SimTable(
        backend=request.param, seed=3, profile=testenv.PROFILE, program=OPEN_READERS + _POLL
    ) as table:
        yield Pads(table)


def test_a_card_causes_one_event_when_laid_and_one_when_lifted(pads: Pads) -> None:
    pads.table.put("7H", seat="S")
    pads.south(PadStates.PRESENT)
    before = len(pads.told())
    pads.table.until(20_000)
    assert len(pads.told()) == before
    pads.table.lift("7H")
    pads.south(PadStates.ABSENT)
    assert len(pads.told()) == before + 1


def test_two_cards_are_refused_and_the_remaining_one_is_read(pads: Pads) -> None:
    pads.table.put("7H", seat="S")
    pads.table.put("8H", seat="S")
    pads.south(PadStates.CROWDED)
    pads.table.lift("8H")
    pads.south(PadStates.PRESENT)


@pytest.mark.parametrize("cure", ["soft", "hard"])
def test_a_wedged_reader_recovers_with_its_card(pads: Pads, cure: str) -> None:
    pads.table.put("7H", seat="S")
    pads.south(PadStates.PRESENT)
    pads.table.order("readers.S.wedge", cure)
    pads.table.until(6_000)
    pads.table.lift("7H")
    pads.south(PadStates.ABSENT)
    pads.table.put("8H", seat="S")
    pads.south(PadStates.PRESENT)


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_dead_line_loses_all_readers_until_it_works_again(pads: Pads, level: int) -> None:
    pads.table.set(f"spi_buses.{READERS_SPI}.stuck", level)
    pads.wait([PadStates.FAULT] * 4)
    pads.table.set(f"spi_buses.{READERS_SPI}.stuck", None)
    pads.wait([PadStates.ABSENT] * 4)
    pads.table.put("7H", seat="S")
    pads.south(PadStates.PRESENT)


@pytest.mark.soak
def test_noise_removes_no_card(pads: Pads) -> None:
    pads.table.put("7H", seat="S")
    pads.south(PadStates.PRESENT)
    before = len(pads.told())
    pads.table.set("fields.S.noise", 0.01)
    pads.table.until(20_000)
    assert len(pads.told()) == before


def test_a_clone_of_the_chip_reads_cards(pads: Pads) -> None:
    pads.table.set("readers.S.version", 0x12)
    pads.table.until(6_000)
    pads.table.put("7H", seat="S")
    pads.table.until(lambda: pads.told()[-1][_SOUTH] == PadStates.PRESENT)
