"""The solvers of experts run in a worker of their own; the match goes on without this worker."""

import pytest
from playwright.sync_api import BrowserContext, Page

from page_hand import Mouse, options
from page_watch import Watch
from site_server import SiteServer

_WORKER = "/worker/expert.mjs"
_LEFT = 6  # cards in South's hand after two tricks, in which experts have had choices


@pytest.mark.parametrize("works", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_experts_play_with_and_without_their_worker(
    context: BrowserContext, page: Page, server: SiteServer, watches: list[Watch], works: bool
) -> None:
    asked: list[str] = []
    failed: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("requestfailed", lambda request: failed.append(request.url))
    if not works:
        context.route(f"**{_WORKER}", lambda route: route.abort())
        watches[0].forgive(_WORKER)
    match = options(house="salotto", bots="NESW", seed=3).replace("honest", "expert")
    page.goto(server.address + match)
    hand = Mouse(page)
    hand.until(ready="", phase="play")
    hand.pace("fast")
    page.wait_for_function(
        f"document.querySelectorAll('.seat[data-seat=S] .hand .card').length <= {_LEFT}"
    )
    assert any(url.endswith(_WORKER) for url in asked)
    assert works or any(url.endswith(_WORKER) for url in failed)
    assert hand.state("phase") == "play"
