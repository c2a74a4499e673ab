"""Whole matches at the table, in every house, with blind and scanned hands.

Each house is loaded from a file in /bar/houses. Matches run on CPython, and with `make soak`
also in the VM. At the end the players, a replay of the journal and the naive second implementation
have the same score, the display shows this score, and no player was ever accused.
"""

import re
import zlib
from random import Random

import pytest

import testenv
from accusations import Watch
from belote.housefile import HouseFile
from codes.game import Endings, Events, Phases, Totals
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.game.houses import house_of, names, text_of
from marcoria.journal.entries import events_of, follow, settled
from marcoria.journal.reader import records
from marcoria.paths import HOUSES
from marcoria.sim.simtable import open_bar
from sheets import Match, rules_of, sheets
from tiers import BACKENDS

# The targets are divided by this number, so that a match in `make test` takes one or two deals.
_SHORTER = 1 if testenv.SOAK else 8
_MATCHES = 12 if testenv.SOAK else 1
_WRITTEN_MS = 1000
# Each house is written to `_FILE`; in this file the name of the house is `_OUR_BAR`.
_NAME = "our-bar"
_FILE = f"/bar/houses/{_NAME}.house"
_OUR_BAR = "Da Piero"
# Each side has one player of each kind.
_PEOPLE: dict[str, tuple[str, int | None]] = {
    "N": ("wild", None),
    "E": ("honest", None),
    "S": ("honest", None),
    "W": ("wild", None),
}


def _sit_down(backend: str, house: str, scanned: bool, seed: int) -> Company:
    """Return players who sit at a table and have agreed on a match."""
    text = re.sub(
        "^name: .*$", f"name: {_OUR_BAR}", text_of(str(HOUSES / f"{house}.house")), flags=re.M
    )
    agreed = _agreed(text, seed)
    rules = house_of(text, _FILE, agreed)
    target = max(rules.target // _SHORTER, 1)
    chosen = {**settings(_NAME, scanned, -1, target, "en"), "agreed": agreed}
    table = open_bar(backend, seed, "", chosen)
    table.write(_FILE, text.encode())
    table.boot("main")
    company = Company(table, rules, _PEOPLE, scanned, seed)
    finish(company.agree(seed & 2, target))
    return company


def _agreed(text: str, seed: int) -> list[str]:
    """Return a random choice for each rule that the house leaves open.

    The option `third: match`, a third doubling that decides the match, is left out, because the
    naive implementation cannot score it.
    """
    known = [one for one in HouseFile(text).agreements() if "third: match" not in one]
    return Random(seed).choice(known)


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize("house", names())
@pytest.mark.parametrize("number", range(_MATCHES))
def test_a_whole_match(house: str, scanned: bool, backend: str, number: int) -> None:
    seed = (testenv.SEED ^ zlib.crc32(f"{house} {scanned} {backend}".encode())) + number & 0xFFFFFF
    company = _sit_down(backend, house, scanned, seed)
    try:
        watch = Watch(company)
        assert finish(company.people.play_match())
        watch.nobody_was_accused()
        _compare(company, house, _agreed(text_of(house), seed))
        _reads_the_score(company)
        _begins_another(company)
        assert not company.body.table.faults()
    except BaseException as error:
        error.add_note(f"a table of seed {seed}")
        raise
    finally:
        company.body.table.close()


def _compare(company: Company, house: str, agreed: list[str]) -> None:
    """Compare the scores of the players, the replayed journal and the naive implementation."""
    people = company.people
    written = records(company.body.table)
    happened = settled(events_of(written))
    assert happened == settled(people.events)
    game = follow(people.house, written)
    assert game.totals == people.game.totals
    match = Match(rules_of(house, agreed), game.totals[Totals.POINTS])
    for sheet in sheets(match.rules, happened):
        match.count(sheet)
    assert list(match.points.values()) == game.totals[:2]
    assert match.winner == match.sides[game.standing.winner()]


def _reads_the_score(company: Company) -> None:
    """Assert that the display shows winner and points, readable from both sides of the table."""
    sums = company.people.game.totals
    standing = company.people.game.standing
    side = standing.winner()
    sides = company.words["sides" if len(company.people.seats) == 4 else "sides-of-two"]
    page = finish(
        company.screen.await_words(company.words["won"].replace("%b", sides.split("|")[side]))
    )
    called = standing.ending() == Endings.CALLED_OUT
    assert called or (standing.ending() == Endings.TARGET and max(sums[:2]) >= sums[Totals.POINTS])
    reasons = company.words["ended"].split("|")
    why = reasons[1 if called else 0 if sums[side ^ 1] else 6]
    assert why in page.text, page.text
    assert page.mirrored
    lines = {line.text.strip() for line in page.lines if line.size == 76}
    assert lines == {str(points).replace("-", "−") for points in sums[:2]}, page.text


def _begins_another(company: Company) -> None:
    """Start another match from the menu, and check its events and its score of zero."""
    people = company.people
    finish(company.agree_again(people.game.totals[Totals.POINTS]))
    finish(company.screen.await_words(_OUR_BAR))
    finish(company.body.wait(_WRITTEN_MS))
    happened = events_of(records(company.body.table))
    begun = people.events[
        people.events.index((Events.MATCH, people.dealer, people.house.mark), 1) :
    ]
    assert happened[-len(begun) :] == begun
    assert people.game.totals[:2] == [0, 0] and people.game.phase == Phases.READY
