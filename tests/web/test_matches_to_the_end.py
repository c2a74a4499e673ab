"""A person can play whole matches in the view Play, with each kind of input, in every house."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from page_ears import Ears
from page_guest import Guest
from page_hand import Finger, Hand, Keyboard, Mouse

_MOST_INPUTS = 12
_HOUSES = [
    "piedicavallo",
    "salotto",
    "french",
    "libre",
    "bulgarian",
    "espanola-4",
    "espanola-2",
]
_BOTS = {"espanola-2": "N"}
# Count the presses of a pointer, which a player at the keyboard never makes.
_WATCH_POINTER = """() => { window.pointed = 0;
  addEventListener("pointerdown", () => { window.pointed++; }, { capture: true }); }"""


@pytest.fixture
def view() -> str:
    """Return the view in which the page opens, before `_sit` changes to the view Play."""
    return "workbench"


def _sit(sit, kind: type[Hand], house: str, pace: str) -> Hand:
    """Open a match in the workbench, set its speed there, and change to the view Play.

    The workbench has more speeds than Play. Return the player.
    """
    hand = sit(kind, house=house, bots=_BOTS.get(house, "NEW"), seed=7)
    hand.page.evaluate(_WATCH_POINTER)
    hand.pace(pace)
    hand.activate(hand.page.locator("#bar button.view"))
    hand.until(view="play")
    return hand


@pytest.mark.soak
@pytest.mark.parametrize("house", _HOUSES)
@pytest.mark.parametrize(
    ("window", "kind"), [("wide", Mouse), ("phone", Finger), ("wide", Keyboard)]
)
def test_a_match_can_be_played_to_its_end(sit, house: str, window: str, kind: type[Hand]) -> None:
    hand = _sit(sit, kind, house, "fast")
    ears = Ears(hand.page)
    guest = Guest(hand)
    guest.play_match()
    print(house, kind.__name__, hand.state("score"), [dict(one) for one in guest.deals])
    hand.until(next="start")
    expect(hand.page.locator("#help p")).to_contain_text("The match is over.")
    points = hand.page.locator(".slate dd")
    assert ":".join(points.all_inner_texts()) == hand.state("score")
    assert points.first.is_visible()
    expect(hand.offer()).to_be_visible()
    assert max(map(_needed, guest.deals)) <= _MOST_INPUTS
    if kind is Keyboard:
        assert not ears.nowhere and not hand.page.evaluate("window.pointed")


def _needed(inputs: Counter[str]) -> int:
    """Return the number of inputs, without the kind "extra" and without calls after the second."""
    return inputs.total() - inputs["extra"] - max(0, inputs["call"] - 2)


@pytest.mark.soak
@pytest.mark.parametrize("house", _HOUSES)
def test_a_match_can_be_played_by_ear(sit, house: str) -> None:
    hand = _sit(sit, Keyboard, house, "4")
    ears = Ears(hand.page)
    ears.press("w")
    while "Press N for “New match" not in (said := ears.listen()):
        ears.obey(said)
    heard = "\n".join(ears.transcript)
    print(heard)
    print(house, "Ears", hand.state("score"), [dict(one) for one in ears.deals])
    assert "The match goes to " in heard and "The match is over" in said
    assert hand.state("over") == "true" and not hand.page.evaluate("window.pointed")
    assert max(map(_needed, ears.deals)) <= _MOST_INPUTS
    assert "[Tab]" not in heard and "[Shift+Tab]" not in heard, heard
    assert not ears.nowhere, heard
    ears.press("n")
    hand.page.locator("dialog[open]").wait_for()
    assert ears.focus()[0] == "New match"
