"""All text of the page grows with the browser's text size, and no text is cut off."""

from typing import Any

import pytest

from page_hand import Finger, Hand, Mouse

_LARGE = "html { font-size: 200% !important; }"
_TEXTS = ("#help p", "#bar", "dialog.setup-title .hint", ".plate", ".key.word")
_SIZES = """(places) => Object.fromEntries(places.map((place) => [
  place, parseFloat(getComputedStyle(document.querySelector(place)).fontSize)]))"""
# Return keys on which the word does not fit, texts that are cut off and cannot be scrolled, and
# buttons and lists outside the window.
_LOST = """() => {
  const seen = (node) => node.checkVisibility({visibilityProperty: true});
  const all = (places) => [...document.querySelectorAll(places)].filter(seen);
  const wide = all(".key.word, .director .key").filter((key) => key.scrollWidth > key.clientWidth);
  const cut = all("#help p, dialog .body").filter((node) => {
    const hides = /hidden|clip/.test(getComputedStyle(node).overflowY);
    return hides && node.scrollHeight > node.clientHeight;
  });
  const out = all("#bar button, #bar select, #help button, .key.word").filter((node) => {
    const {left, right, top, bottom} = node.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  return [...wide, ...cut, ...out].map((node) => node.outerHTML.slice(0, 200));
}"""
_WINDOWS = [("wide", Mouse), ("phone", Finger), ("across", Finger)]


def _enlarge(hand: Hand) -> None:
    hand.page.add_style_tag(content=_LARGE)


def _sizes(hand: Hand) -> dict[str, float]:
    found: dict[str, float] = hand.page.evaluate(_SIZES, _TEXTS)
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("window", "kind"), _WINDOWS)
def test_text_of_twice_the_size_is_not_cut_off(sit: Any, window: str, kind: type[Hand]) -> None:
    hand = sit(kind, house="salotto", bots="NEW")
    hand.open("new-match")
    before = _sizes(hand)
    _enlarge(hand)
    after = _sizes(hand)
    for place in _TEXTS[:3]:
        assert after[place] >= 1.9 * before[place], (place, before, after)
    assert all(after[place] > before[place] for place in _TEXTS[3:]), (before, after)
    assert hand.page.evaluate(_LOST) == []
    start = hand.page.locator("dialog.setup-title .foot button.main")
    assert hand.activate(start)
    hand.page.locator("dialog[open]").wait_for(state="hidden")
    hand.until(phase="ready")
    hand.until(next="deal")
    assert hand.act() and hand.page.evaluate(_LOST) == []
