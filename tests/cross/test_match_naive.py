"""Whole matches through `Match.apply`, compared with the naive implementation.

The score of each deal, the next dealer and the end of the match must agree.
"""

import zlib
from typing import Any

import pytest

import naive
import naive_cards
import naive_melds
import naive_play
import random_houses
import testenv
from belote.housefile import load
from belote.match import Match
from codes.game import SEATS, Answers, Endings, Events, Offences, Phases, Rulings, Totals, card_of
from marcoria.game.houses import names, open_house
from marcoria.game.names import OFFENCES
from marcoria.paths import HOUSES
from players import Deal, Rules
from random_houses import Random

NAMES = names()
_RANDOM = "random switches"
_EVERYWHERE = [*NAMES, _RANDOM]
_WARN, _POINTS, _FORFEIT = 1, 2, 3
_FINED = ("revoke", "no-rise", "bottom-not-shown", "offence")
_OUTCOMES = ("made", "failed", "litige", "capot", "reverse-capot", "scored")


def _times(test: int, soak: int) -> int:
    return soak if testenv.SOAK else test


def _generator(name: str, what: str) -> Random:
    return Random(testenv.SEED ^ zlib.crc32(f"{name} {what}".encode()) & 0xFFFFFFF)


def _rules(name: str, rng: Random) -> Rules:
    if name == _RANDOM:
        rules: Rules = random_houses.random_house(rng)
        # The naive implementation cannot score a third doubling that decides the whole match.
        rules["third"] = rules["third"].replace("match", "x8")
        return rules
    text = (HOUSES / f"{name}.house").read_text(encoding="utf-8")
    return dict(naive.load_house(text))


def _new_match(game: Any, rules: Rules, rng: Random, discipline: int) -> None:
    dealer = SEATS.index(rng.choice(naive_cards.seats_of(rules)))
    assert game.apply(Events.MATCH, dealer, game.house.mark) == 0
    assert game.apply(Events.DISCIPLINE, dealer, discipline) == 0
    # Make matches short, so that many of them end.
    rules["target"] = max(rules["target"] // 3, 1)
    assert game.apply(Events.TARGET, dealer, rules["target"]) == 0


def _scores(game: Any, deal: Deal) -> dict[str, int]:
    return dict(zip(deal.sides, game.totals[:2], strict=True))


def _compare_count(game: Any, deal: Deal, told: dict[str, Any], fair: list[int]) -> None:
    score = game.score
    ours = {
        "outcome": _OUTCOMES[score.outcome],
        "hanging": score.hanging,
        **{
            what: dict(zip(deal.sides, getattr(score, what), strict=True))
            for what in ("cards", "tricks", "melds", "belote", "score")
        },
    }
    for side, extra in zip(deal.sides, fair, strict=True):
        told["score"][side] += extra
    del told["faults"]
    assert ours == told


def _finish(game: Any, deal: Deal, fair: list[int]) -> None:
    """Compare the score of a finished deal, confirm the score, and then compare the match."""
    told = deal.expected()
    _compare_count(game, deal, told, fair)
    before = _scores(game, deal)
    for seat in deal.seats[:2]:
        deal.do(Events.CONFIRM, seat)
    after = {side: before[side] + told["score"][side] for side in deal.sides}
    assert _scores(game, deal) == after
    capot = 0 in told["tricks"].values()
    winner = naive.match_result(deal.rules, after, capot)
    assert game.standing.winner() == (-1 if winner is None else deal.sides.index(winner))
    if winner is not None:
        assert game.standing.ending() == Endings.TARGET
    assert game.standing.fani() == (winner is not None and 0 in after.values())
    dealer = naive.next_dealer(deal.rules, deal.dealer, False, told["score"])
    assert SEATS[game.totals[Totals.DEALER]] == dealer
    assert game.totals[Totals.THROWN_IN] == 0


def _try_wrong_cards(game: Any, deal: Deal) -> None:
    """Check that the engine refuses each illegal card of a scanned hand for the right reason."""
    seat = SEATS[game.trick.seat]
    left = [one for one in deal.hands[seat] if one not in deal.plays]
    players = len(deal.seats)
    trick = deal.plays[len(deal.plays) // players * players :]
    leader = naive_cards.seat_after(deal.rules, seat, -len(trick))
    told = naive_play.legal(deal.rules, deal.contract, leader, trick, left)
    for one, code in told["why"].items():
        assert OFFENCES[game.apply(Events.CARD, game.trick.seat, card_of(one))] == code


def _thrown_in(game: Any, deal: Deal) -> None:
    assert game.phase == Phases.READY
    dealer = naive.next_dealer(deal.rules, deal.dealer, True, None)
    assert SEATS[game.totals[Totals.DEALER]] == dealer


def _note(request: Any, rules: Rules, deal: Any) -> str:
    cards = f"\n--- hands\n{deal.hands}\n--- calls\n{deal.calls}\n--- plays\n{deal.plays}"
    return f"seed {testenv.SEED} {request}\n{random_houses.to_text(rules)}{cards}"


@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize("name", _EVERYWHERE)
def test_honest_matches_score_as_the_naive_implementation(name: str, scanned: bool) -> None:
    rng = _generator(name, f"honest {scanned}")
    deals, ended = 0, 0
    while deals < _times(200, 5000) * (3 if name == _RANDOM else 1):
        rules = _rules(name, rng)
        game = Match(_house(name, rules))
        _new_match(game, rules, rng, rng.randrange(4))
        for _ in range(12):
            if game.totals[Totals.WINNER] >= 0:
                ended += 1
                break
            deal = Deal(game, rules, rng, scanned)
            try:
                deals += _honest_deal(game, deal)
            except Exception as error:
                error.add_note(_note(name, rules, deal))
                raise
    assert ended


def _house(name: str, rules: Rules) -> Any:
    return load(random_houses.to_text(rules)) if name == _RANDOM else open_house(name)


def _honest_deal(game: Any, deal: Deal) -> int:
    if not deal.bid():
        _thrown_in(game, deal)
        return 0
    deal.plan(wrong=0)
    while game.phase == Phases.PLAY:
        if deal.scanned and len(deal.plays) and deal.rng.one_in(4):
            _try_wrong_cards(game, deal)
        deal.lay()
        assert game.conduct.suspects == 0
        assert _log(game) == deal.forgotten()
    _finish(game, deal, _fair(deal.forgotten(), game.totals[Totals.CONDUCT]))
    return 1


@pytest.mark.parametrize("name", ["espanola-2", "espanola-4", _RANDOM])
def test_a_call_that_ends_a_hand_scores_the_points_so_far(name: str) -> None:
    """After a call-out, right or wrong, exactly the points scored so far count."""
    rng = _generator(name, "called out")
    endings_seen = set()
    for _ in range(_times(100, 2000)):
        rules = _rules(name, rng)
        rules["call_out"] = "any"
        game = Match(_house(name, rules))
        _new_match(game, rules, rng, _WARN)
        rules["target"] = 1 + rng.randrange(80)
        assert game.apply(Events.TARGET, 0, rules["target"]) == 0
        deal = Deal(game, rules, rng, rng.one_in(2))
        try:
            if deal.bid():
                endings_seen.add(_called_out(game, deal))
        except Exception as error:
            error.add_note(_note(name, rules, deal))
            raise
    assert {Endings.CALLED_OUT, Offences.FALSE_CALL_OUT} <= endings_seen


def _called_out(game: Any, deal: Deal) -> int:
    """Let a random seat call out and check the score.

    Return the ending of the match, or 0 if the call-out is refused. If a belote call is still due,
    try no call-out and return 0. After a call-out, let a ruling continue the match.
    """
    rng = deal.rng
    deal.plan(wrong=0)
    players = len(deal.seats)
    for _ in range(players + 1 + rng.randrange(players * (deal.size - 2) - 1)):
        deal.lay()
    caller = rng.choice(deal.seats)
    if deal.late or game.apply(Events.CALL_OUT, SEATS.index(caller)) in range(1, Answers.NOTED):
        return 0
    melds = naive_melds.contest(deal.rules, deal.contract, deal.elder, deal.melds)
    score = naive.broken_off(deal.rules, deal.contract, deal.leader, deal.plays, melds)
    assert _scores(game, deal) == score
    side = naive_cards.side_of(deal.rules, caller)
    right = score[side] >= deal.rules["target"]
    assert game.standing.winner() == deal.sides.index(side) ^ (not right)
    ending = Endings.CALLED_OUT if right else Offences.FALSE_CALL_OUT
    assert game.standing.ending() == ending and not game.standing.fani()
    assert game.apply(Events.RULING, Rulings.AWARD, Rulings.NEITHER) == 0
    assert set(_scores(game, deal).values()) == {0}, "match and deal must continue"
    return int(ending)


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_cheating_players_are_noted_and_punished(name: str) -> None:
    """With blind hands only real offences are noted, and the discipline is applied to them."""
    rng = _generator(name, "cheating")
    deals, noted = 0, 0
    while deals < _times(200, 5000):
        rules = _rules(name, rng)
        game = Match(_house(name, rules))
        discipline = rng.randrange(4)
        _new_match(game, rules, rng, discipline)
        for _ in range(6):
            if game.totals[Totals.WINNER] >= 0:
                break
            deal = Deal(game, rules, rng, False)
            try:
                deals += _cheating_deal(game, deal, discipline, rng.choice([3, 10, 30]))
                noted += len(game.conduct.log)
            except Exception as error:
                error.add_note(_note(name, rules, deal))
                raise
    assert noted


def _cheating_deal(game: Any, deal: Deal, discipline: int, wrong: int) -> int:
    if not deal.bid():
        _thrown_in(game, deal)
        return 0
    deal.plan(wrong)
    while game.phase == Phases.PLAY and game.totals[Totals.WINNER] < 0:
        deal.lay()
    if game.phase == Phases.PLAY or game.totals[Totals.WINNER] >= 0:
        assert discipline == _FORFEIT
        losers = {side for side, _, _ in _proved(game, deal)}
        assert game.standing.winner() in {side ^ 1 for side in losers}
        assert OFFENCES[game.standing.ending()] in {code for _, _, code in _log(game)}
        for _, play, code in _proved(game, deal):
            _compare_fault(deal, play, code)
        return 1
    for _, play, code in _proved(game, deal):
        _compare_fault(deal, play, code)
    _finish(game, deal, _fair(_log(game), discipline))
    if len(deal.seats) == 4:
        # After the last card all hands are known, so every offence is proved.
        proved = sorted(play for _, play, _ in _log(game))
        assert proved == [fault["play"] for fault in deal.faults]
    return 1


def _log(game: Any) -> list[tuple[int, int, str]]:
    side = game.house.side
    return [(side(one.seat), one.play, OFFENCES[one.code]) for one in game.conduct.log]


def _proved(game: Any, deal: Deal) -> list[tuple[int, int, str]]:
    """Return the log's entries about plays; check the entry about a forgotten bottom card."""
    log = _log(game)
    forgotten = [entry for entry in log if entry[2] == "bottom-not-shown"]
    assert forgotten == deal.forgotten()
    return [entry for entry in log if entry not in forgotten]


def _fair(log: list[tuple[int, int, str]], discipline: int) -> list[int]:
    """Return the points that offences add to each side's score; a fine is negative."""
    fair = [0, 0]
    for side, _, code in log:
        if discipline == _POINTS and code in _FINED:
            fair[side] -= 10
            if code == "revoke":
                fair[side ^ 1] += 10
    return fair


def _compare_fault(deal: Deal, play: int, code: str) -> None:
    faults = {fault["play"]: fault["code"] for fault in deal.faults}
    assert play in faults, (play, code, faults)
    if code != "offence":
        assert code in _codes_of(deal, play), (play, code, faults)


def _codes_of(deal: Deal, play: int) -> set[str]:
    """Return the codes of all duties that a play breaks.

    The play is judged once for each card of the hand, as if the player held only that card and
    the card played.
    """
    step = naive_play.follow_plays(deal.rules, deal.contract, deal.leader, deal.planned)[play]
    seat, one = step["seat"], step["card"]
    hand = [other for other in deal.hands[seat] if other not in deal.planned[:play]]
    codes = {
        naive_play.duty_broken(
            deal.rules, deal.contract, step["leader"], step["trick"], [one, other], one
        )
        for other in hand
    }
    return {code for code in codes if code}
