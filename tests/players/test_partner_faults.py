"""Faults of a partner that players hate; neither the player nor the expert commits them.

North has taken with hearts in all deals, and the house is the French one. Each test is one
situation at the table: the cards laid so far, and the hand of the player whose turn it is.
"""

from random import Random

import pytest

from marcoria.bots.kinds import player
from marcoria.firmware.codes.game import card_of, name_of
from marcoria.game.houses import open_house
from seated import view_after

_HEARTS, _NORTH, _EAST, _SOUTH, _WEST = 2, 0, 1, 2, 3


@pytest.fixture(params=["player", "expert"])
def choice(request: pytest.FixtureRequest):
    """Return a function that gives the card of a player of this kind in a situation."""

    def choose(hand: str, plays: str = "", **situation: int) -> str:
        view = view_after(open_house("french"), hand, plays, **situation)
        return name_of(player(request.param, Random(1)).card(view))

    return choose


def test_it_does_not_cut_a_trick_that_its_partner_wins(choice) -> None:
    # In this house East need not cut while his partner West wins the trick.
    hand = "7H 8H 7D 8D 9D 7C 8C KC"
    assert choice(hand, "AS 7S", leader=_WEST, taker=_SOUTH) != "7H"
    assert card_of(choice(hand, "AS 7S", leader=_WEST, taker=_SOUTH)) >> 3 != _HEARTS
