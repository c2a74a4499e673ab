"""The score sheet on the page: the lines of two matches, and the steps behind each score."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import testenv
from audit import violations
from bdnkit import Event, read, written
from legal_deals import LegalMatch
from marcoria.bdn.rulebooks import Rulebooks
from random_houses import Random
from site_server import SiteServer
from stored_match import store_match
from test_page_open_deals import WIDE
from test_paper_commands import image_of

_PRESSES = 3  # maximum number of presses of a button until the line of a deal is open
_DEALS = 5
_NUMBER = re.compile(r"[+−]?\d+")


@pytest.fixture
def view() -> str:
    """Return the view whose slate has the button that opens the sheet."""
    return "play"


def _open(page: Page) -> Locator:
    page.locator(".slate .score-sheet").click()
    sheet = page.locator("dialog.sheet-title[open]")
    sheet.locator("table").wait_for()
    return sheet


def _open_early_and_again(page: Page, address: str) -> Locator:
    """Open the sheet before the table is ready, and once more afterwards.

    Close the sheet meanwhile, because an open sheet draws all lines again when the phase changes.
    """
    page.goto(address)
    expect(_open(page).get_by_role("radio", name="This match")).to_be_checked()
    page.keyboard.press("Escape")
    page.wait_for_function("!['', 'none'].includes(document.documentElement.dataset.phase ?? '')")
    return _open(page)


@pytest.mark.parametrize("window", ["phone"])
def test_the_sheet_has_the_score_of_each_deal(page: Page, server: SiteServer) -> None:
    book = Rulebooks().book("bulgarian")
    rng = Random(testenv.SEED)
    matches = [LegalMatch(book, rng).play(_DEALS) for _ in range(3)]
    happened = [event for match in matches for event in match]
    store_match(page, server.address, image_of(book, happened), "bulgarian")
    sheet = _open_early_and_again(page, server.address)
    _check_lines(sheet, book, matches[2])
    sheet.locator("input[type=radio]").last.check()
    _check_lines(sheet, book, matches[1])
    assert page.evaluate(WIDE) == [] and violations(page) == []
    page.keyboard.press("Escape")


def _check_lines(sheet: Locator, book: object, match: list[Event]) -> None:
    """Compare the lines of a match with its deals in BDN, and each score with its steps' sum."""
    deals = [deal.tags for deal in read(written(book, match)) if deal.is_dealt]
    lines = sheet.locator("tr.entry")
    assert lines.count() == len(deals)
    for number, tags in enumerate(deals):
        press = lines.nth(number).get_by_role("button")
        # If the sheet is drawn again before the key reaches the button, press it again.
        for _ in range(_PRESSES):
            if press.get_attribute("aria-expanded") == "false":
                press.press("Enter")
        shown = [_number(text) for text in sheet.locator("tr.account li.sum b").all_inner_texts()]
        adds = sheet.locator("tr.account li.step .adds").all()
        columns = [[_number(text) for text in one.locator("b").all_inner_texts()] for one in adds]
        assert [sum(column) for column in zip(*columns, strict=True)] == shown
        assert shown == (_both(tags["Score"]) if "Tricks" in tags else [])
        line = lines.nth(number)
        assert [_number(one) for one in line.locator("td.total").all_inner_texts()] == _both(
            tags["Total"]
        )


def _number(text: str) -> int:
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else 0


def _both(text: str) -> list[int]:
    return [int(part.partition(":")[2]) for part in text.split()]
