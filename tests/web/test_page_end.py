"""The help line at the end of a deal (key and button) and at the end of a match (winner)."""

import re

import pytest
from playwright.sync_api import expect

from page_hand import Finger, Mouse
from page_play import Play

_WORDS = {
    "en": "press ♣ or “We agree”",
    "it": "premi ♣ o «D'accordo»",
    "fr": "appuie sur ♣ ou «\u00a0D'accord\u00a0»",
    "es": "pulsa ♣ o «De acuerdo»",
    "bg": "натисни ♣ или „Съгласни сме“",
}
# Return whether the whole text is on the screen.
_WHOLE = """(node) => node.getBoundingClientRect().bottom <= innerHeight
  && node.scrollHeight <= node.clientHeight"""


def _to_the_result(hand) -> None:
    Play(hand).on(lambda: hand.is_so(next="confirm"))


@pytest.mark.soak
@pytest.mark.parametrize("window", ["phone"])
def test_a_person_confirms_the_result_on_a_phone(sit) -> None:
    hand = sit(Finger, house="salotto", bots="NEW")
    hand.pace("fast")
    _to_the_result(hand)
    hand.until(next="confirm", who="NS")  # a bot has confirmed for East and West
    expect(hand.offer()).to_have_text("We agree")
    expect(hand.page.locator("#help p")).to_contain_text("press ♣ or “We agree”")
    hand.act()
    hand.until(next=["tidy", "deal", "wait"])


@pytest.mark.soak
@pytest.mark.parametrize("window", ["phone"])
@pytest.mark.parametrize("language", list(_WORDS))
def test_each_language_names_the_key(sit, language: str) -> None:
    hand = sit(Finger, house="salotto", lang=language, bots="NEW")
    hand.pace("fast")
    _to_the_result(hand)
    line = hand.page.locator("#help p")
    expect(line).to_contain_text(_WORDS[language])
    assert line.evaluate(_WHOLE)


@pytest.mark.soak
def test_the_end_of_a_match_names_the_winner(sit) -> None:
    hand = sit(Mouse, house="french", target=60, bots="NEW")
    hand.pace("fast")
    Play(hand).on(lambda: hand.is_so(next="start"))
    line = hand.page.locator("#help p")
    expect(line).to_have_text(re.compile(r"The match is over\. .* won! Start another one\."))
    expect(hand.offer()).to_have_text("New match …")
