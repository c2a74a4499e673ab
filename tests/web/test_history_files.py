"""The page's history without a browser: facts of deals, statistics, and files to be imported."""

import json
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import testenv
from bdnkit import read as read_bdn
from kept_deals import kept, random_deals, typed, typed_by_two
from marcoria.sim.vm import node

_PROGRAM = Path(__file__).with_name("history.mjs")
_HOUSES = ("piedicavallo", "french", "espanola-2")


def _asked(action: str, given: Any, folder: Path) -> Any:
    file = folder / f"{action}.json"
    file.write_text(json.dumps(given), "utf-8")
    done = subprocess.run(
        [node.find()[0], _PROGRAM, action, file], capture_output=True, check=True
    )
    return json.loads(done.stdout)


def _points(text: str) -> dict[str, int]:
    return {side: int(points) for side, points in (one.split(":") for one in text.split())}


def test_facts_are_those_that_the_reader_of_bdn_finds(tmp_path: Path) -> None:
    texts = [
        typed(),
        typed_by_two(),
        *(deal["bdn"] for deal in random_deals(_HOUSES, testenv.SEED)),
    ]
    found = _asked("facts", [kept(text) for text in texts], tmp_path)
    for text, facts in zip(texts, found, strict=True):
        tags = read_bdn(text)[0].tags
        assert dict(zip(facts["sides"], facts["score"], strict=True)) == _points(tags["Score"])
        assert dict(zip(facts["sides"], facts["total"], strict=True)) == _points(tags["Total"])
        for name in ("contract", "taker", "outcome"):
            assert facts[name] == tags.get(name.title(), "")
        assert facts["factor"] == int(tags.get("Factor", 1))
        assert facts["winner"] == tags.get("Winner", " ").split(" ")[0]


def test_statistics_are_those_of_a_second_computation(tmp_path: Path) -> None:
    deals = random_deals(_HOUSES, testenv.SEED)
    assert len(deals) > 12
    found = _asked("numbers", deals, tmp_path)
    # Collect a row for each hand. `_numbers` computes the statistics of a house or player from the
    # rows.
    rows: dict[tuple[str, str], list[tuple[dict[str, Any], str]]] = defaultdict(list)
    for deal in deals:
        for seat, who in deal["players"].items():
            rows["house", deal["house"]["name"]].append((deal, seat))
            label = who["bot"] or who["name"] or seat
            rows["player", label].append((deal, seat))
    shown = {("house", row["label"]): row["numbers"] for row in found["houses"]}
    for row in found["players"]:
        label = row["label"]
        shown["player", label["bot"] or label["name"] or label["seat"]] = row["numbers"]
    assert shown.keys() == rows.keys()
    for name, hands in rows.items():
        assert shown[name] == _numbers(hands, name[0] == "house"), name
    kinds = [row["label"]["bot"] is None for row in found["players"]]
    assert kinds == sorted(kinds, reverse=True)


def _numbers(hands: list[tuple[dict[str, Any], str]], by_house: bool) -> dict[str, int]:
    """Return the statistics of these hands.

    If `by_house` is true, "deals" and "capots" count each deal once, not once for each hand.
    """
    tags = [(deal, seat, read_bdn(deal["bdn"])[0].tags) for deal, seat in hands]
    taken = [
        deal for deal, seat, tag in tags if tag.get("Taker") == seat and deal["made"] is not None
    ]
    capots = [deal["key"] for deal, seat, _ in tags if seat in deal["capot"]]
    costs = [deal["costs"][seat] for deal, seat, _ in tags if deal["costs"]]
    scores = [
        points
        for _, seat, tag in tags
        for side, points in _points(tag["Score"]).items()
        if seat in side
    ]
    return {
        "deals": len({deal["key"] for deal, _ in hands}) if by_house else len(hands),
        "taken": len(taken),
        "made": sum(deal["made"] for deal in taken),
        "capots": len(set(capots)) if by_house else len(capots),
        "weighed": len(costs),
        "cost": sum(costs),
        "hands": len(hands),
        "score": sum(scores),
    }


def test_a_file_is_compared_deal_by_deal(tmp_path: Path) -> None:
    one, two, three = (kept(typed(), number) for number in (1, 2, 3))
    same = one | {"costs": {"S": 3}}  # costs are not compared: they follow from the deal
    other = two | {"star": True}
    found = _asked("compared", [[one, two], [same, other, three]], tmp_path)
    assert found == {"added": [three["key"]], "same": [one["key"]], "differing": [two["key"]]}
    turned = one | {"players": dict(reversed(list(one["players"].items())))}
    assert _asked("compared", [[one], [turned]], tmp_path)["same"] == [one["key"]]


def test_a_file_that_is_not_whole_and_right_gives_nothing(tmp_path: Path) -> None:
    good = kept(typed())
    whole = _file([good, kept(typed(), 2)])
    texts = {"keep-file-half": [whole[:-20], "", "%PDF", "{}{"]}
    texts["keep-file-foreign"] = ["{}", "[]", "null", "3", '"history"', '{"marcoria": "table"}']
    texts["keep-file-newer"] = [
        json.dumps({"marcoria": "history", "version": version, "deals": []})
        for version in (2, 0, "1", None, {"toString": 3})
    ]
    wrong = [_file([good, good]), _file([None]), _file([[]]), _file("deals"), _file(["<b>"])]
    for name, value in _WRONG:
        wrong.append(_file([good | {name: value}]))
        wrong.append(_file([{key: one for key, one in good.items() if key != name}]))
    texts["keep-file-wrong"] = wrong
    for name, some in texts.items():
        for text, found in zip(some, _asked("read", some, tmp_path), strict=True):
            assert isinstance(found, dict) and found["name"] == name, (text[:200], found)
    # Unknown fields are dropped, and markup in a name is only text.
    odd = good | {"house": {"key": "own", "name": "<img src=x>"}, "__proto__": {"a": 1}, "more": 1}
    assert _asked("read", [_file([odd]), _file([])], tmp_path) == [[good["key"]], []]


_WRONG: list[tuple[str, Any]] = [
    ("key", "../x y"),
    ("key", 5),
    ("match", "a" * 90),
    ("when", "today"),
    ("when", -1),
    ("when", 9e15),
    ("house", "french"),
    ("house", {"key": "french", "name": 3}),
    ("players", []),
    ("players", {"X": {"name": "", "bot": None}}),
    ("players", {"N": {"name": "n" * 999, "bot": None}}),
    ("bdn", 3),
    ("bdn", "[Score"),
    ("bdn", '[Score "A:1 B:2"]\n[Total "A:1 B:2"]'),
    ("bdn", '[Score "NS:1e9 EW:2"]\n[Total "NS:1 EW:2"]'),
    ("made", "yes"),
    ("capot", "everybody"),
    ("star", 1),
    ("costs", {"S": "3"}),
    ("costs", {"S": 0.5}),
    ("costs", {"S": 1e300}),
    ("costs", [1]),
]


def _file(deals: Any) -> str:
    return json.dumps({"marcoria": "history", "version": 1, "deals": deals})
