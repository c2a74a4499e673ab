"""The view "play": words instead of keys, the trick in the middle, and few inputs a deal."""

import pytest
from playwright.sync_api import expect

from audit import violations
from page_guest import CALLS, Guest
from page_hand import Finger, Hand, Keyboard, Mouse

_MOST_INPUTS = 12
_HOUSES = ["salotto", "french", "libre", "bulgarian", "espanola-4", "espanola-2"]


@pytest.fixture
def view() -> str:
    """Return the view that this file tests."""
    return "play"


@pytest.mark.parametrize(
    "house", ["piedicavallo", *[pytest.param(one, marks=pytest.mark.soak) for one in _HOUSES]]
)
def test_a_deal_needs_few_inputs(sit, house: str) -> None:
    hand = sit(Mouse, house=house, bots="NEW", seed=7)
    hand.pace("4")
    guest = Guest(hand)
    guest.play_deal()
    assert 0 < guest.inputs <= _MOST_INPUTS


@pytest.mark.soak
@pytest.mark.parametrize(
    ("window", "kind"), [("phone", Finger), ("across", Finger), ("wide", Keyboard)]
)
def test_a_deal_by_touch_and_by_keyboard(sit, window: str, kind: type[Hand]) -> None:
    hand = sit(kind, house="salotto", bots="NEW", seed=7)
    hand.pace("4")
    guest = Guest(hand)
    guest.play_deal()
    assert 0 < guest.inputs <= _MOST_INPUTS


@pytest.mark.parametrize("window", ["wide", pytest.param("phone", marks=pytest.mark.soak)])
def test_the_view_is_accessible_while_bidding_and_in_a_trick(sit, window: str) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="NE", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    expect(hand.page.locator(CALLS).first).to_have_accessible_name("Take clubs")
    found = violations(hand.page)
    hand.activate(hand.page.locator(CALLS).first)
    hand.until(next="card")
    found += violations(hand.page)
    assert not found, "\n".join(found)


def test_a_card_against_the_rules_stays_in_the_hand_with_the_reason(sit) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="NEW", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    why = hand.page.locator(".why")
    hand.activate(hand.page.locator(CALLS).first)
    hand.until(next="card", phase="play")
    refused = "It is not your turn."
    if not hand.is_so(who="S"):
        hand.activate(hand.card(hand.cards("S")[0]))
        expect(why).to_have_text(refused)
    hand.until(next="card", who="S")
    (legal,) = hand.legal("S")
    wrong = next(card for card in hand.cards("S") if card != legal)
    hand.activate(hand.card(wrong))
    expect(why).to_have_text("You can follow suit: play a card of the suit led.")
    assert wrong in hand.cards("S")
    hand.lay(legal, "S")
    expect(why).to_be_hidden()


def test_both_views_show_the_same_table(sit) -> None:
    hand = sit(Mouse, house="french", bots="NEW", seed=7)
    hand.until(next="deal")
    key = hand.key("PASS", "S")
    assert not key.is_visible()
    hand.activate(hand.page.locator("#bar button.view"))
    assert key.is_visible() and hand.state("view") == "workbench"
    assert hand.act()
    hand.until(next="bid")
    before = hand.cards("S")
    hand.activate(hand.page.locator("#bar button.view"))
    assert not key.is_visible() and hand.cards("S") == before
    hand.page.reload()
    hand.until(ready="", view="play")
