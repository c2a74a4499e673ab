"""Mistakes that players hate in a partner: the bots `player` and `expert` do not make them.

Each test is one situation in the French house, with hearts as trump: the cards laid so far, and
the hand of the player whose turn it is. The order of play is North, West, South, East.
"""

from collections.abc import Callable
from random import Random

import pytest

from marcoria.bots.kinds import player
from marcoria.firmware.codes.game import name_of
from marcoria.game.houses import open_house
from seated import view_after

NORTH, EAST, SOUTH, WEST = range(4)

Choose = Callable[..., str]


@pytest.fixture(params=["player", "expert"])
def choose(request: pytest.FixtureRequest) -> Choose:
    """Return a function that returns the card which this kind of player lays in a situation."""

    def chosen(hand: str, plays: str = "", **situation: int) -> str:
        view = view_after(open_house("french"), hand, plays, **situation)
        return name_of(player(request.param, Random(1)).card(view))

    return chosen


def test_it_does_not_cut_a_trick_that_its_partner_wins(choose: Choose) -> None:
    card = choose("JH 9H 7D 8D 9D 7C 8C KC", "AS 7S", leader=SOUTH, taker=NORTH)
    assert card[1] != "H"


def test_it_gives_its_points_to_a_trick_that_its_partner_surely_wins(choose: Choose) -> None:
    card = choose("TS 7C 8C 9C JC QC KC TC", "7D AD 8D", leader=EAST, taker=NORTH)
    assert card in ("TS", "TC")


def test_it_throws_away_no_ace_while_it_has_low_cards(choose: Choose) -> None:
    card = choose("AS 7S 8S TC 7C 8C 9C JC", "AD", leader=WEST, taker=NORTH)
    assert card not in ("AS", "TC")


def test_it_does_not_draw_the_last_trumps_of_its_own_side(choose: Choose) -> None:
    card = choose("AH TH AS TS 7D 8D", "JH 7C 7H 8C 9H 9C 8H JC", leader=NORTH, taker=NORTH)
    assert card[1] != "H"


def test_it_does_not_lead_a_ten_before_the_ace_is_gone(choose: Choose) -> None:
    card = choose("TS 9S TD 7D 8C 9C 7H 8H", leader=NORTH, taker=EAST)
    assert card not in ("TS", "TD")


def test_it_does_not_lead_trumps_to_a_taker_of_the_other_side(choose: Choose) -> None:
    card = choose("7H 8H AS 7S 8D 9D 7C 8C", leader=WEST, taker=NORTH)
    assert card[1] != "H"


def test_it_does_not_lead_the_highest_card_that_an_opponent_cuts(choose: Choose) -> None:
    # East has cut the first spade, and may cut the ten, which is the highest spade now.
    card = choose("TS KS AD 7D 8C 9C", "9S 7S AS 7H QH AH 8H TH", leader=NORTH, taker=EAST)
    assert card[1] != "S"


def test_it_keeps_the_highest_trump_when_a_low_one_wins_too(choose: Choose) -> None:
    card = choose("JH 7H 8D 9D 8C 9C TC KC", "AS 7S 8S", leader=WEST, taker=NORTH)
    assert card == "7H"


def test_it_takes_an_ace_of_the_other_side_with_a_trump(choose: Choose) -> None:
    card = choose("7H 8D 9D AD 8C 9C TC KC", "AS 7S 8S", leader=WEST, taker=NORTH)
    assert card == "7H"


def test_it_returns_the_suit_that_its_partner_has_led(choose: Choose) -> None:
    card = choose("9S 9D 8D 9C 8C 7C 8H", "7S 8S AS JS", leader=NORTH, taker=WEST)
    assert card == "9S"
