"""The published schema of the rules pipe, and its questions `bids` and `replay`.

Answers to `bids` are compared with the naive engine.
"""

import io
import json
import zlib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

import naive
import random_houses
import testenv
from bdnkit import RANDOM, evening, written
from codes.game import CONTRACTS, SEATS
from marcoria.analysis.answers import OPS
from marcoria.bdn.answers import for_programs
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.twin import twin_of
from marcoria.bdn.write import record
from marcoria.errors import TableError
from marcoria.game.houses import names
from marcoria.game.rules import answer
from marcoria.paths import HOUSES, ROOT
from naive_cards import seat_after
from random_houses import Random

DOCS = ROOT / "docs"
SCHEMA = json.loads((DOCS / "rules.schema.json").read_text("utf-8"))
TWIN = json.loads((DOCS / "bdn.schema.json").read_text("utf-8"))
REGISTRY: Any = Registry().with_resources(
    [(schema["$id"], Resource.from_contents(schema)) for schema in (SCHEMA, TWIN)]
)
TALKS = (Path(__file__).parents[1] / "host" / "rules_pipe.jsonl").read_text("utf-8").splitlines()
_CALLS = [*CONTRACTS, "pass", "double", "redouble", "third"]
_ORDER = ["pass", *CONTRACTS, "double", "redouble", "third"]
_TIMES = 600 if testenv.SOAK else 60


def _fits(value: Any, place: str) -> None:
    schema = {"$ref": f"rules.schema.json#/$defs/{place}"}
    jsonschema.Draft202012Validator(schema, registry=REGISTRY).validate(value)


def _asked(question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question, after validating it by the schema.

    If the answer is not an error, validate the question too.
    """
    found: dict[str, Any] = answer(json.dumps(question), OPS)
    if found["ok"]:
        _fits(question, f"questions/{question['op']}")
        _fits(found, f"answers/{question['op']}")
    else:
        _fits(found, "error")
    return found


def test_the_published_schemas_are_valid() -> None:
    for schema in (SCHEMA, TWIN):
        jsonschema.Draft202012Validator.check_schema(schema)
    assert set(SCHEMA["$defs"]["questions"]) == set(SCHEMA["$defs"]["answers"]) == set(OPS)
    lines = [f"#/$defs/{what}/{op}" for what in ("questions", "answers") for op in OPS]
    assert sorted(one["$ref"] for one in SCHEMA["anyOf"]) == sorted([*lines, "#/$defs/error"])


def test_the_published_conversation_fits_the_schema() -> None:
    for question, told in zip(TALKS[::2], TALKS[1::2], strict=True):
        assert _asked(json.loads(question)) == json.loads(told)


def test_a_wrong_question_does_not_fit_the_schema() -> None:
    for place, value in (("questions/legal", {"op": "legal"}), ("answers/bids", {"ok": True})):
        with pytest.raises(jsonschema.ValidationError):
            _fits(value, place)


@pytest.mark.parametrize("name", names())
def test_random_questions_and_answers_fit_the_schema(name: str) -> None:
    rng = Random(testenv.SEED ^ zlib.crc32(f"schema {name}".encode()) & 0xFFFFFFF)
    house = dict(naive.load_house((HOUSES / f"{name}.house").read_text("utf-8")))
    house["name"] = name
    answered = 0
    for _ in range(_TIMES):
        deal = random_houses.random_deal(rng, house, 10)
        audit = random_houses.random_audit(rng, house)
        melds = {key: deal[key] for key in ("house", "contract", "leader", "hands")}
        hand = deal["hands"][deal["leader"]]
        for question in (
            deal,
            audit,
            {"op": "melds", **melds},
            {"op": "legal", **{**melds, "trick": [], "hand": hand}},
            {"op": "winner", **{**melds, "trick": deal["plays"][:2]}},
        ):
            answered += _asked(question)["ok"]
    assert answered > _TIMES * 4


# --- the question `bids` ----------------------------------------------------------------------


def test_the_example_of_bids_is_right() -> None:
    calls = [["S", "pass"], ["E", "H"]]
    asked = {"op": "bids", "house": "bulgarian", "dealer": "W", "upcard": None, "calls": calls}
    legal = ["pass", "S", "NT", "AT", "double"]
    told = {"turn": "N", "legal": legal, "contract": "H", "taker": "E", "factor": 1, "over": False}
    assert _asked(asked) == {"ok": True, **told}


def _told(rules: dict[str, Any], elder: str, calls: list[str], asked: dict[str, Any]) -> Any:
    upcard = asked.get("upcard")
    second = bool(asked.get("thrown_in"))
    return naive.auction(rules, elder, calls, upcard[1] if upcard else None, second)


@pytest.mark.parametrize("name", [*names(), RANDOM])
def test_bids_agree_with_the_naive_engine(name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED ^ zlib.crc32(f"bids {name}".encode()) & 0xFFFFFFF)
    overs = 0
    for _ in range(_TIMES):
        house, rules = _house(name, rng, tmp_path)
        dealer = rng.choice(["N", "S"] if rules["players"] == 2 else list(SEATS))
        asked: dict[str, Any] = {"op": "bids", "house": house, "dealer": dealer, "calls": []}
        if rules["upcard"] != "none":
            asked["upcard"] = rng.choice(["7C", "8D", "9H", "TS"])
        asked["thrown_in"] = rng.randrange(2)
        elder = seat_after(rules, dealer, 1)
        calls: list[str] = []
        while True:
            found, told = _asked(asked), _told(rules, elder, calls, asked)
            _compare(found, told, rules, elder, calls, asked)
            if found["over"]:
                overs += 1
                break
            calls.append(rng.choice([*found["legal"], "pass"]))
            asked["calls"].append([found["turn"], calls[-1]])
    assert overs == _TIMES


def _house(name: str, rng: Random, folder: Path) -> tuple[str, dict[str, Any]]:
    if name != RANDOM:
        text = (HOUSES / f"{name}.house").read_text("utf-8")
        return name, dict(naive.load_house(text))
    rules = random_houses.random_house(rng)
    rules["third"] = rules["third"].replace("match", "x8")
    file = folder / f"bar{rng.randrange(1 << 20)}.house"
    file.write_text(random_houses.to_text(rules), "utf-8")
    return str(file), rules


def _compare(
    found: dict[str, Any],
    told: Any,
    rules: dict[str, Any],
    elder: str,
    calls: list[str],
    asked: dict[str, Any],
) -> None:
    note = (testenv.SEED, asked, found, told)
    assert told["error_at"] is None, note
    assert found["over"] == (told["state"] != "open"), note
    if found["over"]:
        assert found["turn"] is None and found["legal"] == [], note
        taken = told["state"] == "contract"
        ours = (found["contract"], found["taker"], found["factor"])
        assert ours == (
            (told["contract"], told["taker"], told["factor"]) if taken else (None, None, 1)
        )
        return
    assert found["turn"] == seat_after(rules, elder, len(calls)), note
    legal = [
        call for call in _ORDER if _told(rules, elder, [*calls, call], asked)["error_at"] is None
    ]
    assert found["legal"] == legal, note


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"dealer": None}, "missing-field"),
        ({"dealer": "Q"}, "unknown-seat"),
        ({"calls": "pass"}, "bad-field"),
        ({"calls": [["S"]]}, "bad-field"),
        ({"calls": [["S", "hearts"]]}, "unknown-call"),
        ({"calls": [["N", "pass"]]}, "illegal-call"),
        ({"calls": [["S", "double"]]}, "illegal-call"),
        ({"calls": [["S", "pass"]] * 2}, "illegal-call"),
        ({"house": "french"}, "missing-field"),
        ({"house": "french", "upcard": "1S"}, "unknown-card"),
        ({"house": "nowhere"}, "unknown-house"),
        ({"thrown_in": 2}, "bad-field"),
    ],
)
def test_each_mistake_in_a_bids_question_has_its_own_code(
    changes: dict[str, Any], code: str
) -> None:
    asked = {"op": "bids", "house": "bulgarian", "dealer": "W", "calls": []} | changes
    found = _asked({key: value for key, value in asked.items() if value is not None})
    assert (found["ok"], found.get("error")) == (False, code)


# --- the question `replay` --------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_deals_are_replayed_on_the_pipe(name: str) -> None:
    book = Rulebooks().book(name)
    for deal in record(book, evening(book, Random(testenv.SEED))):
        found = _asked({"op": "replay", "deal": twin_of(deal)})
        if not deal.is_dealt:
            assert found["error"] == "bad-deal"
            continue
        score = found["score"] and " ".join(f"{side}:{n}" for side, n in found["score"].items())
        assert score == deal.tags.get("Score")
        assert found["outcome"] == deal.tags["Outcome"]


@pytest.mark.parametrize("name", names())
def test_answers_of_the_replay_command_fit_the_schema(name: str, tmp_path: Path) -> None:
    book = Rulebooks().book(name)
    file, sink = tmp_path / "evening.bdn", io.StringIO()
    file.write_text(written(book, evening(book, Random(testenv.SEED))), "utf-8")
    for_programs(str(file), Rulebooks(), sink)
    _fits(json.loads(sink.getvalue()), "replayed")
    lie = file.read_text("utf-8").replace('[Dealer "', '[Dealer "x', 1)
    file.write_text(lie, "utf-8")
    with pytest.raises(TableError) as caught:
        for_programs(str(file), Rulebooks(), sink)
    error = caught.value
    _fits({"ok": False, "error": error.code, "detail": error.detail, **error.facts}, "error")


def test_a_wrong_deal_on_the_pipe_is_reported_with_its_place() -> None:
    book = Rulebooks().book("salotto")
    deals = record(book, evening(book, Random(3), 600))
    twin = next(twin_of(deal) for deal in deals if "Tricks" in deal.tags)
    found = _asked({"op": "replay", "deal": twin | {"Tricks": "NS:9 EW:0"}})
    assert found["error"] == "bad-deal" and found["line"] > 1
    assert "the cards make" in found["detail"]
    for deal in (None, [], {}, {"Deal": 5}, {"Play": [["7H", 8]]}, {"Deal": "-"}):
        assert not _asked({"op": "replay", "deal": deal})["ok"]
    assert _asked({"op": "replay"})["error"] == "missing-field"
    assert _asked({"op": "replay", "deal": twin, "house": 5})["error"] == "bad-field"
