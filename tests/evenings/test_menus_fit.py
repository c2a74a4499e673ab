"""Open the menus in every house and check that they fit into a board's heap.

The menus are opened before a match, between deals and within a trick.
"""

import pytest

from marcoria.game.houses import names
from marcoria.scenarios.files import parse
from scenarios import play

_SET_UP = "What do you want to change? PASS closes."
_RULINGS = "Director: press a key of the seat concerned"
_SETTINGS = "New match, settings, deck"


def _reads(words: str) -> list[str]:
    return [f'expect: {{text: "{words}", within: 15000}}', "wait: 500"]


def _answers(words: str, title: str) -> list[str]:
    return [f"answer: N {words}", *_reads(title)]


def _looks_into(words: str, title: str) -> list[str]:
    """Return the steps that visit a menu item: choose it, expect its title, and press PASS."""
    return [*_answers(words, title), "press: N PASS", "wait: 1000"]


def _from(menu: list[str], items: dict[str, str]) -> list[str]:
    """Return the steps that visit each of `items`; before each visit, `menu` opens the menu."""
    steps = []
    for words, title in items.items():
        steps += menu + _looks_into(words, title)
    return steps


_MENU = ["press: MENU", *_reads(_SET_UP)]
_DIRECTOR = ["press: MENU", *_reads(_RULINGS)]
_BEHIND = [*_DIRECTOR, *_answers(_SETTINGS, _SET_UP)]
_SEAT_MENU = ["hold: N CALL", "press: N PASS", "release: N CALL", *_reads("what do you need?")]
_TAGS = {"Replace a card": "this key", "Enrol command cards": "Lay the card to use as"}

_CHOOSES_A_HOUSE = [
    *_reads("MENU starts a match"),
    *_MENU,
    *_looks_into("House", "Choose "),
    *_looks_into("Blind or scanned hands", "Scan every card"),
    *_looks_into("Points to play to", "Play to"),
    *_looks_into("When a rule is broken", "What happens when a rule is broken?"),
    *_looks_into("Deck of cards", "Choose bar?"),
    *_looks_into("Director's PIN", "How long should the PIN be?"),
    *_answers("House", "Choose "),
    *_answers("No, the next one", "Choose "),
]
_BEFORE_A_MATCH = [
    *_answers("Language", "Choose English?"),
    "answer: N Yes",
    *_reads("MENU starts a match"),
    *_from(_MENU, {**_TAGS, "Enrol a new deck": "Lay 7♣ on any pad"}),
    *_MENU,
    *_answers("Start the match", "Who deals first?"),
    *_looks_into("Draw for it", "The draw:"),
]
# Some houses leave rules to their players, and the table then asks about these rules. Each key is
# the house before such a house in the list, because `_CHOOSES_A_HOUSE` chooses the next house.
# After the last house the list begins again.
_OPEN = {
    "french": ("Do melds count",),
    "salotto": ("May players double a third time", "do four aces count", "Kirtik: 10 points off"),
}
_BETWEEN_DEALS = [
    "play: deal",
    "wait: 6000",
    *_DIRECTOR,
    *_answers("Correct the points", "points"),
    *_answers("hundreds", "points"),
    *_looks_into("That is right", "points"),
    *_from(_DIRECTOR, {"Note an offence by this seat": "Another one"}),
    *_BEHIND,
    *_looks_into("Change places", "Two players change places"),
    *_looks_into("Deck of cards", "Choose bar?"),
    *_answers("Language", "Choose English?"),
    "answer: N Yes",
    "wait: 3000",
    *_from(_BEHIND, _TAGS),
]
_IN_A_TRICK = [
    "play: 5 cards",
    "wait: 6000",
    *_from(_SEAT_MENU, {"The pad does not read my card": "which suit"}),
    *_SEAT_MENU,
    *_answers("Deal again?", "No, leave it"),
    "press: MENU",  # end the question, which the other players do not answer
    "wait: 1000",
    *_from(_DIRECTOR, {"Note an offence by this seat": "Another one"}),
    *_DIRECTOR,
    *_answers("A break", "Go on"),
    "answer: N Go on",
    "wait: 6000",
    "play: deal",
]


def _walk(house: str, steps: list[str]) -> None:
    table = f"table: {{house: {house}, seed: 1, target: 9999}}\n"
    play(parse(table + "steps:\n- " + "\n- ".join(steps) + "\n"), "vm")


@pytest.mark.soak
@pytest.mark.parametrize("house", names())
def test_every_menu_before_a_match_fits(house: str) -> None:
    agreeing, answer = [], "Yes"
    for question in _OPEN.get(house, ()):
        agreeing += _answers(answer, question)
        answer = "No"
    agreeing += _answers(answer, _SET_UP)
    _walk(house, _CHOOSES_A_HOUSE + agreeing + _BEFORE_A_MATCH)


@pytest.mark.soak
@pytest.mark.parametrize("house", names())
def test_every_menu_in_a_match_fits(house: str) -> None:
    _walk(house, _BETWEEN_DEALS + _IN_A_TRICK)
