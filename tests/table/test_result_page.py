"""Tests of the factor that the result page shows beside the points of a doubled deal."""

from belote.match import Match
from codes.game import Outcomes
from toolkit import house
from ui.details import times


def factor(name, outcome, winner, capot=-1):
    match = Match(house(name))
    match.auction.factor = 2
    match.score.outcome, match.score.winner, match.score.capot = outcome, winner, capot
    match.score.times = 1
    return times(match)


def test_a_doubled_deal_shows_its_factor():
    assert factor("bulgarian", Outcomes.MADE, 0) == 2
    assert factor("bulgarian", Outcomes.FAILED, 1) == 2


def test_a_capot_is_not_multiplied():
    assert factor("bulgarian", Outcomes.CAPOT, 0, capot=0) == 1


def test_hanging_points_are_multiplied_too():
    assert factor("bulgarian", Outcomes.LITIGE, -1) == 2
