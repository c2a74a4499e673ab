"""Agreements: the players' choices among the rules that their house leaves open.

A match keeps them through power cuts, and survives damaged settings and a changed house file.
"""

import json
from collections.abc import Iterator
from typing import cast

import pytest

from codes.game import SEATS, Events
from marcoria.bots.body import FRESH_MS
from marcoria.bots.perception import TURN
from marcoria.coroutines import finish
from marcoria.game.houses import open_house, text_of
from marcoria.journal.entries import events_of
from marcoria.journal.reader import records
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from marcoria.sim.cpython.backend import Cpython

pytestmark = pytest.mark.soak

_GOOD_START_MS = 70_000
_SETTINGS = "/bar/settings.json"
_OWN = "/bar/houses/libre.house"
_FILE_CALLS = 8  # file operations when a choice is saved
_WITHOUT = "melds: off"
_DEAL = """
table: {house: libre, agreed: {melds: off}, seed: 3, dealer: N}
steps:
- play: 6 cards
"""
_CHOOSES = """
table: {house: libre, seed: 3}
steps:
- expect: {text: MENU starts a match, within: 20000}
- press: MENU
- expect: {text: "What do you want to change? PASS closes.", within: 8000}
- wait: 3500
- answer: E House
- expect: {text: "Choose Belote libre?", within: 12000}
- wait: 3500
- answer: E Yes
- expect: {text: "Do melds count: tierce, fifty, hundred, carré?", within: 8000}
- wait: 3500
"""


@pytest.fixture
def dealt() -> Iterator[Runner]:
    """Yield a table in the middle of a deal, in a match without melds."""
    runner = Runner(parse(_DEAL))
    runner.run()
    yield runner
    assert runner.table.faults() == []
    runner.close()


def _says(runner: Runner, words: str) -> None:
    def there() -> bool:
        return words in " ".join(runner.company.screen.page().text.split())

    finish(runner.company.body.until(words, there, 20_000))


def _restart(runner: Runner, path: str = "", data: bytes = b"") -> None:
    """Restart the table, without safe mode. If `path` is given, first write `data` to it."""
    finish(runner.company.body.wait(_GOOD_START_MS))
    runner.table.cut_power()
    if path:
        runner.table.write(path, data)
    runner.table.boot()


def _settings(**changed: object) -> bytes:
    return json.dumps({"house": "libre", "deck": "bar", **changed}).encode()


def _goes_on(runner: Runner) -> None:
    _says(runner, "trick 2")
    # The display may still show the page from before the power cut.
    body = runner.company.body
    finish(body.until("a turn", lambda: TURN in [body.eyes.lamp(seat) for seat in SEATS], 20_000))
    finish(body.wait(FRESH_MS))  # a card laid sooner counts as laid before the cut
    finish(runner.people.play_cards(2))
    assert runner.scene.disagreement() == ""


def test_agreed_rules_survive_a_restart(dealt: Runner) -> None:
    _restart(dealt)
    _goes_on(dealt)


@pytest.mark.parametrize("data", [b'{"house": "libre", "agr', _settings(agreed=["x" * 99])])
def test_agreed_rules_survive_damaged_settings(dealt: Runner, data: bytes) -> None:
    _restart(dealt, _SETTINGS, data)
    _says(dealt, "The settings are damaged")
    _goes_on(dealt)
    table = dealt.table.backend.load("boot.program").recovery.evening.table
    assert (table.settings.house, table.settings.agreed) == ("libre", [_WITHOUT])


@pytest.mark.soak
@pytest.mark.parametrize("agreed", ["{third: match, no_trump: aces, kirtik: 10}", "{kirtik: 0}"])
def test_searching_all_agreements_fits_the_heap_of_a_board(agreed: str) -> None:
    deal = _DEAL.replace("libre, agreed: {melds: off}", f"bulgarian, agreed: {agreed}")
    runner = Runner(parse(deal), "vm")
    runner.run()
    _restart(runner, _SETTINGS, b"nonsense")
    _says(runner, "The settings are damaged")
    _goes_on(runner)
    assert runner.table.faults() == []
    runner.close()


@pytest.mark.parametrize("agreed", [[], ["melds: on"], ["melds: maybe"]])
def test_a_match_under_other_agreements_is_reported_and_comes_back(
    dealt: Runner, agreed: list[str]
) -> None:
    _restart(dealt, _SETTINGS, _settings(agreed=agreed))
    _says(dealt, "A match with the rules of libre, melds: off is not over. To go on, choose them")
    _restart(dealt, _SETTINGS, _settings(agreed=[_WITHOUT]))
    _goes_on(dealt)


def test_a_house_that_no_longer_leaves_the_rule_open_is_reported(dealt: Runner) -> None:
    text = text_of("libre")
    closed = text.replace("melds: on | off", "melds: on")
    assert closed != text
    _restart(dealt, _OWN, closed.encode())
    _says(dealt, "The rules of this match have changed or are gone: put their file back.")
    _restart(dealt, _OWN, text.encode())
    _goes_on(dealt)


def test_a_match_continues_when_the_house_now_fixes_the_agreed_rule(dealt: Runner) -> None:
    for line in ("melds: off", "melds: off | on"):
        text = text_of("libre").replace("melds: on | off", line)
        _restart(dealt, _OWN, text.encode())
        _says(dealt, "trick 2")
    _goes_on(dealt)


@pytest.mark.parametrize("agreed", [["melds: maybe", "king: 10"], ["third: x8"], [""]])
def test_agreements_unknown_to_the_house_are_ignored(agreed: list[str]) -> None:
    runner = Runner(parse(_DEAL.replace("agreed: {melds: off}, ", "")))
    runner.run()
    _restart(runner, _SETTINGS, _settings(agreed=agreed))
    _goes_on(runner)


@pytest.mark.parametrize("call", range(1, _FILE_CALLS + 2))
def test_a_power_cut_keeps_a_choice_whole_or_drops_it(call: int) -> None:
    """The power is cut in file operation `call` while the choice is saved.

    The last value of `call` is higher than the number of operations, so no power cut happens.
    """
    runner = Runner(parse(_CHOOSES))
    runner.run()
    table = runner.table
    files = cast(Cpython, table.backend).files
    files.cut_at(call, call)
    finish(runner.company.screen.choose(1, "No"))
    table.until(1_000)
    cut = not table.get("power")
    assert cut == (call <= _FILE_CALLS), (
        f"saving a choice does not take {_FILE_CALLS} file operations now: update _FILE_CALLS"
    )
    if cut:
        table.boot()
    else:
        files.cut_at(0)  # no power cut in later operations, which do not save the choice
        finish(runner.company.body.press(1, "PASS"))
    _says(runner, "MENU starts a match.")
    settings = table.backend.load("boot.program").recovery.evening.table.settings
    assert not settings.wrong and settings.house == "libre"
    assert settings.agreed == [_WITHOUT] or (cut and settings.agreed == [])
    finish(runner.company.agree(0))
    mark = open_house("libre", settings.agreed).mark
    assert (Events.MATCH, 0, mark) in events_of(records(table))
    runner.close()
