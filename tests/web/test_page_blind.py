"""The page tells a blind player which cards may be played, and why other cards may not."""

import re

import pytest

from audit import violations
from page_ears import Ears
from page_hand import Keyboard, Mouse
from page_play import Play

_LEGAL = ", may be played"
_LOG = "document.querySelector('[role=log]').textContent"


@pytest.mark.soak
@pytest.mark.parametrize(
    ("view", "accepts", "end"),
    [
        ("workbench", "We agree", "press clubs or “We agree”"),
        ("play", "Go on", "Press “Go on” to accept the result"),
    ],
)
def test_a_deal_can_be_played_by_ear_alone(sit, view: str, accepts: str, end: str) -> None:
    hand = sit(Keyboard, house="salotto", seed=7, bots="NEW")
    hand.pace("4")
    ears = Ears(hand.page)
    ears.press("Tab")  # leave the list of speeds, in which letters choose a speed
    ears.press("w")
    laid = []
    while f"Press N for “{accepts}”" not in (said := ears.listen()):
        if card := ears.obey(said):
            laid.append(card)
    heard = "\n".join(ears.transcript)
    assert len(set(laid)) == 8 and all(card.endswith(_LEGAL) for card in laid), laid
    assert "The deal is over" in said and end in said
    ears.press("n")
    while not re.search(r"Score: North and South \d+", said := ears.listen()):
        pass
    assert "It brings" in heard and hand.state("score") != "0:0"
    assert not ears.nowhere, heard


@pytest.mark.soak
def test_the_names_of_playable_cards_say_so(sit) -> None:
    hand = sit(Keyboard, house="salotto", seed=7, bots="NEW")
    hand.pace("fast")
    Play(hand).to_a_card_of("S")
    hand.pace("0")
    names = {card: hand.card(card).get_attribute("aria-label") or "" for card in hand.cards("S")}
    may = {card for card, name in names.items() if name.endswith(_LEGAL)}
    assert may == set(hand.legal("S")) != set()
    tree = hand.page.locator('.seat[data-seat="S"] .hand').aria_snapshot()
    assert tree.count(_LEGAL) == len(may), tree
    assert not violations(hand.page)
    # While the help line is hidden, the names of cards do not tell which cards may be played.
    hand.activate(hand.page.locator("#help .away"))
    assert not hand.legal("S")
    assert not any(_LEGAL in (hand.card(card).get_attribute("aria-label") or "") for card in names)


@pytest.mark.soak
def test_the_first_link_leads_to_the_cards(sit) -> None:
    hand = sit(Keyboard, house="salotto", seed=7, bots="NEW")
    hand.pace("fast")
    Play(hand).to_a_card_of("S")
    hand.page.reload()
    hand.until(ready="", phase="play", next="card", who="S")
    ears = Ears(hand.page)
    assert ears.press("Tab")[0] == "To your cards"
    name, group = ears.press("Enter")
    assert group.startswith("Hand of South") and " of " in name


@pytest.mark.soak
def test_c_names_the_upcard_and_an_early_card_is_refused_with_a_reason(sit) -> None:
    hand = sit(Keyboard, house="salotto", seed=7)
    hand.pace("4")
    while hand.state("phase") != "bidding":
        if hand.state("next") == "deal":
            hand.act()
    hand.until(next="bid")
    hand.page.keyboard.press("Tab")  # leave the list of speeds, in which letters choose a speed
    hand.type("c")
    hand.page.wait_for_function(f"{_LOG}.includes('Turned up: ')")
    seat = hand.state("who")
    other = next(one for one in "NESW" if one != seat and not hand.cards(one, "pad"))
    hand.lay(hand.cards(other)[0], other)
    hand.page.wait_for_function(f"/The display says: .*The bidding is not over/.test({_LOG})")


@pytest.mark.soak
def test_a_refusal_says_why(sit) -> None:
    hand = sit(Mouse, house="french", hands="scanned", seed=7)
    hand.pace("fast")
    play = Play(hand)

    def may_not() -> bool:
        now = hand.states()
        legal = hand.legal(now["who"][:1]) if now["next"] == "card" else []
        return bool(legal) and len(legal) < len(hand.cards(now["who"]))

    play.on(may_not)
    seat = hand.state("who")
    legal = hand.legal(seat)
    hand.lay(next(card for card in hand.cards(seat) if card not in legal), seat)
    reason = "that was refused. (You can|You cannot|You have)"
    hand.page.wait_for_function(f"/{reason}/.test({_LOG})")


@pytest.mark.soak
def test_the_focus_is_never_lost(sit) -> None:
    hand = sit(Keyboard, house="salotto", seed=7, bots="NEW")
    hand.pace("4")
    play = Play(hand)
    play.to_a_card_of("S")
    ears = Ears(hand.page)
    play.cards(1)  # a card leaves the hand
    for name in ("new-match", "breaking", "help"):  # a dialog closes
        hand.open(name)
        hand.page.keyboard.press("Escape")
    play.on(lambda: hand.state("next") == "confirm" and hand.offer().is_visible())
    hand.act()  # a button disappears
    hand.until(next=["confirm", "wait", "tidy", "deal"])
    assert ears.focus()[0] and not ears.nowhere
