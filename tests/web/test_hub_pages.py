"""The pages of a hub in a real Chromium: readable from afar and on a phone, and up to date."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from audit import violations
from bar_evening import TITLES, Bar
from marcoria.hub.page import LANGUAGES
from recorded_tables import SCANNED, written

RUNS_ON = "cpython"

_TELEVISION, _PHONE, _DESK = (1920, 1080), (390, 844), (1280, 800)
_FITS = "document.documentElement.scrollWidth <= innerWidth"
_FILLS = "document.documentElement.scrollHeight <= innerHeight"
# Return the texts of panels whose content is cut off.
_CUT = """() => [...document.querySelectorAll('main li, main section')].filter((one) =>
    one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent.slice(0, 40))"""


_SIZES = """(selector) => [...document.querySelectorAll(selector)].map(
    (one) => parseFloat(getComputedStyle(one).fontSize))"""


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Bar]:
    bar = Bar(tmp_path)
    yield bar
    bar.process.kill()


@pytest.fixture
def visit(chromium: Browser, bar: Bar) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of the hub; no page may report a problem."""
    problems: list[str] = []
    profiles = []

    def opened(path: str, size: tuple[int, int], language: str = "en", **more: Any) -> Page:
        window = {"width": size[0], "height": size[1]}
        profile = chromium.new_context(viewport=window, locale=language, **more)
        profiles.append(profile)
        page = profile.new_page()
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(bar.process.address + path)
        return page

    yield opened
    for profile in profiles:
        profile.close()
    assert not problems


def test_the_wall_fills_a_television_and_follows_the_tables(
    bar: Bar, visit: Callable[..., Page]
) -> None:
    page = visit("/wall", _TELEVISION)
    assert page.evaluate(_FITS) and page.evaluate(_FILLS) and page.evaluate(_CUT) == []
    # On a screen of 43 inches, 70 px are 35 mm and 24 px are 12 mm: enough for five metres.
    points, state = (
        page.evaluate(_SIZES, name) for name in (".live td", ".live .state, .ranking")
    )
    assert len(points) == 8 and min(points) > 70 and min(state) >= 24
    assert page.locator(".ranking tbody tr").count() > 4
    before = page.locator(".live li").all_inner_texts()
    bar.tables[1].play(*written(SCANNED))
    bar.push(bar.tables[1])
    page.locator(".live td", has_text="182").wait_for()
    after = page.locator(".live li").all_inner_texts()
    assert next(one for one in after if one not in before).startswith(TITLES[1])
    assert violations(page) == []


def test_a_page_is_fetched_once_at_a_time(bar: Bar, visit: Callable[..., Page]) -> None:
    page = visit("/wall", _DESK)
    page.evaluate("window.news = 0; new EventSource('/events').onmessage = () => news++")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/wall", hold)
    for count, table in enumerate(bar.tables[1:3], 1):
        table.play(*written(SCANNED))
        bar.push(table)
        page.wait_for_function(f"news >= {count}")
    assert len(held) == 1  # the news came while this answer was on its way
    held[0].continue_()
    while len(held) < 2:
        page.wait_for_timeout(10)
    held[1].continue_()
    page.locator(".live td", has_text="182").nth(1).wait_for()


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [_TELEVISION, _DESK, _PHONE])
def test_all_pages_are_accessible_and_fit(
    bar: Bar, visit: Callable[..., Page], size: tuple[int, int], scheme: str
) -> None:
    for language in LANGUAGES:
        for path in bar.paths():
            page = visit(path, size, language, color_scheme=scheme)
            assert violations(page) == [], (path, language)
            assert page.evaluate(_FITS), (path, language)
            if path == "/wall" and size == _TELEVISION:
                assert page.evaluate(_FILLS) and page.evaluate(_CUT) == [], language
