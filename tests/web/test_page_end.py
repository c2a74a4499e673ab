"""The end of a deal on the page: the line of help says which key, and its button agrees."""

import pytest
from playwright.sync_api import expect

from page_hand import Finger, Mouse
from page_play import Play

_WORDS = {
    "en": "press ♣ to agree",
    "it": "premi ♣ per accettarlo",
    "fr": "appuie sur ♣ pour l'accepter",
    "es": "pulsa ♣ para aceptarlo",
    "bg": "натисни ♣, за да го приемеш",
}


def _to_the_result(hand) -> None:
    Play(hand).on(lambda: hand.is_so(next="confirm"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("window", ["phone"])
def test_the_end_of_a_deal_on_a_phone(sit) -> None:
    hand = sit(Finger, house="salotto", bots="NEW")
    hand.pace("fast")
    _to_the_result(hand)
    hand.until(next="confirm", who="NS")  # the bots have agreed, and wait for a person
    expect(hand.offer()).to_have_text("We agree")
    expect(hand.page.locator("#help p")).to_contain_text("South: press ♣ to agree")
    hand.act()
    hand.until(next=["tidy", "deal", "wait"])


@pytest.mark.one_in(5)
@pytest.mark.parametrize("language", list(_WORDS))
def test_each_language_names_the_key(sit, language: str) -> None:
    hand = sit(Mouse, house="salotto", lang=language, bots="NEW")
    hand.pace("fast")
    _to_the_result(hand)
    expect(hand.page.locator("#help p")).to_contain_text(_WORDS[language])
