"""Experts play on at a table with cheats, whose plays make the true deal look impossible."""

from random import Random

import pytest

import testenv
from kitchen import company
from marcoria.bots.kinds import player
from marcoria.coroutines import finish
from marcoria.game.houses import open_house

_CHEATS = ("any-duty", "false-belote", "false-meld", "forgetful", "out-of-turn")


@pytest.mark.parametrize("cheat", _CHEATS)
def test_an_expert_plays_legal_cards_among_cheats(cheat: str) -> None:
    rng = Random(f"{testenv.SEED} {cheat}")
    rules = open_house("french")
    kinds = ["expert", cheat, "player", cheat]
    players = {seat: player(kind, Random(rng.random()), 100) for seat, kind in enumerate(kinds)}
    people = company(rules, players, rng, scanned=False)
    people.begin(0, discipline=1)
    for _ in range(6 if testenv.SOAK else 2):
        finish(people.play_deal())
    honest = [one for one in people.game.conduct.log if one.seat in (0, 2)]
    assert not honest and len(people.events) > 40
