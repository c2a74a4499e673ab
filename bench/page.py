"""The virtual table in Chromium: start, response times, memory and traffic, in real time."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import compress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from browsers import launch
from marcoria.web.site import make
from page_hand import options
from page_play import Play
from site_server import SiteServer
from visit import PLAY, WORKBENCH, Visit, profile

_SEED = 1
_FAR = 9999  # a target so high that no match ends during a measurement
_WARM_S = 2.0
_MOMENT_S = 0.5


@dataclass
class While:
    """Cost of running the virtual table for some time.

    `share` is the processor time of the worker divided by virtual time. `speed` is virtual time
    divided by real time. `task` is the longest task of the page's thread in ms.
    """

    share: float
    speed: float
    task: float


@dataclass
class Memory:
    """Bytes of the JavaScript heaps of page and worker, and of the worker's VMs.

    `own` has the bytes of the objects that the page's code has made. `nodes` is the number of the
    page's DOM nodes. `machines` has the bytes of each VM.
    """

    page: int
    own: int
    nodes: int
    worker: int
    machines: list[int]


class _Bold(Play):  # type: ignore[misc]
    """Player who takes at the first bid."""

    def _bid(self, seat: str) -> bool:
        return bool(self.hand.press(self._suit(), seat))


class Guests:
    """Visitors of the page, each with a browser profile of its own."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self._server = SiteServer(folder)

    def close(self) -> None:
        """Stop serving the page."""
        self._server.close()

    def starts(self) -> tuple[float, float]:
        """Return the ms until the page is playable, first online and then offline."""
        with profile(self._browser, PLAY) as context:
            first = self._start(context)
            context.set_offline(True)
            return first, self._start(context)

    def loaded(self) -> tuple[int, int]:
        """Return the bytes loaded until the page is playable, and those cached for offline use.

        The loaded bytes are counted after compression, because web hosts compress what they send.
        The cached bytes are not compressed.
        """
        with profile(self._browser, PLAY, service_workers="block") as context:
            self._server.asked.clear()
            Visit(context, self._server.address)
            files = [self._folder / (name or "index.html") for name in self._server.asked]
            loaded = sum(len(compress(file.read_bytes())) for file in files)
        with profile(self._browser, PLAY) as context:
            return loaded, Visit(context, self._server.address).kept()

    def answers(self, house: str, cards: int) -> tuple[list[float], float]:
        """Measure response times while one person plays for all four seats.

        Return the sorted ms from each card to its light, and the page thread's longest task.
        """
        with self._visit("", house=house) as visit:
            _Bold(visit.hand).cards(cards)
            visit.rest(_MOMENT_S)
            return sorted(visit.watch("answers")), visit.longest_task()

    def bots(self, seconds: float, pace: str) -> While:
        """Let bots play at all seats for some time at this pace; return the cost."""
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
        """Return the memory after `first` deals of bots, and after `deals` more."""
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
        own, nodes = visit.inspector.own()
        machines = visit.inspector.memories()
        visit.hand.pace("fast")
        return Memory(page, own, nodes, worker, machines)

    @contextmanager
    def _visit(self, bots: str, house: str = "piedicavallo", **match: int) -> Iterator[Visit]:
        with profile(self._browser, WORKBENCH) as context:
            chosen = options(house=house, seed=_SEED, bots=bots, **match)
            yield Visit(context, self._server.address + chosen)


@contextmanager
def guests() -> Iterator[Guests]:
    """Build and serve the page, start a browser, and yield visitors of the page."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        make(Path(name))
        browser = launch(playwright)
        guests = Guests(browser, Path(name))
        yield guests
        browser.close()
        guests.close()
