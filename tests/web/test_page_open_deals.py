"""The view of a deal with open cards on the page: costs, slider, other choices, playing on."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from audit import violations
from bdnkit import PLAYED, PLAYED_BY_TWO
from marcoria.cli import main
from stored_match import open_match
from test_open_deals import REVOKE

_HALF = PLAYED[: PLAYED.index("8D QD")]
_NAMES = {"7": "seven", "8": "eight", "9": "nine", "T": "ten"} | {
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
# Return the class names of the dialog's elements whose contents are too wide for them.
WIDE = """() => [...document.querySelectorAll("dialog[open], dialog[open] *")]
  .filter((node) => !node.classList.contains("unseen") && node.scrollWidth > node.clientWidth + 1
    && getComputedStyle(node).overflowX !== "visible").map((node) => node.className)"""

# Return the signs at the cards in order of play; the list itself has a column for each seat.
_COSTS = """(all) => all.sort((one, two) => one.dataset.play - two.dataset.play)
  .map((one) => one.querySelector(".cost").textContent)"""
_FACES = "(all) => all.map((one) => one.dataset.face)"
# Wait until the service worker is active, because it has then cached the page; return true.
_KEPT = "navigator.serviceWorker.ready.then(() => true)"
_HELP, _DRAWER = "#help .look", ".inside-title [data-look]"


class DealView:
    """The dialog "Look at the deal", as a user sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = page.locator("dialog.look-title[open]")
        self.range = self.box.get_by_role("slider")
        self.status = self.box.get_by_role("status")
        self.choices = self.box.locator("button.face")

    def open(self, button: str) -> None:
        """Open the dialog with the keyboard, and wait for the deal."""
        self.page.locator(button).press("Enter")
        self.box.locator(".costs").wait_for()

    def costs(self) -> list[str]:
        """Return the sign at each card of the list, in the order of play."""
        found: list[str] = self.box.locator("button.play").evaluate_all(_COSTS)
        return found

    def act(self, name: str) -> Locator:
        """Return the button for an action below the slider."""
        return self.box.locator(f'[data-act="{name}"]')

    def choose(self, card: str) -> None:
        """Play a card with the keyboard."""
        self.box.locator(f'button.face[data-face="{card}"]').press("Enter")

    def offered(self) -> list[str]:
        """Return the cards that may be chosen."""
        self.choices.first.wait_for()
        found: list[str] = self.choices.evaluate_all(_FACES)
        return found


def _analysed(folder: Path, capsys: Any) -> list[dict[str, Any]]:
    """Return the deals of the page's journal as `marcoria analyse --json` prints them."""
    capsys.readouterr()
    assert main(["analyse", str(folder / "marcoria.img"), "--json"]) == 0
    deals: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["deals"]
    return deals


def _sign(play: dict[str, Any]) -> str:
    cost = play["cost"]
    return "=" if cost == 0 else f"{-cost:+d}"


def _step(play: dict[str, Any]) -> str:
    """Return how the slider names a card that was played."""
    card = f"{_NAMES[play['card'][0]]} of {_SUITS[play['card'][1]]}"
    cost = play["cost"]
    price = f"costs {cost}" if cost > 0 else f"wins {-cost}" if cost else "costs nothing"
    broken = ", against the rules" if play.get("illegal") else ""
    return f"{_SEATS[play['seat']]} plays {card}, {price}{broken}"


def test_the_deal_is_shown_with_its_costs(
    page: Page, server: Any, tmp_path: Path, capsys: Any
) -> None:
    open_match(page, server.address, tmp_path, [PLAYED, _HALF, REVOKE], "piedicavallo")
    view = DealView(page)
    view.open(_HELP)
    wanted = _analysed(tmp_path, capsys)[-1]
    plays = wanted["plays"]
    assert view.costs() == [_sign(play) for play in plays]
    assert {"=", "+8"} < set(view.costs())  # the deal's illegal card has won 8 points
    cells = view.box.locator(".par tbody tr td").all_inner_texts()
    (played, other), (par, their_par) = wanted["points"].values(), wanted["par"].values()
    assert [int(cell) for cell in cells] == [
        *(played, par, played - par),
        *(other, their_par, other - their_par),
    ]
    made = "is made" if wanted["made"]["by_taker"] else "fails"
    expect(view.box.locator(".verdict")).to_contain_text(f"the contract {made}")
    _steps(view, plays)
    worst = {
        max((play["cost"], -play["play"]) for play in plays if play["seat"] == seat)
        for seat in "NESW"
    }
    shown = view.box.locator(".costly .cost").all_inner_texts()
    assert sorted(shown) == sorted(f"-{cost}" for cost, _ in worst if cost > 0)
    # A deal that was broken off has no costs.
    view.box.locator(".which select").select_option("1")
    expect(view.box.locator(".body > p").first).to_contain_text("not played to its end")
    view.page.keyboard.press("Escape")
    expect(page.locator(_HELP)).to_be_focused()


def _steps(view: DealView, plays: list[dict[str, Any]]) -> None:
    """Check the slider and its buttons with the keyboard."""
    expect(view.range).to_have_attribute("aria-valuetext", "Before the first card")
    view.range.press("ArrowRight")
    expect(view.range).to_have_attribute("aria-valuetext", _step(plays[0]))
    view.range.press("End")
    expect(view.range).to_have_attribute("aria-valuetext", _step(plays[-1]))
    view.box.get_by_label("To the first card").press("Enter")
    for play in plays[:4]:
        view.box.get_by_label("One card on").press("Enter")
        expect(view.status).to_have_text(_step(play))
    assert view.box.locator(".laid").count() == 4
    assert view.box.locator(".laid[data-won]").count() == 1


@pytest.mark.soak
@pytest.mark.parametrize("window", ["phone"])
def test_the_viewer_plays_other_cards(page: Page, server: Any, tmp_path: Path) -> None:
    hand = open_match(page, server.address, tmp_path, [PLAYED_BY_TWO], "espanola-2")
    hand.pace("0")  # North, a bot, does not confirm the result meanwhile
    hand.until(who="NS")
    states = hand.states()
    view = DealView(page)
    hand.open("inside")
    view.open(_DRAWER)
    _try_again(view)
    assert page.evaluate(WIDE) == [] and violations(page) == []
    _play_on(view)
    assert page.evaluate(WIDE) == []
    page.keyboard.press("Escape")
    expect(page.locator(_DRAWER)).to_be_focused()
    assert hand.states() == states  # the match at the table has not changed


def _try_again(view: DealView) -> None:
    """Open South's first mistake; try the card that was played, then one of the best cards."""
    before = view.costs()
    mistakes = view.box.locator(".mistakes button")
    assert [int(one.get_attribute("data-at") or -1) % 2 for one in mistakes.all()] == [0, 1]
    mistakes.first.press("Enter")
    offered = view.offered()
    assert view.box.locator(".position button.face:focus").count() == 1
    expect(view.status).to_contain_text("South played A♥, which cost 8")
    view.choose("AH")
    expect(view.status).to_have_text("A♥ is the card that was played. It costs 8.")
    view.act("look-reveal").press("Enter")
    expect(view.status).to_contain_text("The best cards: ")
    costs = view.box.locator("button.face .cost").all_inner_texts()
    assert len(costs) == len(offered) and "=" in costs and "-8" in costs
    view.choose(offered[costs.index("=")])
    expect(view.status).to_contain_text("is better by 8. No card is better.")
    view.act("look-return").press("Enter")
    expect(view.range).to_be_focused()
    assert view.costs() == before


def _play_on(view: DealView) -> None:
    """Play the deal again with South's best cards; check that South gets exactly par."""
    view.range.press("Home")
    view.act("look-play-on").press("Enter")
    for _ in range(9):
        offered = view.offered()
        if view.act("look-reveal").count():
            view.act("look-reveal").press("Enter")
        costs = view.box.locator("button.face .cost").all_inner_texts()
        shown = view.range.get_attribute("max")
        view.choose(offered[costs.index("=")])
        expect(view.range).not_to_have_attribute("max", shown or "")
    expect(view.range).to_have_attribute("max", "18")
    par = int(view.box.locator(".par tbody tr").nth(1).locator("td").nth(1).inner_text())
    expect(view.status).to_contain_text(f"South: {par} points at the end.")
    assert set(view.costs()) == {"="}


@pytest.mark.soak
def test_a_deal_is_shown_offline(page: Page, server: Any, tmp_path: Path) -> None:
    open_match(page, server.address, tmp_path, [PLAYED], "piedicavallo")
    page.wait_for_function(_KEPT)
    page.context.set_offline(True)
    view = DealView(page)
    view.open(_HELP)
    assert len(view.costs()) == 32
