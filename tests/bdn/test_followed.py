"""LiveDeal, which follows a deal event by event, compared with the match."""

import pytest

import testenv
from bdnkit import evening
from belote.match import Match
from codes.game import Phases
from marcoria.bdn.live_deal import LiveDeal
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.game.houses import names
from marcoria.game.names import OFFENCES
from random_houses import Random


@pytest.mark.parametrize("name", names())
def test_a_live_deal_agrees_with_the_match(name: str) -> None:
    """LiveDeal has the same last offence and the same last complete trick as the match."""
    rng = Random(testenv.SEED)
    book = Rulebooks().book(name)
    happened = evening(book, rng)
    game, followed = Match(book.house), LiveDeal(Rulebooks())
    compared = 0
    for event in happened:
        followed.sums = list(game.totals)
        game.apply(*event)
        followed.take(event)
        if game.phase < Phases.DEALT:
            continue
        log = game.conduct.log
        found = followed.offence
        assert (found is None) == (not log), event
        if found:
            last = log[-1]
            assert (found["seat"], found["proved"]) == ("NESW"[last.seat], last.plays)
            assert OFFENCES[last.code] == found["code"]
        whole = game.audit.plays // book.house.players
        assert bool(followed.trick) == bool(whole)
        if whole and followed.trick:
            first = (whole - 1) * book.house.players
            laid = game.audit.card[first : first + book.house.players]
            assert list(followed.trick.cards.values()) == list(laid)
            compared += 1
    assert compared
