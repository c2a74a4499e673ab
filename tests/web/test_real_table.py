"""A real table in the page: at its cable a simulated one, behind a stand-in for Web Serial."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from cable import Cable
from codes import events
from marcoria.people.company import Company
from marcoria.web.world.told import match_told
from played_table import PlayedTable
from real_page import RealPage
from site_server import SiteServer

Seen = tuple[RealPage, PlayedTable]


@pytest.fixture
def cable(page: Page) -> Iterator[Cable]:
    cable = Cable(page)
    yield cable
    cable.close()


@pytest.fixture
def seen(page: Page, cable: Cable, server: SiteServer) -> Iterator[Seen]:
    """A page that looks at a table where somebody has laid five cards."""
    table = PlayedTable("piedicavallo", seed=3)
    table.do(lambda company: company.people.play_cards(5))
    real = RealPage(page, cable)
    cable.plug(table.address)
    real.open(server.address)
    real.connect()
    yield real, table
    table.close()


def _truth(company: Company) -> dict[str, Any]:
    told: dict[str, Any] = match_told(company.people.game)
    return told


def _agree(real: RealPage, table: PlayedTable) -> dict[str, Any]:
    """What the page tells, once it is what the people at the table know."""
    truth = table.do(_truth)
    real.until("heard.told.events === wanted && !heard.told.unknown", truth["events"])
    told = real.told()
    assert {name: told[name] for name in truth} == truth
    return told


def test_a_deal_is_seen(seen: Seen) -> None:
    real, table = seen
    for _ in range(4):
        told = _agree(real, table)
        glance = real.glance()
        assert glance["who"] == [told["turn"]] and glance["next"] == "card"
        for seat, card in told["trick"]:
            assert glance["pads"][seat] == [card]
        table.do(lambda company: company.people.play_cards(7))
    assert _agree(real, table)["phase"] in ("done", "ready")
