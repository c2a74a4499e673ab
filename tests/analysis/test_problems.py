"""The page's problems: legal positions, good cards, motifs, and the deals of the problems."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import testenv
from endings import Ending, by_brute_force
from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.solvers import Solvers
from marcoria.analysis.tables import Stakes, Tables, settled
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import CONTRACTS, SEATS, Outcomes, card_of
from marcoria.game.houses import open_house
from marcoria.game.names import seats_of
from marcoria.problems.make import PATH, SEED, SHARES, read
from marcoria.problems.miner import Miner, Solution
from marcoria.problems.motifs import MOTIFS, motifs_of
from marcoria.problems.open_view import OpenView
from marcoria.problems.problem import GRADES, SOUTH, Problem
from marcoria.problems.study import Study

PROBLEMS = read()
_LARGEST = 60_000  # limit of the file's bytes, because every visitor of the page loads the file
_MOST_OF_A_MOTIF = 8
# The search by brute force checks problems with at most `_BRUTE_FORCE` tricks left, and the solver
# in Python those with at most `_REFERENCE`. Both are slow.
_BRUTE_FORCE, _REFERENCE = 3, 5


@pytest.fixture(scope="module")
def solvers() -> Iterator[Solvers]:
    found = Solvers()
    yield found
    found.close()


def drawn(number: int, most_tricks: int = 8) -> list[Problem]:
    """Return `number` random problems with at most `most_tricks` tricks left.

    In `make soak` return all such problems.
    """
    short = [one for one in PROBLEMS if one.tricks_left() <= most_tricks]
    return short if testenv.SOAK else Random(testenv.SEED).sample(short, number)


def test_the_plain_rule_leads_a_master_of_trumps_before_a_card_without_points() -> None:
    house = open_house("french")
    deal = OpenDeal(house, CONTRACTS.index("H"))
    hands = ("AS KS", "AC QC", "8C 7H", "JD TD")
    cards = [tuple(card_of(name) for name in hand.split()) for hand in hands]
    view = OpenView(deal, Tables(house, deal.contract), Position(cards, SOUTH, []))
    assert view.plain_card() == card_of("7H")


def side_of(problem: Problem) -> int:
    """Return the side of South."""
    return problem.deal().house.side(SOUTH)


def own_points(problem: Problem, found: dict[int, int]) -> dict[int, int]:
    """Return the points of South's side at the end of the deal, for each card of `found`.

    `found` has the points that side 0 wins from the position of the problem on.
    """
    side, left = side_of(problem), problem.deal().left(problem.position)
    before = problem.position.points[side]
    return {card: before + (left - one if side else one) for card, one in found.items()}


def end_of(problem: Problem, line: list[int]) -> Position:
    """Return the position after a line of play, each card of which must be legal."""
    deal, position = problem.deal(), problem.position
    for card in line:
        assert card in deal.legal(position)
        position = deal.after(position, card)
    return position


def test_there_are_sixty_different_problems_in_a_small_file() -> None:
    assert len(PROBLEMS) == 60 and PATH.stat().st_size < _LARGEST
    hands = {str(one.position.hands) for one in PROBLEMS}
    assert len(hands) == len({(one.house, one.number) for one in PROBLEMS}) == 60
    cells = Counter((one.house, one.grade) for one in PROBLEMS)
    wanted = {
        (house, grade): n
        for house in SHARES
        for grade, n in zip(GRADES, SHARES[house], strict=True)
    }
    assert cells == wanted
    assert [one.grade for one in PROBLEMS] == [grade for grade in GRADES for _ in range(20)]


def test_the_file_has_the_rules_of_each_problem() -> None:
    tables = json.loads(PATH.read_text("utf-8"))["tables"]
    assert set(tables) == {one.rules() for one in PROBLEMS}
    for one in PROBLEMS:
        assert tables[one.rules()] == vars(Tables(one.deal().house, one.contract))


def test_contracts_and_motifs_are_mixed() -> None:
    assert {CONTRACTS[one.contract] for one in PROBLEMS} == set(CONTRACTS)
    assert {one.taker for one in PROBLEMS} == {0, SOUTH}
    first = Counter(next(iter(one.motifs)) for one in PROBLEMS)
    assert len(first) >= 15 and max(first.values()) <= _MOST_OF_A_MOTIF


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda one: f"{one.house}-{one.number}")
def test_a_problem_is_a_legal_position_with_south_to_play(problem: Problem) -> None:
    deal, position = problem.deal(), problem.position
    seats = seats_of(deal.house)
    assert deal.turn(position) == SOUTH
    cards = [card for hand in position.hands for card in hand] + position.trick
    assert len(set(cards)) == len(cards) == problem.tricks_left() * deal.house.players
    assert sum(position.tricks) == deal.house.cards - problem.tricks_left()
    before = [seat for seat in seats if len(position.hands[seat]) < problem.tricks_left()]
    assert len(before) == len(position.trick)
    assert sorted(problem.values) == sorted(deal.legal(position))
    assert all(hand == [] for seat, hand in enumerate(position.hands) if seat not in seats)


def test_points_needed_make_the_contract_and_one_less_does_not() -> None:
    for one in PROBLEMS:
        deal, side = one.deal(), side_of(one)
        total = sum(one.position.points) + deal.left(one.position)

        def is_made(mine: int, deal: OpenDeal = deal, side: int = side, all_: int = total) -> bool:
            points = (all_ - mine, mine) if side else (mine, all_ - mine)
            if deal.house.success == choices.SUCCESS_NONE:
                return mine > all_ - mine
            outcome = settled(deal, points, (4, 4), Stakes(side)).outcome
            return bool(outcome == Outcomes.MADE)

        assert is_made(one.need) and not is_made(one.need - 1)


def test_the_lines_end_with_the_points_that_are_told() -> None:
    for one in PROBLEMS:
        side, (key, *_), wrong = side_of(one), one.keys, one.tempting
        assert one.line[0] == key and one.refutation[0] == wrong
        assert end_of(one, one.line).points[side] == one.values[key] >= one.need
        assert end_of(one, one.refutation).points[side] == one.values[wrong] < one.need
        assert all((value >= one.need) == (card in one.keys) for card, value in one.values.items())
        assert len({card >> 3 for card in one.keys}) == 1


@pytest.mark.parametrize("problem", drawn(3, _BRUTE_FORCE), ids=lambda one: one.house)
def test_the_values_of_the_cards_are_those_of_brute_force(problem: Problem) -> None:
    ending = Ending(problem.deal(), problem.position, Stakes(0))
    assert own_points(problem, by_brute_force(ending, False)) == problem.values


@pytest.mark.parametrize("problem", drawn(6, _REFERENCE), ids=lambda one: one.house)
def test_the_values_of_the_cards_are_those_of_the_other_solver(problem: Problem) -> None:
    deal = problem.deal()
    solver = Solvers(in_python=True).of(deal.house, deal.contract)
    assert own_points(problem, solver.cards(problem.position)) == problem.values


def test_playing_by_the_plain_rule_fails(solvers: Solvers) -> None:
    for one in drawn(5):
        solver = solvers.of(one.deal().house, one.contract)
        assert not Solution(one, solver).makes_plainly(one.position)


def test_the_miner_finds_the_same_problem_in_the_same_deal(solvers: Solvers) -> None:
    for one in drawn(4):
        found = Miner(one.house, SEED, solvers).problem(one.number)
        assert found and found.facts() == one.facts()


def test_motifs_are_those_of_the_lines() -> None:
    for one in PROBLEMS:
        assert motifs_of(Study(one)) == one.motifs
    assert {name for one in PROBLEMS for name in one.motifs} == set(MOTIFS)


def test_motifs_name_cards_in_play_and_the_right_side() -> None:
    partners = {"to-partner", "partner-cuts", "leave", "load"}
    for one in PROBLEMS:
        cards = [card for hand in one.position.hands for card in hand]
        for name, places in one.motifs.items():
            named = [card_of(card) for place, card in places.items() if place != "seat"]
            assert set(named) <= set(cards)
            if "seat" in places and name != "last-trick":
                seat = SEATS.index(places["seat"])
                ours = one.deal().house.side(seat) == side_of(one)
                assert ours == (name in partners) and seat != SOUTH


def test_a_motif_follows_from_the_first_trick() -> None:
    """Some motifs say who wins the first trick of the line: play this trick, and compare."""
    for one in PROBLEMS:
        deal = one.deal()
        after = one.position
        for card in one.line:
            after = deal.after(after, card)
            if not after.trick:
                break
        winner = SEATS[after.leader]
        for name in ("partner-cuts", "force", "throw-in", "load", "leave", "give-up"):
            if name in one.motifs:
                assert one.motifs[name]["seat"] == winner
        if "cash" in one.motifs or "cut" in one.motifs:
            assert winner == "S"
