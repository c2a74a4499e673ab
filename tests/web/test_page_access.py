"""Accessibility of the page: audits in each language, live region, shortcut keys, phones."""

import pytest

from audit import violations
from page_hand import Finger, Keyboard, Mouse
from page_play import Play

_LANGUAGES = ["en", "it", "fr", "es", "bg"]
_LEFT_OF_IT = """(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 4, top + height / 2];
}"""
_OPENED = ["new-match", "breaking", "inside", "problems", "build", "help"]


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", _LANGUAGES)
def test_the_page_and_its_dialogs_are_accessible(sit, language: str, scheme: str) -> None:
    hand = sit(Mouse, house="french", lang=language, bots="NEW")
    hand.pace("fast")
    Play(hand).cards(1)
    assert hand.page.locator("html").get_attribute("lang") == language
    found = violations(hand.page)
    for name in _OPENED:
        hand.open(name)
        hand.page.locator("dialog[open] .body > *").first.wait_for()
        found += [f"{name}: {one}" for one in violations(hand.page)]
        hand.page.keyboard.press("Escape")
        hand.page.locator("dialog[open]").wait_for(state="detached")
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("window", ["phone", "across"])
def test_a_phone_needs_no_sideways_scrolling(sit, window: str) -> None:
    hand = sit(Finger, house="french", bots="NEW")
    hand.pace("fast")
    Play(hand).to_a_card_of("S")
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert hand.page.evaluate(wide)
    assert not violations(hand.page)


@pytest.mark.soak
def test_questions_of_the_display_are_read_aloud(sit) -> None:
    hand = sit(Keyboard, house="french")
    hand.until(next="deal")
    hand.press("MENU")
    log = "document.querySelector('[role=log]').textContent"
    hand.page.wait_for_function(f"/A question .* for .*The display says: /.test({log})")
    assert "Director" in hand.said()[-1]
    hand.page.locator("body").press("d")
    hand.page.wait_for_function(f"{log}.split('The display says: ').length > 2")


@pytest.mark.soak
def test_a_single_key_reads_the_score_aloud(sit) -> None:
    hand = sit(Keyboard, house="french", bots="NEW")
    hand.pace("fast")
    Play(hand).cards(1)
    hand.page.locator("body").press("s")
    hand.page.wait_for_function(
        "document.querySelector('[role=log]').textContent.includes('Score: ')"
    )


@pytest.mark.soak
def test_the_keyboard_lays_a_card_on_any_pad(sit) -> None:
    hand = sit(Keyboard, house="french", bots="NEW")
    hand.pace("fast")
    play = Play(hand)
    play.to_a_card_of("S")
    card = hand.cards("S")[0]
    north = hand.page.locator('.seat[data-place="top"]').get_attribute("data-seat")
    assert north == "N"
    hand.reach(hand.card(card))
    hand.type("Shift+ArrowUp")
    hand.page.wait_for_function(
        "(s) => document.querySelector(s)", arg=f'.seat[data-seat="N"] .pad [data-card="{card}"]'
    )


@pytest.mark.soak
@pytest.mark.parametrize("window", ["phone"])
def test_two_slow_taps_lay_two_cards(sit) -> None:
    hand = sit(Finger, house="french", bots="NEW")
    hand.pace("fast")
    Play(hand).to_a_card_of("S")
    # While the help line is hidden, a card may be laid on top of another card.
    hand.activate(hand.page.locator("#help .away"))
    hand.pace("0")  # stop the table's time, so that the cards stay on the pad
    middle = hand.cards("S")[3]
    x, y = hand.page.locator(f'.card[data-card="{middle}"]').evaluate(_LEFT_OF_IT)
    for lying in (1, 2):
        hand.page.touchscreen.tap(x, y)
        pad = '.seat[data-seat="S"] .pad .card'
        hand.page.wait_for_function(
            "([s, n]) => document.querySelectorAll(s).length === n", arg=[pad, lying]
        )
        hand.page.wait_for_timeout(350)
