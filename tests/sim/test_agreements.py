"""What players have agreed on of what their house leaves to them: kept over any power cut, and
never the cost of a match, whatever becomes of the settings or of the house's file."""

import json
from collections.abc import Iterator
from typing import cast

import pytest

from codes.game import Events
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
_FILE_CALLS = 8  # that one choice takes
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
    """In the midst of a deal of a match without melds."""
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
    """The plug again, perhaps with another file; the starts before are no loose plug."""
    finish(runner.company.body.wait(_GOOD_START_MS))
    runner.table.cut_power()
    if path:
        runner.table.write(path, data)
    runner.table.boot()


def _settings(**changed: object) -> bytes:
    return json.dumps({"house": "libre", "deck": "bar", **changed}).encode()


def _goes_on(runner: Runner) -> None:
    _says(runner, "trick 2")
    finish(runner.people.play_cards(2))
    assert runner.scene.disagreement() == ""


def test_a_match_goes_on_as_agreed(dealt: Runner) -> None:
    _restart(dealt)
    _goes_on(dealt)


@pytest.mark.parametrize("data", [b'{"house": "libre", "agr', _settings(agreed=["x" * 99])])
def test_damaged_settings_do_not_hide_what_the_match_was_agreed_to_be(
    dealt: Runner, data: bytes
) -> None:
    _restart(dealt, _SETTINGS, data)
    _says(dealt, "The settings are damaged")
    _goes_on(dealt)
    table = dealt.table.backend.load("boot.program").recovery.evening.table
    assert (table.settings.house, table.settings.agreed) == ("libre", [_WITHOUT])


@pytest.mark.soak
@pytest.mark.parametrize("agreed", ["{third: match, no_trump: aces, kirtik: 10}", "{kirtik: 0}"])
def test_all_agreements_are_looked_through_on_the_heap_of_a_board(agreed: str) -> None:
    deal = _DEAL.replace("libre, agreed: {melds: off}", f"bulgarian, agreed: {agreed}")
    runner = Runner(parse(deal), "vm")
    runner.run()
    _restart(runner, _SETTINGS, b"nonsense")
    _says(runner, "The settings are damaged")
    _goes_on(runner)
    assert runner.table.faults() == []
    runner.close()


@pytest.mark.parametrize("agreed", [[], ["melds: on"], ["melds: maybe"]])
def test_a_match_that_was_agreed_otherwise_is_told_and_there_again(
    dealt: Runner, agreed: list[str]
) -> None:
    _restart(dealt, _SETTINGS, _settings(agreed=agreed))
    _says(dealt, "A match with the rules of libre, melds: off is not over. To go on, choose them")
    _restart(dealt, _SETTINGS, _settings(agreed=[_WITHOUT]))
    _goes_on(dealt)


def test_a_house_that_leaves_it_open_no_more_is_told(dealt: Runner) -> None:
    text = text_of("libre")
    closed = text.replace("melds: on | off", "melds: on")
    assert closed != text
    _restart(dealt, _OWN, closed.encode())
    _says(dealt, "The rules of this match have changed or are gone: put their file back.")
    _restart(dealt, _OWN, text.encode())
    _goes_on(dealt)


def test_a_house_that_has_it_so_by_itself_goes_on(dealt: Runner) -> None:
    for line in ("melds: off", "melds: off | on"):
        text = text_of("libre").replace("melds: on | off", line)
        _restart(dealt, _OWN, text.encode())
        _says(dealt, "trick 2")
    _goes_on(dealt)


@pytest.mark.parametrize("agreed", [["melds: maybe", "king: 10"], ["third: x8"], [""]])
def test_what_the_house_does_not_know_is_not_agreed(agreed: list[str]) -> None:
    runner = Runner(parse(_DEAL.replace("agreed: {melds: off}, ", "")))
    runner.run()
    _restart(runner, _SETTINGS, _settings(agreed=agreed))
    _goes_on(runner)


@pytest.mark.parametrize("call", range(1, _FILE_CALLS + 2))
def test_a_choice_that_is_cut_holds_or_was_never_made(call: int) -> None:
    """The power goes in the n-th thing that is done with files while it is written down."""
    runner = Runner(parse(_CHOOSES))
    runner.run()
    table = runner.table
    files = cast(Cpython, table.backend).files
    files.cut_at(call, call)
    finish(runner.company.screen.choose(1, "No"))
    table.until(1_000)
    cut = not table.get("power")
    assert cut == (call <= _FILE_CALLS), "so often are files asked for something"
    if cut:
        table.boot()
    else:
        files.cut_at(0)  # what is done next is not a part of it
        finish(runner.company.body.press(1, "PASS"))
    _says(runner, "MENU starts a match.")
    settings = table.backend.load("boot.program").recovery.evening.table.settings
    assert not settings.wrong and settings.house == "libre"
    assert settings.agreed == [_WITHOUT] or (cut and settings.agreed == [])
    finish(runner.company.agree(0))
    mark = open_house("libre", settings.agreed).mark
    assert (Events.MATCH, 0, mark) in events_of(records(table))
    runner.close()
