"""The page for everyone: an audit of each state in each language, ears, single keys, phones."""

import pytest

from audit import violations
from page_hand import Finger, Keyboard, Mouse
from page_play import Play

_LANGUAGES = ["en", "it", "fr", "es", "bg"]
_OPENED = ["new-match", "breaking", "inside", "help"]


@pytest.mark.one_in(10)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", _LANGUAGES)
def test_nothing_is_in_the_way_of_people(sit, language: str, scheme: str) -> None:
    hand = sit(Mouse, house="french", lang=language, bots="NEW")
    hand.pace("fast")
    Play(hand).cards(1)
    assert hand.page.locator("html").get_attribute("lang") == language
    found = violations(hand.page)
    for name in _OPENED:
        hand.open(name)
        found += [f"{name}: {one}" for one in violations(hand.page)]
        hand.page.keyboard.press("Escape")
    assert not found, "\n".join(found)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("window", ["phone", "across"])
def test_a_phone_shows_all_of_it_without_scrolling_sideways(sit, window: str) -> None:
    hand = sit(Finger, house="french", bots="NEW")
    hand.pace("fast")
    Play(hand).to_a_card_of("S")
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert hand.page.evaluate(wide)
    assert not violations(hand.page)


def test_what_the_display_asks_is_read_aloud(sit) -> None:
    hand = sit(Keyboard, house="french")
    hand.until(next="deal")
    hand.press("MENU")
    log = "document.querySelector('[role=log]').textContent"
    hand.page.wait_for_function(f"/A question .*, for .*The display says: /.test({log})")
    assert "Director" in hand.said()[-1]
    hand.page.locator("body").press("d")
    hand.page.wait_for_function(f"{log}.split('The display says: ').length > 2")


def test_single_keys_tell_what_is_asked(sit) -> None:
    hand = sit(Keyboard, house="french", bots="NEW")
    hand.pace("fast")
    Play(hand).cards(1)
    hand.page.locator("body").press("s")
    hand.page.wait_for_function(
        "document.querySelector('[role=log]').textContent.includes('Score: ')"
    )
