"""The virtual table in a real Chromium: how soon one can play there, how long a card waits for
its light, and what the page takes of time, memory and the net. All in real time."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from browsers import launch
from marcoria.web.site import make
from page_hand import options
from page_play import Play
from site_server import SiteServer
from visit import Visit, profile

_SEED = 1
_FAR = 9999  # a target, so that no match ends before its deals are counted
_WARM_S = 2.0
_MOMENT_S = 0.5


@dataclass
class While:
    """What some time at the table took: the worker's `share` of a core for each virtual second,
    virtual time against real time, and the longest task of the page's thread in ms."""

    share: float
    speed: float
    task: float


@dataclass
class Memory:
    """In bytes: JavaScript's heaps of the page and the worker, and the worker's VMs."""

    page: int
    worker: int
    machines: list[int]


class _Bold(Play):
    """Somebody who takes at once."""

    def _bid(self, seat: str) -> bool:
        return self.hand.press(self._suit(), seat)


class Guests:
    """Those who come to the page, each with a profile of its own."""

    def __init__(self, browser: Browser, server: SiteServer) -> None:
        self._browser, self._server = browser, server

    def starts(self) -> tuple[float, float]:
        """Until one can play, in ms: at a first visit, and at a second one without a net."""
        with profile(self._browser) as context:
            first = self._start(context)
            context.set_offline(True)
            return first, self._start(context)

    def loaded(self) -> tuple[int, int]:
        """Bytes that it takes until one can play, and those kept for when there is no net."""
        with profile(self._browser, service_workers="block") as context:
            before = self._server.sent
            Visit(context, self._server.address)
            loaded = self._server.sent - before
        with profile(self._browser) as context:
            return loaded, Visit(context, self._server.address).kept()

    def answers(self, house: str, cards: int) -> tuple[list[float], float]:
        """From each card dropped to the light that answers it, in ms, sorted, while one person
        plays for all four; and the longest task of the page's thread."""
        with self._visit("", house=house) as visit:
            _Bold(visit.hand).cards(cards)
            visit.rest(_MOMENT_S)
            return sorted(visit.watch("answers")), visit.longest_task()

    def bots(self, seconds: float, pace: str) -> While:
        """Bots at all seats for so long, at that pace of the page's."""
        with self._visit("NESW") as visit:
            visit.until("watch.deals")
            visit.hand.pace(pace)
            visit.rest(_WARM_S)
            used, (real, virtual) = visit.worker_seconds(), visit.watch("clock")
            visit.rest(seconds)
            used, (real_end, end) = visit.worker_seconds() - used, visit.watch("clock")
            share, speed = used * 1000 / (end - virtual), (end - virtual) / (real_end - real)
            return While(share, speed, visit.longest_task())

    def memory(self, house: str, first: int, deals: int) -> tuple[Memory, Memory]:
        """When the first deals of bots are over, and after so many more."""
        with self._visit("NESW", house=house, target=_FAR) as visit:
            visit.hand.pace("fast")
            return self._after(visit, first), self._after(visit, first + deals)

    def _start(self, context: BrowserContext) -> float:
        visit = Visit(context, self._server.address)
        visit.kept()
        visit.close()
        return visit.playable

    def _after(self, visit: Visit, deals: int) -> Memory:
        visit.until(f"watch.deals > {deals}")
        visit.hand.pace("0")
        visit.rest(_MOMENT_S)
        page, worker = visit.inspector.heaps()
        machines = visit.inspector.memories()
        visit.hand.pace("fast")
        return Memory(page, worker, machines)

    @contextmanager
    def _visit(self, bots: str, house: str = "piedicavallo", **match: int) -> Iterator[Visit]:
        with profile(self._browser) as context:
            chosen = options(house=house, seed=_SEED, bots=bots, **match)
            yield Visit(context, self._server.address + chosen)


@contextmanager
def guests() -> Iterator[Guests]:
    """The page's folder, made and served, and a browser for it."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        make(Path(name))
        server = SiteServer(Path(name))
        browser = launch(playwright)
        yield Guests(browser, server)
        browser.close()
        server.close()
