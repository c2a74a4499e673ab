"""The page shows and announces a card against the rules, with blind and with scanned hands."""

import re

import pytest
from playwright.sync_api import expect

from page_hand import Hand, Mouse
from page_play import Play

_OFFENCE = r"did not follow suit|could have gone higher|held a (higher )?trump"
_SETTLE_MS = 150


def _break_a_rule(sit, hands: str) -> tuple[Hand, Play, str, str]:
    """Play until a player holds an illegal card, and lay that card.

    Return the `Hand` and the `Play` that do this, the player's seat, and the card.
    """
    hand = sit(Mouse, house="french", hands=hands, bots="")
    hand.pace("fast")
    play = Play(hand)
    found: list[tuple[str, str]] = []

    def somebody_may_not() -> bool:
        now = hand.states()
        seat = now["who"]
        if now["next"] == "card" and (legal := hand.legal(seat)):
            # The page may receive the legal cards a little later than the turn, so wait for them.
            hand.page.wait_for_timeout(_SETTLE_MS)
            if hand.states() == now and hand.legal(seat) == legal:
                found[:] = [(seat, card) for card in hand.cards(seat) if card not in legal]
        return bool(found)

    play.on(somebody_may_not)
    seat, card = found[0]
    hand.lay(card, seat)
    return hand, play, seat, card


def _name(seat: str) -> str:
    return {"N": "North", "E": "East", "S": "South", "W": "West"}[seat]


@pytest.mark.soak
def test_with_blind_hands_a_later_card_proves_a_wrong_one(sit) -> None:
    hand, play, seat, card = _break_a_rule(sit, "blind")
    hand.until(next=["card", "tidy"], turn=[one for one in "NESW" if one != seat])
    assert card not in hand.cards(seat)  # the table has accepted the card, as it has no proof yet
    assert not re.search(_OFFENCE, " ".join(hand.said()))
    play.on(lambda: bool(re.search(_OFFENCE, " ".join(hand.said()))))
    told = f"{_name(seat)} ({_OFFENCE})"
    assert re.search(told, " ".join(hand.said()))
    hand.open("inside")
    listed = hand.page.locator(".offences li")
    expect(listed).to_have_count(1)
    expect(listed).to_have_text(re.compile(rf"{told}.*Certain since card \d"))
    hand.page.keyboard.press("Escape")
    # Play until the deal has a score: the opponents waive the penalty with PASS.
    play.on(lambda: hand.state("score") != "0:0")


@pytest.mark.soak
def test_with_scanned_hands_a_wrong_card_is_refused_at_once(sit) -> None:
    hand, play, seat, card = _break_a_rule(sit, "scanned")
    hand.until(next="tidy", who=seat)
    expect(hand.page.locator("#help p")).to_contain_text(f"{_name(seat)}: clear your pad")
    expect(hand.page.locator("[role=log]")).to_contain_text(f"{_name(seat)}: that was refused.")
    assert hand.cards(seat, "pad") == [card]
    hand.act()
    hand.until(next="card", who=seat)
    assert card in hand.cards(seat)
    hand.open("inside")
    expect(hand.page.locator(".audit")).to_contain_text("No offence has been proved.")
    hand.page.keyboard.press("Escape")
    laid = len(play.laid)
    play.cards(1)
    assert play.laid[laid][0] == seat
