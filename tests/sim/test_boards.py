"""Play a deal on each board of hardware/board.toml."""

import pytest

import testenv
from marcoria.board.profile import profiles
from marcoria.coroutines import finish
from marcoria.journal.entries import follow
from marcoria.journal.reader import records
from play_on_board import play_deal, sitting
from tiers import BACKENDS

_HOUSE = "piedicavallo"


@pytest.mark.parametrize("profile", profiles())
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_deal_is_played_on_each_board(profile: str, backend: str) -> None:
    seed = testenv.SEED & 0xFFFF
    with sitting(_HOUSE, backend, seed=seed, profile=profile) as company:
        table, people = company.body.table, company.people
        assert table.get("board.PROFILE") == profile
        play_deal(company)
        finish(company.body.wait(6_000))
        assert follow(people.house, records(table)).totals == people.game.totals
        assert table.faults() == []
