"""Links to a deal with open cards: copied from the page, opened in any tab, refused if broken."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from bdnkit import PLAYED
from browsers import launch_with
from page_hand import LIMIT_MS, Hand
from page_watch import Watch
from site_server import SiteServer
from stored_match import open_match
from test_page_open_deals import DealView

_LOOK = "#help .look"
_HOST = "table.lan"
_MOST = 400  # maximum length of a link to a deal, for a house that comes with the table
_INSECURE = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
_REFUSING = f"{_INSECURE}; document.execCommand = () => false"
_PLAYS = PLAYED.split('[Play "S"]\n')[1].split()
_LINK = (
    f"#look=1&house=piedicavallo&leader=S&contract=H&taker=S&play={''.join(_PLAYS)}"
    "&belote=20-0&melds=0-50"
)
_BROKEN = {
    _LINK.replace("look=1", "look=2"): "A newer version of this page made the link.",
    _LINK.replace("play=AH", "play=AX"): "cannot be read: play=AX9H8H7H",
    _LINK.replace("&contract=H", ""): "the part “contract” is missing",
    f"{_LINK}&at=<b>": "cannot be read: at=<b>",
    f"{_LINK}&bdn={'x' * 9000}": "The link is too long",
}


def _share(view: DealView, name: str) -> str:
    """Press a button that copies a link; return the link from the field that appears."""
    view.act(name).press("Enter")
    field = view.box.locator(".share-links input")
    expect(field).to_be_visible()
    return field.input_value()


def _told(view: DealView) -> Locator:
    return view.box.locator(".share-links .hint")


def test_a_link_shows_the_position_in_a_tab_that_looks_on(
    page: Page, tab: Callable[[], Page], server: SiteServer, tmp_path: Path
) -> None:
    page.add_init_script(_INSECURE)
    hand = open_match(page, server.address, tmp_path, [PLAYED], "piedicavallo")
    hand.pace("0")
    states = hand.states()
    view = DealView(page)
    view.open(_LOOK)
    for _ in range(5):
        view.range.press("ArrowRight")
    view.act("look-play-on").press("Enter")
    card = view.offered()[0]
    view.choose(card)
    expect(view.act("look-return")).to_be_visible()
    expect(view.status).to_contain_text("takes the trick")
    link = _share(view, "share-position")
    expect(_told(view)).to_have_text("Copied.")
    expect(view.act("share-position")).to_be_focused()
    parts = parse_qs(link.partition("#")[2])
    assert len(link) < _MOST and parts["at"] == ["5"] and parts["instead"][0].startswith(card)
    other = DealView(_pasted(tab(), server, link))
    other.box.locator(".costs").wait_for()
    expect(other.range).to_have_value(view.range.input_value())
    assert other.costs() == view.costs()
    assert Hand(other.page).is_so(readonly="true") and hand.states() == states
    other.page.keyboard.press("Escape")
    other.page.wait_for_function("location.hash === ''")


def _pasted(page: Page, server: SiteServer, link: str) -> Page:
    """Check that the clipboard holds this link, then open the link; return the page."""
    page.goto(f"{server.address}install.html")
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").focus()
    page.keyboard.press("Control+V")
    assert page.locator("textarea").input_value() == link
    page.goto(link)
    return page


@pytest.mark.soak
def test_a_link_that_cannot_be_copied_is_shown(
    page: Page, server: SiteServer, tmp_path: Path
) -> None:
    page.add_init_script(_REFUSING)
    page.goto(server.address + _LINK)  # a first visit
    view = DealView(page)
    view.box.locator(".costs").wait_for()
    Hand(page).until(ready="", phase=["ready", "bidding"])
    page.reload()  # the address still has the link
    view.box.locator(".costs").wait_for()
    expect(view.range).to_have_value("0")
    link = _share(view, "share-deal")
    assert link == server.address + _LINK
    expect(_told(view)).to_contain_text("The link is selected: copy it yourself.")
    assert page.evaluate("getSelection().toString()") == link
    for fragment, sentence in _BROKEN.items():
        page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
        expect(view.box.locator(".trouble")).to_contain_text(sentence)
    page.keyboard.press("Escape")
    Hand(page).until(ready="", phase=["ready", "bidding"])
    _look_at_paper(page)
    assert _share(view, "share-deal") == link
    page.keyboard.press("Escape")
    page.wait_for_function("location.hash === ''")


def _look_at_paper(page: Page) -> None:
    """Enter a deal in BDN in the dialog for a new match, and open the deal with open cards."""
    page.locator("#bar button.new-match").press("Enter")
    dialog = page.locator("dialog.setup-title[open]")
    dialog.locator("input[value=bdn]").check()
    dialog.locator("textarea").fill(PLAYED)
    dialog.locator(".look-paper").press("Enter")
    page.locator("dialog.look-title[open] .costs").wait_for()


@pytest.fixture
def insecure(
    chromium: Browser, server: SiteServer, watches: list[Watch]
) -> Iterator[Callable[[], Page]]:
    """Return a function that opens the page in a new tab without a secure context."""
    # Over HTTP, browsers trust 127.0.0.1 but not a host name.
    browser = launch_with(chromium.browser_type, f"--host-resolver-rules=MAP {_HOST} 127.0.0.1")
    profile = browser.new_context(locale="en")
    profile.set_default_timeout(LIMIT_MS)
    address = server.address.replace("127.0.0.1", _HOST)

    def opened() -> Page:
        tab = profile.new_page()
        watches.append(Watch(tab, address))
        tab.goto(address)
        return tab

    yield opened
    browser.close()


@pytest.mark.soak
def test_the_page_works_without_a_secure_context(insecure: Callable[[], Page]) -> None:
    first, second = insecure(), insecure()
    assert not first.evaluate("isSecureContext || 'clipboard' in navigator")
    Hand(first).until(ready="", phase="ready", readonly="false")
    Hand(second).until(readonly="true")
    second.locator(".banner button").click()
    Hand(second).until(ready="", readonly="false")
    Hand(first).until(readonly="true")
    second.locator("#bar button.new-match").press("Enter")
    dialog = second.locator("dialog.setup-title[open]")
    dialog.locator(".share button").press("Enter")
    expect(dialog.locator(".share .hint")).to_have_text("Copied.")
    link = dialog.locator(".share input").input_value()
    dialog.locator("input[value=bdn]").check()
    dialog.locator("textarea").focus()
    second.keyboard.press("Control+V")
    assert dialog.locator("textarea").input_value() == link
