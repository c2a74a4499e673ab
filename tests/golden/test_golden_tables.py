"""The current program starts from the flash of tables with an older program.

It finds and shows the same match, score, house and settings, and the players can go on.
"""

import pytest

import testenv
from codes.game import Totals
from golden_tables import (
    Golden,
    company_at,
    golden,
    goldens,
    match_of,
    only,
    read_table,
    since_the_match,
    start,
)
from marcoria.coroutines import finish
from marcoria.device.wire import Client
from marcoria.journal.entries import settled
from marcoria.scenarios import after_cut
from marcoria.sim.port import SimPort

_ALL = goldens()
# `make test` uses only some of the images for the slow tests.
_IN_THE_VM = _ALL if testenv.SOAK else [golden("wrover", "own-house")]
_PLAYED_ON = _ALL if testenv.SOAK else [golden("s3", "melds"), golden("wrover", "scanned")]
# Old lines of the display and their new wording. Add a line here when a sentence is changed on
# purpose, and leave the images as they are.
_REWORDED = {
    "PASS.": "PASSE.",
    "buona · Marìa ♥": "fatto · Marìa ♥",
    "buona · Zoë ♣": "fatto · Zoë ♣",
    "Marìa : montre tes annonces sur le": "Marìa : montre tes annonces carte par",
    "lecteur de Marìa, carte par carte, puis": "carte sur le lecteur côté Marìa, puis",
}


def test_there_are_images_of_both_boards_and_all_scenes() -> None:
    assert len(_ALL) == len({str(one) for one in _ALL}) >= 18
    for one in _ALL:
        assert one.wanted["reads"]["board"] == one.board and one.journal and one.bar


@pytest.mark.parametrize("one", _ALL, ids=str)
def test_the_program_reads_old_flash_images(one: Golden) -> None:
    _reads_the_same(one, "cpython")


@pytest.mark.parametrize("one", _IN_THE_VM, ids=str)
def test_the_deployed_program_reads_old_flash_images(one: Golden) -> None:
    _reads_the_same(one, "vm")


def _reads_the_same(one: Golden, backend: str) -> None:
    wanted = dict(one.wanted["reads"])
    wanted["display"] = [_REWORDED.get(line, line) for line in wanted["display"]]
    with one.table(backend) as table:
        start(table)
        assert only(wanted, read_table(table, one.bar)) == wanted


@pytest.mark.parametrize("one", _PLAYED_ON, ids=str)
def test_players_go_on_at_the_table_of_an_image(one: Golden) -> None:
    with one.table("cpython") as table:
        people = company_at(one, table).people
        table.boot("main")
        finish(after_cut.continue_match(people, since_the_match(table)))
        assert people.resting and not table.faults()
        now = match_of(Client(SimPort(table)).ask("state"))
        assert [*now["points"], now["hanging"]] == people.game.totals[: Totals.DEALER]
        assert settled(since_the_match(table)) == settled(people.events)
