"""`marcoria rules`: the command reads a request from each line, and prints a line as answer."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import testenv
from marcoria.game.rules import answer
from marcoria.paths import HOUSES

MARCORIA = [str(Path(sys.executable).with_name("marcoria"))]
TALKS = Path(__file__).with_name("rules_pipe.jsonl").read_text().splitlines()
ASKED, ANSWERED = TALKS[::2], [json.loads(line) for line in TALKS[1::2]]

LEGAL = {"op": "legal", "house": "french", "contract": "H", "leader": "S"}
LEGAL |= {"trick": ["7S"], "hand": ["KH", "9D"]}
DEAL: dict[str, Any] = json.loads(ASKED[3])
AUDIT: dict[str, Any] = json.loads(ASKED[4])


def talk(*lines: str) -> list[dict[str, Any]]:
    """Return the command's answers to these lines."""
    sent = "".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape")
    done = subprocess.run([*MARCORIA, "rules"], input=sent, capture_output=True, check=True)
    assert not done.stderr
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def error(request: dict[str, Any], **changes: Any) -> str:
    """Return the error code of a request with some fields changed; `None` removes a field."""
    fields = {key: value for key, value in (request | changes).items() if value is not None}
    (answer,) = talk(json.dumps(fields))
    assert answer.keys() == {"ok", "error", "detail"} and not answer["ok"]
    assert len(answer["detail"]) > 10
    return str(answer["error"])


def test_the_published_questions_get_the_published_answers() -> None:
    assert talk(*ASKED) == ANSWERED


def test_a_bad_line_between_any_two_changes_nothing() -> None:
    bad = ["", "{", "[]", "null", '{"op":"fly"}', '{"op":"legal","house":"nowhere"}', "\udcff"]
    bad += ["[" * 100_000, json.dumps(LEGAL | {"hand": ["7S", "7S"]})]
    mixed = [line for asked in ASKED for line in (*bad, asked)]
    answers = talk(*mixed)
    assert len(answers) == len(mixed)
    assert answers[len(bad) :: len(bad) + 1] == ANSWERED
    assert all(
        not answer["ok"] for i, answer in enumerate(answers) if i % (len(bad) + 1) < len(bad)
    )


_NASTY: list[Any] = ["", "\0.house", "\ud800", "\ud800.house", "/dev/zero.house", "x" * 5_000]
_NASTY += ["S", "7H", "KH", "AT", "audit", "espanola-2", "..", -1, 0, 1, 7, 33, 2**31, 10**400]
_NASTY += [0.5, float("nan"), float("inf"), True, None, [], {}, [[]], {"S": {}}, [7] * 40]


def _mutated(dice: Random, value: Any) -> Any:
    """Return a copy of the value, with a random part replaced by a value from `_NASTY`.

    Some copies lack the key of this part, or the ends of lists that contain the part.
    """
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(list(value))
        changed = {**value, key: _mutated(dice, value[key])}
        if dice.random() < 0.1:
            del changed[key]
        return changed
    if isinstance(value, list) and value and dice.random() < 0.8:
        at = dice.randrange(len(value))
        return [*value[:at], _mutated(dice, value[at]), *value[at + 1 :]][: dice.randint(0, 60)]
    return dice.choice(_NASTY)


def test_no_odd_request_ends_the_pipe() -> None:
    dice = Random(testenv.SEED)
    for _ in range(60_000 if testenv.SOAK else 2_000):
        request = json.loads(dice.choice(ASKED))
        for _ in range(dice.randint(1, 3)):
            request = _mutated(dice, request)
        line = json.dumps(request)
        try:
            found = answer(line)
        except Exception as error:
            error.add_note(line)
            raise
        assert found["ok"] or (found["error"] and len(found["detail"]) > 10), line
        assert json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")


def test_a_house_with_an_auction_accepts_the_contract_nt() -> None:
    request = LEGAL | {"house": "bulgarian", "contract": "NT"}
    assert talk(json.dumps(request))[0]["ok"]


def test_a_byte_order_mark_is_skipped() -> None:
    assert talk("\ufeff" + ASKED[0], ASKED[1]) == ANSWERED[:2]


def test_impossible_file_names_are_answered() -> None:
    answers = talk(*(json.dumps(LEGAL | {"house": f"{name}.house"}) for name in ("\0", "\ud800")))
    assert [one["error"] for one in answers] == ["no-house-file"] * 2


def _run_redirected(output: str) -> tuple[int, str]:
    """Run the command with a redirection of the shell; return its status and error output."""
    command = f"{shlex.join(MARCORIA)} rules {output}"
    sent = "\n".join(ASKED).encode()
    done = subprocess.run(["sh", "-c", command], input=sent, capture_output=True, check=False)
    return done.returncode, done.stderr.decode()


def test_a_failing_output_gives_one_sentence() -> None:
    assert _run_redirected("> /dev/full") == (
        1,
        "marcoria: cannot write: No space left on device\n",
    )
    closed = "marcoria: there is no standard output to write to\n"
    assert _run_redirected(">&-") == (1, closed)
    assert _run_redirected("<&-") == (0, "")


def test_each_answer_comes_before_the_next_request() -> None:
    with subprocess.Popen(
        [*MARCORIA, "rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        for asked, answered in zip(ASKED, ANSWERED, strict=True):
            process.stdin.write(asked.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == answered
        process.stdin.close()


def test_cards_are_read_in_every_common_spelling() -> None:
    (answer,) = talk(json.dumps(LEGAL | {"hand": ["10s", "kh"], "contract": "h", "leader": "s"}))
    assert answer == {"ok": True, "legal": ["TS"], "why": {"KH": "revoke"}}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"op": None}, "missing-field"),
        ({"op": 5}, "unknown-op"),
        ({"house": None}, "missing-field"),
        ({"house": 5}, "bad-field"),
        ({"house": "frensh"}, "unknown-house"),
        ({"contract": "X"}, "unknown-contract"),
        ({"contract": "NT"}, "unknown-contract"),
        ({"contract": "AT", "house": "espanola-4"}, "unknown-contract"),
        ({"leader": "Q"}, "unknown-seat"),
        ({"leader": "E", "house": "espanola-2"}, "unknown-seat"),
        ({"hand": ["1S"]}, "unknown-card"),
        ({"hand": [7]}, "unknown-card"),
        ({"hand": "7S"}, "bad-field"),
        ({"hand": []}, "wrong-count"),
        ({"hand": ["KH", "KH"]}, "card-twice"),
        ({"hand": ["7S", "KH"]}, "card-twice"),
        ({"hand": ["7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH", "AS"]}, "wrong-count"),
        ({"trick": ["7S", "8S", "9S", "TS"]}, "wrong-count"),
    ],
)
def test_each_mistake_in_a_legal_request_has_its_own_code(
    changes: dict[str, Any], code: str
) -> None:
    assert error(LEGAL, **changes) == code


def test_each_mistake_in_a_deal_has_its_own_code() -> None:
    hands, plays = DEAL["hands"], DEAL["plays"]
    assert error(DEAL, hands=hands | {"W": hands["W"][:7]}) == "wrong-count"
    assert error(DEAL, hands=hands | {"W": [*hands["W"][:7], "AH"]}) == "card-twice"
    assert error(DEAL, hands=hands | {"W": "AH"}) == "bad-field"
    assert error(DEAL, hands={"S": hands["S"]}) == "wrong-count"
    assert error(DEAL, plays=plays[:31]) == "wrong-count"
    assert error(DEAL, plays=[plays[1], plays[0], *plays[2:]]) == "impossible-play"
    assert error(DEAL, factor=2) == "bad-field"
    assert error(DEAL, factor=True) == "bad-field"
    assert error(DEAL, factor=3, house="bulgarian") == "bad-field"
    assert error(DEAL, hanging=-1) == "bad-field"
    assert error(DEAL, taker="X") == "unknown-seat"


def test_each_mistake_in_an_audit_has_its_own_code() -> None:
    assert error(AUDIT, known={"N": ["8D"]}) == "impossible-play"
    assert error(AUDIT, known={"Q": ["8D"]}) == "unknown-seat"
    assert error(AUDIT, known={"N": ["8D"], "E": ["8D"]}) == "card-twice"
    assert error(AUDIT, plays=["8D", "8D"]) == "card-twice"
    assert error(AUDIT, known=[]) == "bad-field"


def test_an_empty_trick_has_no_winner() -> None:
    assert error(LEGAL, op="winner", trick=[]) == "wrong-count"


def test_impossible_plays_raise_a_suspicion_with_seats() -> None:
    # S leads the seven of spades and no other seat follows suit, so S must hold all other spades.
    # E and W had to trump and did not, so they have no hearts. Then N must hold all eight hearts,
    # but has only seven cards left: E or W has broken a rule.
    plays = ["7S", "7D", "8D", "9D"]
    (answer,) = talk(json.dumps(AUDIT | {"plays": plays, "known": {}}))
    assert answer["proofs"] == []
    assert answer["suspicion"] == {"seats": ["E", "W"]}
    (answer,) = talk(json.dumps(AUDIT | {"plays": ["7S", "7D", "8D", "9S"], "known": {}}))
    assert answer["suspicion"] is None


def test_a_bars_own_house_file_is_asked_by_its_path(tmp_path: Path) -> None:
    own = tmp_path / "bar.house"
    text = (HOUSES / "french.house").read_text()
    own.write_text(text.replace("cut: must", "cut: free"))
    assert talk(json.dumps(LEGAL | {"house": str(own)}))[0]["legal"] == ["KH", "9D"]
    own.write_text(text.replace("cut: must", "cut: perhaps"))
    assert error(LEGAL, house=str(own)) == "house-bad-value"
    assert error(LEGAL, house=str(tmp_path / "none.house")) == "no-house-file"
