"""The pages of a hub in a real Chromium: readable from afar and on a phone, and up to date."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route

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
    bar = Bar(tmp_path, "--players")
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
    # On a screen of 43 inches, 70 px are 35 mm and 24 px are 12 mm: readable from five metres.
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


def test_a_page_has_one_request_at_a_time(bar: Bar, visit: Callable[..., Page]) -> None:
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
    assert len(held) == 1  # no second request while the first one waits for its answer
    held[0].continue_()
    while len(held) < 2:
        page.wait_for_timeout(10)
    held[1].continue_()
    page.locator(".live td", has_text="182").nth(1).wait_for()


def _sits(page: Page, title: str, seat: str) -> Locator:
    """Return a locator that finds a seat only while the player of this page sits there."""
    table = page.locator(".seats li", has_text=title)
    return table.locator(".here", has_text=seat)


def test_a_phone_sits_down_and_the_television_shows_it(
    bar: Bar, visit: Callable[..., Page]
) -> None:
    wall = visit("/wall", _TELEVISION)
    phone = visit("/players", _PHONE, has_touch=True, is_mobile=True)
    # The page refuses a nickname that is too long, and keeps what was typed.
    phone.get_by_label("Your nickname").fill("x" * 21)
    phone.get_by_role("button", name="Join in").tap()
    phone.get_by_role("alert").get_by_text("1 to 20").wait_for()
    assert phone.get_by_label("Your nickname").input_value() == "x" * 21
    assert violations(phone) == []
    long_name = "Maria-Antonietta Bel"
    phone.get_by_label("Your nickname").fill(long_name)
    phone.get_by_role("button", name="Join in").tap()
    phone.get_by_text("Choose your seat").wait_for()
    seats = phone.locator(".seats button")
    assert seats.count() == 16
    boxes = [one.bounding_box() for one in seats.all()]
    assert all(box and box["height"] >= 44 and box["width"] >= 100 for box in boxes)
    phone.locator(".seats li", has_text=TITLES[1]).get_by_role("button", name="North").tap()
    _sits(phone, TITLES[1], "North").wait_for()
    wall.locator(".ranking th", has_text=TITLES[1]).locator("bdi", has_text=long_name).wait_for()
    assert wall.evaluate(_FITS) and wall.evaluate(_FILLS) and wall.evaluate(_CUT) == []
    assert violations(wall) == []
    assert wall.locator(".top a").inner_text().endswith("/players")
    bar.tables[1].play(*written(SCANNED))
    bar.push(bar.tables[1])
    phone.locator(".ranking th", has_text=long_name).wait_for()  # the phone's page is updated too
    assert violations(phone) == [] and phone.evaluate(_FITS)
    phone.get_by_role("button", name="Stand up").tap()
    phone.get_by_text("Choose your seat").wait_for()
    phone.get_by_role("button", name="Delete my nickname").tap()
    phone.get_by_role("status").get_by_text("deleted").wait_for()
    assert phone.locator("bdi").count() == 0
    wall.locator("bdi").wait_for(state="detached")


def test_players_need_only_a_keyboard_and_no_script(bar: Bar, visit: Callable[..., Page]) -> None:
    page = visit("/players", _DESK, java_script_enabled=False)

    def press(name: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            here = page.locator(":focus")
            if here.count() and name in here.inner_text():
                page.keyboard.press("Enter")
                return
        raise AssertionError(f"the keyboard does not reach {name}")

    page.get_by_label("Your nickname").focus()
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    # Wait for the next page before each press, because a page that is replaced has no focus.
    page.get_by_text("Choose your seat").wait_for()
    press("West")
    _sits(page, "At the bar", "West").wait_for()
    press("South")
    _sits(page, "At the bar", "South").wait_for()
    press("Stand up")
    page.get_by_text("Choose your seat").wait_for()
    press("Delete my nickname")
    page.get_by_role("status").wait_for()


def test_news_do_not_disturb_a_player_who_types(bar: Bar, visit: Callable[..., Page]) -> None:
    page = visit("/players", _PHONE)
    page.evaluate("window.news = 0; new EventSource('/events').onmessage = () => news++")
    page.get_by_label("Your nickname").fill("An")
    bar.tables[1].play(*written(SCANNED))
    with page.expect_response("**/players"):
        bar.push(bar.tables[1])
    page.wait_for_timeout(50)
    page.keyboard.type("na")
    assert page.get_by_label("Your nickname").input_value() == "Anna"


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
