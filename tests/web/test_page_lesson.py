"""The lesson, a first deal with explanations: offered once, played to its end, and left."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from audit import violations
from page_hand import Finger, Hand, Keyboard, Mouse
from page_play import Play
from site_server import SiteServer


def _visit(page: Page, server: SiteServer, kind: type[Hand] = Mouse) -> Hand:
    """Open the page as a new visitor, without a link."""
    page.goto(server.address)
    hand = kind(page)
    hand.seats = "S"
    hand.until(ready="", next="bid", who="S")
    return hand


def _box(hand: Hand) -> Locator:
    return hand.page.locator("aside.lesson")


def _next(hand: Hand) -> None:
    """Press "Next", and wait for another step."""
    before = _box(hand).get_attribute("data-step")
    assert hand.activate(_box(hand).locator("button.main"))
    hand.page.wait_for_function(
        "(step) => document.querySelector('aside.lesson').dataset.step !== step", arg=before
    )


def _at(hand: Hand, step: str) -> None:
    """Wait until the lesson is at a step."""
    hand.page.locator(f'aside.lesson[data-step="{step}"]').wait_for()


def _covers_its_subject(hand: Hand) -> bool:
    """Return whether the box of the lesson covers the ring around the part that it explains."""
    return bool(
        _box(hand).evaluate(
            """(box) => {
              const ring = document.querySelector(".lesson-ring:not([hidden])");
              const [one, other] = [box, ring ?? document.head].map(
                (node) => node.getBoundingClientRect());
              return one.left < other.right && one.right > other.left
                && one.top < other.bottom && one.bottom > other.top;
            }"""
        )
    )


def _is_in_window(hand: Hand) -> bool:
    return bool(
        _box(hand).evaluate(
            "(box) => { const r = box.getBoundingClientRect(); return r.left >= 0 && r.top >= 0"
            " && r.right <= innerWidth && r.bottom <= innerHeight; }"
        )
    )


def play_lesson(hand: Hand, look: Callable[[str], None] = lambda number: None) -> None:
    """Play the lesson to its last step, and stay there.

    Call `look` with the number of the current step at all steps except 4, 9 and 13.
    """
    for number, name in enumerate(("welcome", "lights", "display")):
        _at(hand, name)
        look(f"{number + 1}")
        _next(hand)
    hand.pace("fast")
    _at(hand, "cards")
    look("5")
    _next(hand)
    _at(hand, "bid")
    look("6")
    hand.press("H", "S")
    _at(hand, "took")
    look("7")
    _next(hand)
    _at(hand, "lead")
    hand.until(next="card", who="S")
    look("8")
    hand.lay("JH", "S")
    hand.until(next="tidy")
    _at(hand, "clear")
    look("10")
    hand.act()
    _at(hand, "belote")
    hand.until(next="card", who="S")
    look("11")
    hand.pace("1")  # at full speed the next player lays a card before CALL is pressed
    hand.lay("KH", "S")
    hand.press("CALL", "S")
    _at(hand, "legal")
    look("12")
    _next(hand)
    hand.pace("fast")
    play = Play(hand)
    play.laid.append(("S", "KH"))
    play.on(lambda: hand.state("phase") != "play")
    _at(hand, "result")
    look("14")
    play.on(lambda: _box(hand).get_attribute("data-step") == "house")
    _at(hand, "house")
    _box(hand).locator("li").first.wait_for()
    look("15")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("window", "kind"), [("wide", Mouse), ("phone", Finger), ("across", Finger)]
)
def test_the_lesson_is_played_to_its_end(
    page: Page, server: SiteServer, window: str, kind: type[Hand]
) -> None:
    hand = _visit(page, server, kind)
    hand.activate(page.locator(".banner button.lesson"))
    seen = []

    def look(name: str) -> None:
        page.wait_for_timeout(300)
        seen.append(name)
        assert _is_in_window(hand) and not _covers_its_subject(hand), name
        assert not violations(page), name

    play_lesson(hand, look)
    hand.choose(_box(hand).locator("select"), "libre")
    _box(hand).get_by_text("the ten is below the jack").wait_for()
    score = hand.state("score")
    hand.activate(_box(hand).locator("button.main"))
    assert _box(hand).is_hidden() and hand.state("score") == score != "0:0"


def test_a_new_visitor_is_offered_the_lesson(page: Page, server: SiteServer) -> None:
    hand = _visit(page, server, Keyboard)
    status = page.get_by_role("status").first
    assert status.inner_text() == "New here? See the game in three minutes"
    hand.activate(page.locator(".banner button.lesson"))
    _at(hand, "welcome")
    assert page.locator(".banner:visible").count() == 0
    _next(hand)
    _at(hand, "lights")
    assert hand.activate(_box(hand).locator("button.leave"))
    assert _box(hand).is_hidden() and page.locator(".lesson-ring").is_hidden()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("view", "window"), [("play", "wide"), ("play", "phone"), ("play", "across")]
)
def test_the_lesson_names_the_buttons_of_the_view_play(
    page: Page, server: SiteServer, window: str
) -> None:
    hand = _visit(page, server, Mouse if window == "wide" else Finger)
    hand.activate(page.locator(".banner button.lesson"))
    told = {}
    step = ""
    while step != "belote":
        if step:
            page.wait_for_function(
                "(step) => document.querySelector('aside.lesson').dataset.step !== step", arg=step
            )
        step = _box(hand).get_attribute("data-step") or ""
        page.wait_for_timeout(300)  # the box moves beside the part that it explains
        told[step] = _box(hand).locator("p").first.inner_text()
        assert not _covers_its_subject(hand), step
        if step == "bid":
            hand.activate(page.locator(".choices [data-do=take]"))
        elif step == "lead":
            hand.until(next="card", who="S")
            hand.lay("JH", "S")
        elif step in ("welcome", "lights", "display", "cards", "took"):
            _next(hand)
    assert not [step for step, text in told.items() if "CALL" in text]
    assert "by themselves" in told["clear"] and "Press “Belote”" in told["belote"]


@pytest.mark.soak
def test_the_lesson_may_be_left_at_any_time(page: Page, server: SiteServer) -> None:
    hand = _visit(page, server)
    hand.activate(page.locator(".banner button.lesson"))
    _at(hand, "welcome")
    assert page.locator(".banner").first.is_hidden()
    _next(hand)
    hand.pace("fast")
    hand.until(phase="bidding", next="bid", who="S")
    cards = hand.cards("S")
    page.reload()
    hand.until(ready="", next="bid", who="S")
    assert _box(hand).count() == 0 and page.locator(".banner:visible").count() == 0
    assert sorted(hand.cards("S")) == sorted(cards)
    # Once a card is played, the lesson asks before it ends the match.
    Play(hand).cards(1)
    hand.open("help")
    page.locator("dialog.keys-title button.lesson").click()
    question = page.locator("dialog.lesson-title")
    question.locator("p").first.wait_for()
    question.locator("button.exit").click()
    assert hand.is_so(phase="play") and _box(hand).is_hidden()
    hand.open("help")
    page.locator("dialog.keys-title button.lesson").click()
    question.locator("button.main").click()
    expect(question).to_be_hidden()
    expect(_box(hand)).to_be_focused()


@pytest.mark.soak
def test_a_link_brings_no_offer(sit: Any) -> None:
    hand = sit(Mouse, house="french", bots="NEW")
    assert hand.page.locator(".banner:visible").count() == 0
