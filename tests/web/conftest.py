"""Fixtures for the page in a real Chromium, and for its table without a page.

A test fails if its page reports a problem. The page's folder is built once for each run,
and each process starts one browser. `sit` opens a match:
`hand = sit(Mouse, house="salotto", seed=7, bots="NEW")`.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import testenv
from browsers import WINDOWS, launch
from marcoria.web.site import make
from page_hand import LIMIT_MS, Hand, Keyboard, options
from page_watch import Watch
from people_table import PeopleTable
from site_server import SiteServer

Sit = Callable[..., Hand]
_SEEDS = 1 << 16
expect.set_options(timeout=LIMIT_MS)
_BEGUN = ["ready", "dealt", "bidding", "play"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the page's folder once for all processes of the run."""
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    folder, half = run / "web", run / "web.half"
    with (run / "web.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            make(half)
            half.rename(folder)
    return folder


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[SiteServer]:
    """Serve the page's folder."""
    server = SiteServer(site)
    yield server
    server.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start one browser for all tests of a process; each test gets its own profile."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


# A test may parametrize this fixture and the next four, for example with
# `@pytest.mark.parametrize("window", ["phone", "across"])`.
@pytest.fixture
def window() -> str:
    """Return the name of the window's size, a key of WINDOWS."""
    return "wide"


@pytest.fixture
def scheme() -> str:
    """Return the browser's colour scheme, light or dark."""
    return "light"


@pytest.fixture
def language() -> str:
    """Return the browser's language."""
    return "en"


@pytest.fixture
def motion() -> str:
    """Return the browser's motion setting; most tests run without animations."""
    return "reduce"


@pytest.fixture
def view() -> str:
    """Return the view in which the page opens: workbench, which shows all keys, or play."""
    return "workbench"


@pytest.fixture
def context(
    chromium: Browser, window: str, scheme: Any, language: str, motion: Any, view: str
) -> Iterator[BrowserContext]:
    """Open a new browser profile, whose pages open in the view `view`."""
    profile = chromium.new_context(
        **WINDOWS[window],
        color_scheme=scheme,
        reduced_motion=motion,
        locale=language,
        accept_downloads=True,
    )
    profile.set_default_timeout(LIMIT_MS)
    profile.add_init_script(f"try {{ localStorage['marcoria.view'] ??= '{view}' }} catch {{}}")
    yield profile
    profile.close()


@pytest.fixture
def watches() -> Iterator[list[Watch]]:
    """Collect the watches of all pages of a test; fail the test if any page had a problem."""
    watches: list[Watch] = []
    yield watches
    problems = [problem for watch in watches for problem in watch.problems]
    assert not problems, "\n".join(problems)


@pytest.fixture
def tab(context: BrowserContext, server: SiteServer, watches: list[Watch]) -> Callable[[], Page]:
    """Return a function that opens a watched, empty tab in the profile."""

    def opened() -> Page:
        page = context.new_page()
        watches.append(Watch(page, server.address))
        return page

    return opened


@pytest.fixture
def page(tab: Callable[[], Page]) -> Page:
    """Open a watched, empty tab."""
    return tab()


@pytest.fixture
def sit(page: Page, server: SiteServer) -> Sit:
    """Return a function that opens the page with a match, and returns the player at the page.

    `kind` is the class of the player, and `match` has the options of the match (see `options`).
    The function waits until the match has begun.
    """

    def sit_down(kind: type[Hand] = Keyboard, **match: Any) -> Hand:
        match.setdefault("seed", testenv.SEED % _SEEDS)
        page.goto(server.address + options(**match))
        hand = kind(page)
        hand.seats = "".join(seat for seat in "NESW" if seat not in match.get("bots", ""))
        hand.until(ready="", phase=_BEGUN)
        return hand

    return sit_down


@pytest.fixture
def people(site: Path) -> Iterator[Callable[..., PeopleTable]]:
    """Return a function that opens tables without a page; they are closed when the test ends."""
    opened: list[PeopleTable] = []

    def open_table(**wanted: Any) -> PeopleTable:
        wanted.setdefault("seed", testenv.SEED % _SEEDS)
        opened.append(PeopleTable(site, **wanted))
        return opened[-1]

    yield open_table
    for table in opened:
        table.close()
