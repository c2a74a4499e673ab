"""The question `analyse` of `marcoria rules`."""

import json
from random import Random
from typing import Any

import pytest

import testenv
from marcoria.analysis import answers
from marcoria.analysis.answers import OPS
from marcoria.analysis.solvers import Solvers
from marcoria.game.rules import answer

ASKED: dict[str, Any] = {
    "op": "analyse",
    "house": "french",
    "contract": "H",
    "leader": "S",
    "trick": ["7S"],
    "hands": {
        "S": ["AH", "KC"],
        "E": ["AS", "8S", "TC"],
        "N": ["QH", "9D", "8C"],
        "W": ["JH", "7H", "AD"],
    },
}
WON = {"NS": {"points": 40, "tricks": 2}, "EW": {"points": 42, "tricks": 3}}
SCORE = {**ASKED, "by": "score", "taker": "S", "won": WON}


def ask(question: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the answer to a question with some fields changed; None removes a field."""
    fields = {key: value for key, value in (question | changes).items() if value is not None}
    return answer(json.dumps(fields), OPS)


def test_points_of_both_sides_add_up_to_the_points_left() -> None:
    told = ask(ASKED)
    assert told["turn"] == "E" and told["cards"] == {"8S": 58, "AS": 69}
    assert told["points"] == {"NS": 11, "EW": 69}
    assert told["line"][0] == "AS" and len(told["line"]) == 11


def test_the_score_depends_on_what_was_won_before() -> None:
    # The taker's side can reach 40 + 11 points of 162 and fails.
    assert ask(SCORE)["points"] == {"NS": 0, "EW": 162}
    # With 80 points before, 11 more make the contract.
    won = {"NS": {"points": 80, "tricks": 3}, "EW": {"points": 2, "tricks": 2}}
    made = ask(SCORE, won=won)
    assert made["points"] == {"NS": 91, "EW": 71} and made["cards"]["AS"] == 71


def test_a_belote_can_save_a_contract() -> None:
    won = {"NS": {"points": 66, "tricks": 3}, "EW": {"points": 16, "tricks": 2}}
    assert ask(SCORE, won=won)["points"]["NS"] == 0
    assert ask(SCORE, won=won, belote={"NS": 20, "EW": 0})["points"]["NS"] == 66 + 11 + 20


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"trick": ["7S", "AS"]}, "card-twice", "AS is twice in the trick and the hands"),
        ({"leader": "W"}, "wrong-count", "W has 3 cards and needs 1: S has 2"),
        ({"hands": {}, "trick": []}, "wrong-count", "S has no card left to play"),
        ({"by": "luck"}, "bad-field", "the field 'by' must be points or score, not 'luck'"),
        ({"by": "score"}, "missing-field", "the field 'taker' is missing"),
        ({"by": "score", "taker": "S", "factor": 2}, "bad-field", "must be 1, not 2"),
        ({"won": {"NS": 4}}, "bad-field", "the field 'won' must be {"),
        ({"won": {"us": {"points": 4}}}, "bad-field", "the field 'won' must be {"),
        ({"won": {"NS": {"points": -4}}}, "bad-field", "the field 'won' must be {"),
        ({"by": "score", "taker": "S", "melds": {"NS": 20}}, "bad-field", "points of NS and EW"),
    ],
)
def test_a_wrong_question_is_refused(changes: dict[str, Any], code: str, words: str) -> None:
    told = ask(ASKED, **changes)
    assert (told["ok"], told["error"]) == (False, code)
    assert words in told["detail"]


def test_without_node_long_endings_need_the_field_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = ask(ASKED)
    monkeypatch.setattr(answers, "shared_solvers", lambda: Solvers(in_python=True))
    assert usual["ok"] and ask(ASKED) == {**usual, "solver": "python"}
    names = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
    Random(2).shuffle(names)
    hands = {seat: names[number::4][:6] for number, seat in enumerate("NESW")}
    told = ask(ASKED, hands=hands, trick=[])
    assert told["error"] == "too-large" and '"slow": true' in told["detail"]
    slow = ask(ASKED, hands=hands, trick=[], slow=True)
    monkeypatch.undo()
    assert slow == {**ask(ASKED, hands=hands, trick=[]), "solver": "python"}


def test_two_handed_sides_have_the_names_of_the_seats() -> None:
    hands = {"N": ["AH", "7C"], "S": ["TH", "8C"]}
    told = ask(ASKED, house="espanola-2", hands=hands, trick=[], leader="N")
    assert set(told["points"]) == {"N", "S"}


_ODD: list[Any] = ["", "S", "7H", "score", -1, 0, 3, 2**31, 0.5, True, None, [], {}, [[]]]
_ODD += [{"NS": {}}, {"S": []}, {"NS": 1, "EW": 2}, ["7H", "7H"], [7] * 40, "espanola-2"]


def test_no_odd_question_breaks_the_solver() -> None:
    dice = Random(testenv.SEED)
    for _ in range(5000 if testenv.SOAK else 200):
        odd = dict(SCORE)
        for _ in range(dice.randint(1, 2)):
            odd[dice.choice([*odd, "factor", "hanging", "melds", "belote", "slow"])] = dice.choice(
                _ODD
            )
        if odd["op"] == "analyse":
            told = answer(json.dumps(odd), OPS)
            assert told["ok"] or told["error"] != "solver-failed", odd
    assert ask(ASKED)["ok"]
