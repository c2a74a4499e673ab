"""The old program takes over again when the new one crashes during its trial.

The new program has played two deals by then. The old one has the same score and settings, and
play goes on.
"""

import json

import pytest

import testenv
from codes.game import Totals
from codes.journal import Records
from golden_tables import (
    Golden,
    company_at,
    golden,
    goldens,
    match_of,
    read_table,
    since_the_match,
)
from marcoria.build.deploy import MAIN, OLD, main, trial
from marcoria.coroutines import finish
from marcoria.device.wire import Client
from marcoria.journal.blocks import read_blocks
from marcoria.journal.entries import settled
from marcoria.journal.reader import cells
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable
from test_link_version_1 import changed, runs_its_own

# Images of tables between two deals, because two whole deals must fit into the trial's minute.
_TABLES = [one for one in goldens() if one.scene == "litige"]
_TRIED = _TABLES if testenv.SOAK else [golden("wrover", "litige")]
_STARTS_MS = 4_000
_DEALS = 2
# Add more hands to the score sheet than fit into a checkpoint.
_MANY_HANDS = """\
from boot.program import recovery
from table.history import Hand
for hand in range(20):
    recovery.evening.table.history.add(Hand(hand, 160 - hand))
"""
_OLD_SHEET = "from program import recovery; print(list(recovery.tasks.table.history.rows))"
_NEW_SHEET = (
    "from boot.program import recovery; print(list(recovery.evening.table.history.rows()))"
)
# Simulate a failed task: the program's own handler records it, and restarts.
_CRASH = "from boot.program import recovery; recovery.crash(0, ValueError('a bug'))"


@pytest.mark.soak
@pytest.mark.long
@pytest.mark.parametrize("one", _TRIED, ids=str)
def test_the_old_program_takes_over_when_the_new_one_crashes_on_trial(one: Golden) -> None:
    with one.table("vm", own_program=True) as table:
        _puts_on_trial(one, table)
        people = company_at(one, table).people
        table.boot("main")
        table.until(_STARTS_MS)
        client = Client(SimPort(table))
        assert client.ask("hello")["slot"] == "b" and client.ask("hello")["trial"]
        table.backend.run(_MANY_HANDS)
        for _ in range(_DEALS):
            finish(people.play_deal())
        sheet = json.loads(table.backend.run(_NEW_SHEET))
        client.direct("names", "", seat=0, name="Ada")
        before = read_table(table, one.bar)
        assert client.ask("hello")["trial"], "the trial is over: the deals took too long"
        assert before["names"][0] == "Ada" != one.wanted["reads"]["names"][0]
        assert before["points"] != one.wanted["reads"]["points"]
        table.backend.run(_CRASH)
        table.until(_STARTS_MS)
        while client.ask("hello")["safe"]:  # too many starts in a row; safe mode lasts a minute
            table.until(_STARTS_MS)
        runs_its_own(one, table)
        assert "ValueError" in client.ask("test")["crash"]
        _agree(before, read_table(table, one.bar))
        assert _has_hands(cells(table)) and json.loads(table.backend.run(_OLD_SHEET)) == sheet
        finish(people.play_deal())
        now = match_of(client.ask("state"))
        assert [*now["points"], now["hanging"]] == people.game.totals[: Totals.DEALER]
        assert settled(since_the_match(table)) == settled(people.events)
        assert not table.faults()


def _has_hands(image: bytes) -> bool:
    """Return whether a journal has records with the hands that do not fit into a checkpoint."""
    slots = [data for block in read_blocks(image).blocks for _, data in block.records()]
    return any(data[0] == Records.HANDS for data in slots)


def _puts_on_trial(one: Golden, table: SimTable) -> None:
    """Write the current program to the flash for a trial, as `marcoria deploy` does."""
    for path, data in changed(one.board).items():
        table.write(f"/b/{path}", data)
    table.write("/b/main.py", main("/b"))
    table.write(OLD, one.files[MAIN])
    table.write(MAIN, trial("/b"))


def _agree(before: dict[str, object], after: dict[str, object]) -> None:
    """Check that both programs show the same match; only the page of the display may differ."""
    assert {**after, "display": before["display"]} == before
