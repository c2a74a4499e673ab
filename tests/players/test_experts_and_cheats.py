"""Experts play on at a table with cheats, and count no melds that were not shown."""

from random import Random

import pytest

import testenv
from kitchen import company
from marcoria.bots.kinds import player
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.stakes import ScoreBook
from marcoria.bots.strategy import PlayerView
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import Events, MeldKinds
from marcoria.game.houses import open_house
from seated import cards, view_after

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


def test_an_expert_counts_no_meld_that_was_not_shown() -> None:
    tables = []
    for melds in ([], [MeldKinds.TIERCE]):
        view = view_after(open_house("french"), "7S 8S 9S AC 7C JC QD KD")
        for kind in melds:
            view.game.apply(Events.MELD, view.seat, kind)
        tables.append(ScoreBook().table(view, Knowledge(view)))
        for card in cards("AC 8C 9C TC 7C"):
            view.game.apply(Events.CARD, view.game.trick.seat, card)
        later = PlayerView(view.game, view.seat, cards("7S 8S 9S JC QD KD"), cards("AC 7C"))
        tables.append(ScoreBook().table(later, Knowledge(later)))
    assert tables[0] != tables[2] and tables[1] == tables[3]
