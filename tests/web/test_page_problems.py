"""The page's problems: played by the page's own code, and by the keyboard in the browser."""

import json
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from audit import violations
from marcoria.firmware.codes.game import name_of
from marcoria.problems.make import PATH, read
from marcoria.problems.problem import Problem
from marcoria.sim.vm import node
from page_hand import LIMIT_MS
from site_server import SiteServer

PROBLEMS = read()
_GAMES = Path(__file__).parent / "problem_games.mjs"
_KEPT = "marcoria.problems"
_CHOICES = ".position button.face"
_HELD = ".open-hand .face"
_END = ".told[data-end=made], .told[data-end=failed]"
_MOST_CARDS = 16  # maximum number of cards that South's side plays in a problem


@pytest.fixture
def view() -> str:
    """Return the view in which the page is tested."""
    return "play"


@pytest.mark.soak
def test_only_the_right_card_makes_each_problem_in_the_page() -> None:
    done = subprocess.run([node.find()[0], _GAMES, PATH], capture_output=True, check=True)
    games = json.loads(done.stdout)
    assert len(games) == len(PROBLEMS)
    for problem, (right, wrong) in zip(PROBLEMS, games, strict=True):
        names = [name_of(card) for card in problem.values]
        assert right["choices"] == wrong["choices"] == sorted(names)
        assert (right["isOver"], right["isMade"]) == (True, True), problem.facts()
        assert (wrong["isOver"], wrong["isMade"]) == (True, False), problem.facts()


def name_in_storage(problem: Problem) -> str:
    """Return the name under which the browser stores a solved problem."""
    return f"{problem.house}-{problem.number}"


def open_problems(page: Page, server: SiteServer, match: str = "") -> None:
    """Open the page and then its list of problems.

    `match` is the fragment of a link to a match, "" for none.
    """
    page.goto(server.address + match)
    page.wait_for_function("document.documentElement.dataset.ready !== undefined")
    page.locator("#bar button.problems").click()
    expect(page.locator(".grade button")).to_have_count(len(PROBLEMS))


def choose(page: Page, number: int) -> None:
    """Open a problem from the list, by the keyboard."""
    page.locator(f'.grade [data-number="{number}"]').press("Enter")
    expect(page.locator(_CHOICES).first).to_be_focused()


def play(page: Page, cards: list[str]) -> None:
    """Play a problem to its end by the keyboard.

    Each time, lay the first of `cards` that is legal, or the first legal card if none of them is.
    """
    for _ in range(_MOST_CARDS):
        if page.locator(_END).count():
            return
        offered = page.locator(_CHOICES).evaluate_all("all => all.map(one => one.dataset.face)")
        card = next((one for one in cards if one in offered), offered[0])
        held = page.locator(_HELD).count()
        page.locator(f'{_CHOICES}[data-face="{card}"]').press("Enter")
        page.wait_for_function(
            f"""held => document.querySelector("{_END}") || (
              document.querySelector("{_CHOICES}")
              && document.querySelectorAll("{_HELD}").length < held)""",
            arg=held,
            timeout=LIMIT_MS,
        )
    raise AssertionError("the problem does not end")


def test_a_problem_is_solved_and_another_one_fails(page: Page, server: SiteServer) -> None:
    kept = json.dumps([7, None, name_in_storage(PROBLEMS[2]), {}])
    page.add_init_script(f"localStorage['{_KEPT}'] ??= '{kept}'")
    open_problems(page, server)
    expect(page.locator(".problems-title .hint").first).to_have_text("1 of 60 solved")
    choose(page, 1)
    play(page, [name_of(card) for card in PROBLEMS[0].line])
    told = page.locator(".problem-head .told")
    expect(told).to_contain_text(f"{PROBLEMS[0].need} were needed")
    expect(page.locator(".problem-why .line li")).to_have_count(PROBLEMS[0].tricks_left())
    # One sentence about the points, and one about each motif.
    expect(page.locator(".problem-why p")).to_have_count(1 + len(PROBLEMS[0].motifs))
    # No style of the table applies to the explanation.
    expect(page.locator(".problem-why")).to_have_css("position", "static")
    expect(page.locator("[data-act=problem-next]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(_CHOICES).first).to_be_focused()
    play(page, [name_of(card) for card in PROBLEMS[1].refutation])
    expect(told).to_contain_text(f"{PROBLEMS[1].need} points can no longer be reached")
    expect(page.locator("[data-act=problem-again]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".problem-why p")).to_have_count(0)
    expect(page.locator(_CHOICES)).to_have_count(len(PROBLEMS[1].values))
    page.locator("[data-act=problem-all]").click()
    expect(page.locator('.grade [data-number="2"]')).to_be_focused()
    assert page.locator(".grade [data-solved]").all_inner_texts() == ["1", "3"]
    expect(page.locator(".grade [aria-label='Problem 1, solved']")).to_be_visible()
    stored = json.loads(page.evaluate(f"localStorage['{_KEPT}']"))
    assert set(stored) == {name_in_storage(PROBLEMS[0]), name_in_storage(PROBLEMS[2])}


def test_invalid_storage_is_ignored_and_the_deal_of_the_day_has_the_date_as_seed(
    page: Page, server: SiteServer
) -> None:
    page.add_init_script(f"localStorage['{_KEPT}'] = '{{\"a\":'")
    page.clock.set_fixed_time("2027-01-09T12:00:00")
    open_problems(page, server, "#house=french&bots=honest,honest,honest,honest")
    expect(page.locator(".grade [data-solved]")).to_have_count(0)
    page.locator(".day a").press("Enter")
    link = page.locator(".setup-title .share input")
    assert "&seed=20270109" in link.input_value(timeout=LIMIT_MS)
    assert "house=french&" in link.input_value()


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", ["wide", "phone", "across"])
def test_a_problem_is_accessible(page: Page, server: SiteServer) -> None:
    open_problems(page, server)
    found = violations(page)
    choose(page, len(PROBLEMS))
    found += violations(page)
    play(page, [name_of(card) for card in PROBLEMS[-1].line])
    expect(page.locator(".problem-why .line li").first).to_be_visible()
    found += violations(page)
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
