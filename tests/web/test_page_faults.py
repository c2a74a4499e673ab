"""The drawer "Break it": the signs of each fault on the page, its repair, and play afterwards."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from marcoria.paths import ROOT
from page_hand import Hand, Mouse
from page_play import Play
from page_watch import Watch

_DRAWER = ROOT / "host_tools" / "marcoria" / "web" / "page" / "faults.mjs"
_ROWS = re.findall(r'\bfault\("([\w-]+)"', _DRAWER.read_text(encoding="utf-8"))
_CLEAR = "South: clear your pad"


def _nothing(hand: Hand) -> None:
    """Check nothing, for a fault or a repair that has no sign on the page."""


def _told(hand: Hand, sentence: str) -> None:
    expect(hand.page.locator("[role=log]")).to_contain_text(sentence)


def _says(*sentences: str) -> Callable[[Hand], None]:
    """Return a check that the live region contains these sentences."""

    def seen(hand: Hand) -> None:
        for sentence in sentences:
            _told(hand, sentence)

    return seen


def _to_be_cleared(hand: Hand) -> None:
    hand.until(next="tidy", who="S")
    expect(hand.page.locator("#help p")).to_contain_text(_CLEAR)


def _lost(hand: Hand) -> None:
    hand.until(power="off")
    _told(hand, "The power is off.")
    expect(hand.page.locator("#help p")).to_contain_text("The plug is out.")


def _back(hand: Hand) -> None:
    hand.until(power="on", phase="play")
    _told(hand, "The power is on again.")


def _lay(hand: Hand) -> str:
    card = hand.legal("S")[0]
    hand.lay(card, "S")
    return card


def _torn(hand: Hand) -> None:
    """Lay a card, and expect that the power fails while its record is being written."""
    _lay(hand)
    _lost(hand)


def _asked_again(hand: Hand) -> None:
    _back(hand)
    _to_be_cleared(hand)
    hand.act()


def _foreign(hand: Hand) -> None:
    _told(hand, "A foreign card on the pad of South.")
    _to_be_cleared(hand)


def _reader_lost(hand: Hand) -> None:
    _told(hand, "The pad of South does not read.")
    expect(_pad(hand)).to_have_attribute("aria-label", "Pad of South; it does not read")
    hand.until(next=["card", "tidy"])
    expect(hand.page.locator("#help p")).to_contain_text(
        re.compile("does not read|clear your pad")
    )


def _reader_found(hand: Hand) -> None:
    _told(hand, "The pad of South reads again.")
    expect(_pad(hand)).to_have_attribute("aria-label", "Pad of South")


def _not_felt(hand: Hand) -> None:
    """Lay a card, and expect that the card stays on the pad and the turn stays with South."""
    card = _lay(hand)
    events = hand.state("events")
    # At full speed the table's clock runs faster than real time, so a second is long enough for
    # the table to read a card.
    hand.page.wait_for_timeout(1000)
    assert hand.cards("S", "pad") == [card]
    assert hand.is_so(next="card", who="S", events=events)


def _felt(hand: Hand) -> None:
    hand.until(turn=["N", "E", "W", "S"], next=["wait", "card", "tidy"])


def _stuck(hand: Hand) -> None:
    _told(hand, "A key is stuck.")
    expect(hand.key("PASS", "S")).to_have_class(re.compile("down"))


def _free(hand: Hand) -> None:
    expect(hand.key("PASS", "S")).not_to_have_class(re.compile("down"))


def _stale(hand: Hand) -> None:
    """Lay a card; expect that play goes on, while South's lights get no data and stay lit."""
    seen = hand.state("events")
    _lay(hand)
    hand.page.wait_for_function(
        "(seen) => document.documentElement.dataset.events !== seen", arg=seen
    )
    hand.page.wait_for_timeout(500)
    expect(hand.page.locator('.seat[data-seat="S"] .lights i.lit')).to_have_count(8)


def _silent(hand: Hand) -> None:
    """Lay a card; expect a message once the display has to draw a page and does not answer."""
    _lay(hand)
    _told(hand, "The display does not answer.")


def _drawn_again(hand: Hand) -> None:
    Play(hand).cards(1)
    _told(hand, "The display answers again.")


def _stays(hand: Hand) -> None:
    """Expect that a worn-out block cannot be repaired."""
    hand.open("breaking")
    row = hand.page.locator(".fault:has(#fault-worn)")
    expect(row.locator(".state")).to_have_text("Now: 1")
    expect(row.locator("button")).to_be_disabled()
    hand.page.keyboard.press("Escape")


def _pad(hand: Hand) -> Locator:
    return hand.page.locator('.pad[data-seat="S"]')


@dataclass(frozen=True)
class Course:
    """Checks after a fault was caused, and after it was repaired."""

    broken: Callable[[Hand], None] = _nothing
    mended: Callable[[Hand], None] = _nothing


_COURSES = {
    "cut": Course(_lost, _back),
    "torn": Course(_torn, _asked_again),
    "two-cards": Course(_to_be_cleared),
    "bus-pass": Course(_foreign),
    "phone": Course(_to_be_cleared),
    "between": Course(_says("Two pads read the same card.")),
    "reader": Course(_reader_lost, _reader_found),
    "wedge": Course(),
    "noise": Course(),
    "field": Course(_not_felt, _felt),
    "held": Course(_stuck, _free),
    "beer": Course(_stuck, _free),
    "bus": Course(_says("The keys do not answer."), _says("The keys answer again.")),
    "jam": Course(_silent, _back),
    "unplug": Course(_says("The display does not answer."), _drawn_again),
    "frames": Course(),
    "dark": Course(_stale),
    "worn": Course(_stays),
}


def test_every_fault_of_the_drawer_has_a_test_course() -> None:
    assert sorted(_ROWS) == sorted(_COURSES)


@pytest.mark.soak
@pytest.mark.parametrize("name", _ROWS)
def test_a_fault_is_announced_and_repaired(sit, name: str) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.pace("fast")
    play = Play(hand)
    play.to_a_card_of("S")
    # The fault "between" needs an empty pad at West, whose reader would otherwise see two cards.
    while name == "between" and hand.cards("W", "pad"):
        play.cards(1)
        play.to_a_card_of("S")
    hand.open("breaking")
    row = hand.page.locator(f".fault:has(#fault-{name})")
    expect(row.locator(".does")).not_to_be_empty()
    button = row.locator("button").last
    hand.activate(button)
    hand.page.keyboard.press("Escape")
    course = _COURSES[name]
    course.broken(hand)
    hand.open("breaking")
    if button.get_attribute("class") == "on":
        expect(row.locator(".state")).not_to_be_empty()
        hand.activate(button)
        expect(row.locator(".state")).to_be_empty()
    hand.page.keyboard.press("Escape")
    course.mended(hand)
    Play(hand).cards(2)


_KEEP_WORKER = """
window.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    window.worker = this;
  }
};
"""
_MISTAKE = """() => worker.onmessage({ data: { event: "trouble", data: {
  code: "mistake", sentence: "Traceback (most recent call last):\\n  line 1\\nValueError: 7",
} } })"""


@pytest.mark.soak
def test_a_mistake_of_the_program_is_a_sentence(sit, page: Page, watches: list[Watch]) -> None:
    page.add_init_script(_KEEP_WORKER)
    hand = sit(Mouse, house="salotto")
    hand.page.evaluate(_MISTAKE)
    expect(hand.page.locator("#help p")).to_have_text(
        "The page has made a mistake. Reload it: the match is stored."
    )
    (problem,) = watches[0].problems
    assert "Traceback" in problem and "ValueError: 7" in problem
    watches[0].forgive("Traceback")


@pytest.mark.soak(keep=1)
def test_a_new_match_has_no_faults(sit) -> None:
    hand = sit(Mouse, house="salotto")
    hand.open("breaking")
    row = hand.page.locator(".fault:has(#fault-noise)")
    hand.activate(row.locator("button").last)
    expect(row.locator(".state")).not_to_be_empty()
    hand.page.keyboard.press("Escape")
    hand.open("new-match")
    hand.activate(hand.page.get_by_role("button", name="Start the match"))
    hand.page.wait_for_function("document.documentElement.dataset.phase === 'ready'")
    hand.open("breaking")
    expect(row.locator(".state")).to_be_empty()
