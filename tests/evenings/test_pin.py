"""Tests of the director's PIN with the whole firmware.

They remove the PIN from the settings file, cut the power while a wrong PIN is entered, and check
that the set-up menu asks for the PIN.
"""

import json
from collections.abc import Iterator

import pytest

from codes.journal import Notes
from marcoria.coroutines import finish
from marcoria.journal.reader import records
from marcoria.scenarios.runner import Runner
from scenarios import Tell, telling

_SETTINGS = "/bar/settings.json"
_TABLE = "table: {house: french, seed: 2, discipline: warn}\n"
_WITH_PIN = f"""{_TABLE}files:
  {_SETTINGS}: '{{"house": "french", "pin": [0, 1, 2, 3]}}'
steps:
- cut_power
- boot
- expect: {{text: MENU starts a match, within: 20000}}
"""
_GONE = "PIN was removed from the settings"
_ABOUT_THE_PIN = range(Notes.PIN_TRY, Notes.PIN_AGAIN + 1)


def _is_faultless(runner: Runner) -> None:
    assert not runner.table.faults()


# A test may simulate a quarter of an hour, which takes 10 s on CPython and 90 s in the VM.
_BACKENDS = ("cpython", "vm")


@pytest.fixture(params=[pytest.param(backend, marks=pytest.mark.soak) for backend in _BACKENDS])
def tell(request: pytest.FixtureRequest) -> Iterator[Tell]:
    """Return a function that runs a scenario on one backend and returns the runner.

    After the test check that no chip was misused.
    """
    yield from telling(request.node.name, request.param, _is_faultless)


def _pressed(keys: str, seat: str = "W") -> str:
    return "".join(f"- press: {seat} {key}\n- wait: 300\n" for key in keys)


def _page(runner: Runner) -> str:
    return " ".join(runner.company.screen.page().text.split())


def _reads(runner: Runner, words: str) -> None:
    found = runner.table.until(lambda: words in _page(runner), 15_000)
    assert found, _page(runner)


def _written(runner: Runner) -> list[tuple[int, int]]:
    """Return the kind and the argument of each journal note about the PIN."""
    return [(kind, arg) for kind, _, arg in records(runner.table) if kind in _ABOUT_THE_PIN]


def _start(runner: Runner) -> None:
    runner.table.cut_power()
    runner.table.boot()
    finish(runner.company.body.wait(6_000))


def test_removing_the_pin_from_the_settings_file_leaves_a_note(tell: Tell) -> None:
    runner = tell(_WITH_PIN + "- wait: 500\n")
    table = runner.table
    chosen = json.loads(table.read(_SETTINGS))
    del chosen["pin"]
    table.cut_power()
    table.write(_SETTINGS, json.dumps(chosen).encode())
    for _ in range(2):
        _start(runner)
        # A start that lasts 66 seconds does not count towards safe mode.
        finish(runner.company.body.wait(62_000))
        assert _GONE in _page(runner)
        assert _written(runner) == [(Notes.PIN_AGAIN, 256), (Notes.PIN_GONE, 512)]
    table.press("MENU")
    _reads(runner, "Go on")
    assert _GONE in _page(runner)
    table.press("♣", "S")
    _reads(runner, "What do you want to change?")
    assert _written(runner)[2:] == [(Notes.PIN_CHANGED, 0)]


def test_damaged_settings_without_the_pin_leave_a_note(tell: Tell) -> None:
    runner = tell(_WITH_PIN + "- wait: 500\n")
    runner.table.cut_power()
    runner.table.write(_SETTINGS, b'{"pin": ')
    _start(runner)
    assert "The settings are damaged" in _page(runner)
    assert (Notes.PIN_GONE, 512) in _written(runner)
    runner.table.press("MENU")
    _reads(runner, _GONE)


@pytest.mark.parametrize("torn", range(6))
def test_a_power_cut_while_a_try_is_written_gives_no_extra_try(tell: Tell, torn: int) -> None:
    """The power is cut while the journal records the third wrong try in a row. Either the try
    counts and the director must wait, or the PIN was not compared and is asked for again.
    """
    guess = "- press: MENU\n- wait: 1500\n"
    steps = guess + _pressed("CCCC") + "- wait: 1500\n" + guess + _pressed("DDDD")
    steps += "- wait: 1500\n" + guess + _pressed("HHH")
    runner = tell(_WITH_PIN + steps)
    table = runner.table
    assert _written(runner)[-2:] == [(Notes.PIN_TRY, 257), (Notes.PIN_TRY, 258)]
    table.order("flash.cut_at", 1, torn)
    table.press("♥", "W")
    table.until(1_000)
    assert not table.get("power")
    _start(runner)
    counted = _written(runner)[-1] == (Notes.PIN_TRY, 259)
    table.press("MENU")
    table.until(2_000)
    asked = "4 suit keys" in _page(runner)
    assert asked != counted
    assert ("Wrong PIN" in _page(runner)) == counted


def test_abandoning_a_match_opens_no_set_up_without_the_pin(tell: Tell) -> None:
    runner = tell(
        _WITH_PIN
        + "- press: MENU\n- wait: 1500\n"
        + _pressed("CDHS")
        + """- expect: {text: "What do you want to change?", within: 8000}
- wait: 1000
- answer: S Start the match
- expect: {text: "Who deals first?", within: 8000}
- wait: 1000
- answer: S I do
- expect: {text: South shuffles and deals, within: 12000}
- put: 7H S
- expect: {text: "take 7♥ or pass", within: 8000}
- wait: 901000
- expect: {text: Go on, within: 8000}
- answer: E Leave the match unfinished?
- expect: {text: "Yes", within: 8000}
- wait: 1000
- answer: S Yes
- expect: {text: "Director: enter 4 suit keys, please.", within: 8000}
"""
        + _pressed("CCCC")
        + """- wait: 3000
- expect: {text: That PIN does not match, no_text: "What do you want to change?", within: 8000}
"""
    )
    assert _written(runner)[-1] == (Notes.PIN_TRY, 257)
