"""The simulator accepts all orders of docs/simulator.md, and refuses an unknown order."""

from collections.abc import Iterator

import pytest

import testenv
from board import READERS_SPI
from marcoria.sim.simtable import SimTable

pytestmark = pytest.mark.pins

_IDLE = """
import asyncio

async def idle():
    while True:
        await asyncio.sleep_ms(20)

asyncio.run(idle())
"""


@pytest.fixture(params=["cpython", "vm"])
def table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    with SimTable(backend=request.param, seed=1, profile=testenv.PROFILE, program=_IDLE) as table:
        yield table


def test_every_documented_order_is_accepted(table: SimTable) -> None:
    for name, value in (
        ("readers.S.version", 0x12),
        (f"spi_buses.{READERS_SPI}.stuck", 0),
        ("i2c_buses.0.stuck", True),
        ("fields.S.noise", 0.001),
        ("lights.to_lose", 1),
        ("lights.broken_at", 5),
        ("buzzer.broken", True),
    ):
        table.get(name)
        table.set(name, value)
        assert table.get(name) == value
    table.order("readers.S.wedge", "soft")
    table.order("readers.S.wedge", "hard")
    table.order("fields.S.fail", True)
    table.order("pads.bleed", "7H", "W", 0.3)
    table.order("display.jam")
    table.order("display.unplug")
    table.order("display.plug")
    table.order("keys.stick", "S PASS")
    table.order("keys.free", "S PASS")
    table.order("keys.cut_wire", "S PASS")
    table.order("flash.worn.add", 3)
    table.order("flash.slow.add", 4)
    table.order("flash.fail_at", 9, 2, 1)
    table.order("flash.write", 2, 0, b"\0")
    table.order("flash.cut_at", 5, 1)
    table.put("8S", "N", coupling=0.4)
    table.until(50)
    table.cut_power()
    table.boot()


def test_an_unknown_order_is_an_error(table: SimTable) -> None:
    with pytest.raises(AttributeError):
        table.order("display.explode")
