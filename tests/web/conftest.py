"""The page in a real Chromium: its folder built once a run, a server, a browser a process, and
pages that fail their test when they complain.

`sit` sits down at a table: `hand = sit(Mouse, house="salotto", seed=7, bots="NEW")`.
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
    """The static folder, made by whichever process needs it first."""
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
    """Serves it."""
    server = SiteServer(site)
    yield server
    server.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a process; each test has a profile of its own."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


# What a test may parametrize directly: `@pytest.mark.parametrize("window", ["phone", "across"])`.
@pytest.fixture
def window() -> str:
    """The size, of WINDOWS."""
    return "wide"


@pytest.fixture
def scheme() -> str:
    """By day or at night."""
    return "light"


@pytest.fixture
def language() -> str:
    """Of the browser."""
    return "en"


@pytest.fixture
def motion() -> str:
    """Whether things may glide; most tests do not wait for it."""
    return "reduce"


@pytest.fixture
def context(
    chromium: Browser, window: str, scheme: Any, language: str, motion: Any
) -> Iterator[BrowserContext]:
    """A browser's profile, with nothing stored."""
    profile = chromium.new_context(
        **WINDOWS[window],
        color_scheme=scheme,
        reduced_motion=motion,
        locale=language,
        accept_downloads=True,
    )
    profile.set_default_timeout(LIMIT_MS)
    yield profile
    profile.close()


@pytest.fixture
def watches() -> Iterator[list[Watch]]:
    """Those of all the pages of a test; at its end none may have complained."""
    watches: list[Watch] = []
    yield watches
    problems = [problem for watch in watches for problem in watch.problems]
    assert not problems, "\n".join(problems)


@pytest.fixture
def tab(context: BrowserContext, server: SiteServer, watches: list[Watch]) -> Callable[[], Page]:
    """A further tab of the same profile, watched, with nothing in it yet."""

    def opened() -> Page:
        page = context.new_page()
        watches.append(Watch(page, server.address))
        return page

    return opened


@pytest.fixture
def page(tab: Callable[[], Page]) -> Page:
    """A tab."""
    return tab()


@pytest.fixture
def sit(page: Page, server: SiteServer) -> Sit:
    """Opens the page at a match, and waits until the table can be played at."""

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
    """Opens tables without a page, which end with the test."""
    opened: list[PeopleTable] = []

    def open_table(**wanted: Any) -> PeopleTable:
        wanted.setdefault("seed", testenv.SEED % _SEEDS)
        opened.append(PeopleTable(site, **wanted))
        return opened[-1]

    yield open_table
    for table in opened:
        table.close()
