"""The replay of a real table's match, if it begins in the middle of the match."""

import pytest

import testenv
from bdnkit import evening
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.device.answer import TableAnswer
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Events, Totals
from marcoria.web.world.follow import Mirror
from random_houses import Random


def _state(game: Match) -> TableAnswer:
    """Return a table's answer to the command `state`, with only the fields that `adopt` uses."""
    totals = list(game.totals[: Totals.COUNT])
    return {"phase": game.phase, "events": len(game.events), "totals": totals}


@pytest.mark.parametrize("name", ["french", "bulgarian", "libre"])
def test_a_replay_from_an_earlier_deal_gets_the_totals_of_the_table(name: str) -> None:
    rules = Rulebooks().book(name)
    happened = evening(rules, Random(testenv.SEED), 600)
    table = Match(rules.house)
    compared = 0
    deals = [at for at, event in enumerate(happened) if event[0] == Events.DEAL]
    for at, event in enumerate(happened):
        table.apply(*event)
        earlier = [deal for deal in deals if deal <= at][-2:]
        if not earlier:
            continue
        mirror = Mirror(rules.house)
        mirror.sums = _state(table)["totals"]
        for old in happened[earlier[0] : at + 1]:
            mirror.take(*old)
        mirror.adopt(_state(table))
        if mirror.sure and mirror.game.before == mirror.game.totals:
            assert mirror.game.totals[:2] == table.totals[:2]
            compared += 1
    assert compared > 100
