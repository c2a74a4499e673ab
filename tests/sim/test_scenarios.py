"""Scenarios at the whole table, and the reports of scenarios that fail.

Every house is played by wild players, with blind and with scanned hands. Each other kind of
player plays in one house. At the end of a scenario the journal has the players' events, and a
replay of the journal gives the players' score.
"""

import json
from functools import partial
from pathlib import Path

import pytest

import testenv
from codes.game import Events
from crashing import put_crashing_face
from marcoria.errors import TableError
from marcoria.game.houses import names
from marcoria.journal.entries import events_of, follow
from marcoria.journal.reader import records
from marcoria.paths import HOUSES
from marcoria.scenarios import runner as runners
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner, TimedOut
from tiers import BACKENDS

_DEALS = 4 if testenv.SOAK else 2


def _run(text: str, seed: int = testenv.SEED % 1000) -> Runner:
    runner = Runner(parse(text), seed=seed)
    try:
        runner.run()
        assert not runner.table.faults()
        written = records(runner.table)
        assert events_of(written)
        game, people = follow(runner.people.house, written), runner.people.game
        assert game.totals == people.totals
        assert runner.scene.disagreement() == ""
    finally:
        runner.close()
    return runner


def _story(house: str, hands: str, kind: str, more: str = "") -> str:
    return f"""
table: {{house: {house}, hands: {hands}}}
people: {{all: {kind}}}
steps:
- play: {_DEALS} deals
{more}
"""


@pytest.mark.soak
@pytest.mark.parametrize("hands", ["blind", "scanned"])
@pytest.mark.parametrize("house", names())
def test_every_house_is_played(house: str, hands: str) -> None:
    _run(_story(house, hands, "wild"))


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize(
    ("kind", "house", "hands"),
    [
        ("forgetful", "piedicavallo", "blind"),
        ("any-duty", "salotto", "blind"),
        ("revoke", "french", "scanned"),
        ("false-meld", "french", "blind"),
        ("false-belote", "libre", "blind"),
        ("false-call-out", "espanola-4", "blind"),
        ("out-of-turn", "espanola-4", "blind"),
        ("two-cards", "french", "blind"),
    ],
)
def test_other_kinds_of_players_do_not_upset_the_table(kind: str, house: str, hands: str) -> None:
    _run(_story(house, hands, kind))


def test_play_continues_after_a_power_cut() -> None:
    _run(
        """
table: {house: french}
people: {all: wild}
steps:
- play: 6 cards
- cut_power
- wait: 1000
- boot
- expect: {text: Play goes on, within: 15000}
- play: deal
- expect: {agree: true}
"""
    )


def _times_out(text: str) -> TimedOut:
    runner = Runner(parse(text, "x.yaml"), seed=3)
    with pytest.raises(TimedOut) as error:
        runner.run()
    runner.close()
    return error.value


def test_awaiting_a_missing_sound_times_out() -> None:
    text = "steps:\n- wait: 4000\n- rap: S\n- expect: {sound: read, within: 300}\n"
    assert "the sound 'read' was not heard, only silence" in _times_out(text).detail


def test_a_time_out_names_the_text_on_the_display() -> None:
    error = _times_out("steps:\n- wait: 4000\n- expect: {text: nobody says that, within: 300}\n")
    assert error.status == 42
    assert "x.yaml: line 3: expect: not within 300 ms" in error.detail
    told = error.detail.splitlines()
    assert "lights: N off, E off, S off, W off" in told and "pads: N -, E -, S -, W -" in told
    assert any("Marcoria" in line for line in told)
    assert any("MENU starts a match." in line for line in told)
    assert told[-1].startswith("the last records of the journal: ") and "boot" in told[-1]


def test_a_time_out_says_that_the_display_is_refreshing() -> None:
    text = "steps:\n- wait: 4000\n- press: MENU\n- wait: 600\n- expect: {text: no, within: 100}\n"
    assert "display (it is refreshing: this is the old text):" in _times_out(text).detail


def test_a_key_without_effect_is_reported() -> None:
    """The key is pressed for only 1 ms, too short. A normal press would change the page."""
    keys = "- press: S H 1\n- wait: 3000\n- expect: {sound: read}\n"
    detail = _times_out(f"steps:\n- wait: 9000\n{keys}").detail
    assert "line 3: S pressed H: no question was open, and nothing happened" in detail


def test_a_key_that_answers_a_question_is_not_reported() -> None:
    keys = "- press: MENU\n- wait: 4000\n- press: S H\n- wait: 3000\n"
    runner = Runner(parse(f"steps:\n- wait: 9000\n{keys}"), seed=3)
    runner.run()
    runner.close()
    assert runner.scene.remarks == []


def test_only_a_card_on_a_pad_can_be_lifted() -> None:
    with pytest.raises(TableError, match="line 2: lift: this is not possible: 7H lies on no pad"):
        Runner(parse("steps:\n- lift: 7H\n", "x.yaml"), seed=3).run()


@pytest.mark.soak
@pytest.mark.parametrize("hands", ["blind", "scanned"])
@pytest.mark.parametrize("house", names())
def test_every_house_can_be_played_from_a_file_of_the_bar(house: str, hands: str) -> None:
    own = json.dumps((HOUSES / f"{house}.house").read_text("utf-8"))
    _run(
        f"table: {{house: ours, hands: {hands}}}\npeople: {{all: wild}}\nsteps:\n- play: deal\n"
        f"files: {{/bar/houses/ours.house: {own}}}\n"
    )


# The start fails, and so does the code that should report it.
_NO_RECOVERY = """
START = 5
class Recovery:
    def light(self):
        raise ValueError("a bug")
    def crash(self, task, error):
        raise error
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_crash_fails_a_scenario_even_if_the_table_goes_on(
    backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_crashing_face(tmp_path)
    monkeypatch.setattr(runners, "open_bar", partial(runners.open_bar, folders=(tmp_path,)))
    runner = Runner(parse("steps:\n- wait: 9000\n", "x.yaml"), backend, seed=3)
    with pytest.raises(TableError) as error:
        runner.run()
    runner.close()
    assert error.value.detail.startswith("x.yaml: the firmware has crashed and was restarted: ")
    assert "ValueError: a bug" in error.value.detail


def test_a_board_that_keeps_crashing_reports_where_and_why(tmp_path, monkeypatch) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot" / "recovery.py").write_text(_NO_RECOVERY)
    monkeypatch.setattr(runners, "open_bar", partial(runners.open_bar, folders=(tmp_path,)))
    runner = Runner(parse("steps:\n- wait: 5000\n", "x.yaml"), "vm", seed=3)
    with pytest.raises(TableError) as error:
        runner.run()
    runner.close()
    assert error.value.detail.startswith("x.yaml: line 2: wait: the firmware has crashed: ")
    assert error.value.detail.endswith("ValueError: a bug")


@pytest.mark.parametrize("house", ["piedicavallo", "espanola-2"])
def test_a_scenario_may_leave_the_upcard_open(house: str) -> None:
    cards = "7H 8H 9H TH JH QH KH AH" + " AS" * (house == "espanola-2")
    hands = f"{{S: {cards}}}"
    text = f"table: {{house: {house}, dealer: N}}\ndeal: {{taker: S, hands: {hands}}}\nsteps:\n"
    runner = Runner(parse(text + "- play: card\n"))
    runner.run()
    assert any(event[0] == Events.UPCARD for event in runner.people.events)
    runner.close()
