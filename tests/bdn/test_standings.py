"""`marcoria standings`, compared with a separate count of the same BDN files."""

import csv
import io
import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bdnkit import PLAYED
from marcoria.cli import main
from marcoria.errors import Exit
from marcoria.paths import ROOT
from testenv import SEED

_FORMS = json.loads((ROOT / "docs" / "commands.schema.json").read_text("utf-8"))["$defs"]
_PEOPLE = ("Ada", "Bo", "Cy", "Di", "Eva", "Fé", "Гоша", "Hal")
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
_TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.M)


def _papers(folder: Path) -> list[Path]:
    """Write five BDN files and return their paths.

    All have the same deals, which bots have played. In each file other people play, or the same
    people sit in other seats.
    """
    dice = Random(f"standings {SEED}")
    image = folder / "journal.bin"
    seed = str(dice.randrange(1000))
    assert main(["sim", "--demo", "--seed", seed, "--journal", str(image)]) == 0
    found: list[Path] = []
    seated: list[list[str]] = []
    for number in range(5):
        paper = folder / f"{number}.bdn"
        people = dice.sample(_PEOPLE, 4)
        while people in seated:
            people = dice.sample(_PEOPLE, 4)
        seated.append(people)
        names = ", ".join(people)
        about = ("--names", names, "--event", f"round {number}")
        assert main(["export", str(image), *about, "-o", str(paper)]) == 0
        found.append(paper)
    return found


def _told(typed: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["standings", *typed, "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    check = Draft202012Validator({"$ref": "#/$defs/standings", "$defs": _FORMS})
    for one in found:
        check.validate(one)
    return found


def _counted(papers: list[Path]) -> dict[tuple[str, ...], Counter[str]]:
    """Return the results of each pair and player, counted from the tags alone."""
    found: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for paper in papers:
        for text in paper.read_text("utf-8").split("[BDN ")[1:]:
            tags = dict(_TAG.findall(text))
            score = re.fullmatch(r"NS:(-?\d+) EW:(-?\d+)", tags.get("Score", ""))
            if not score:
                continue
            ns, ew = map(int, score.groups())
            for seats, points, lost in (("NS", ns, ew), ("EW", ew, ns)):
                people = [tags[_SEATS[seat]] for seat in seats]
                for who, of in (
                    (tuple(sorted(people)), seats),
                    ((people[0],), seats[0]),
                    ((people[1],), seats[1]),
                ):
                    found[who].update(_did(tags, seats, of, points, lost))
    return found


def _did(tags: dict[str, str], seats: str, of: str, points: int, lost: int) -> dict[str, int]:
    """Return the counts that a deal adds for the side `seats`, or for one player of this side.

    `of` has the side's seats for the side, and one seat for a player. `points` and `lost` are the
    scores of this side and of the other.
    """
    outcome = tags["Outcome"]
    takes = tags.get("Taker", "-") in of
    none = f"{'EW' if seats == 'NS' else 'NS'}:0" in tags.get("Tricks", "").split()
    return {
        "deals": 1,
        "points": points,
        "against": lost,
        "matches": "Winner" in tags,
        "won": tags.get("Winner", "").startswith(seats),
        "made": takes and outcome in ("made", "capot"),
        "failed": takes and outcome in ("failed", "reverse-capot"),
        "capots": none,
    }


@pytest.mark.soak
def test_standings_agree_with_a_second_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = _papers(tmp_path)
    told = _told([str(paper) for paper in (*papers, papers[0])], capsys)
    wanted = _counted(papers)
    pairs = [one for one in told if one["of"] == "pairs"]
    players = [one for one in told if one["of"] == "players"]
    assert {tuple(sorted(one["names"])) for one in pairs + players} == set(wanted)
    for one in pairs + players:
        mine = wanted[tuple(sorted(one["names"]))]
        assert {what: one[what] for what in mine} == dict(mine), one["names"]
    for rows in (pairs, players):
        strength = [(-one["won"], -one["difference"], -one["points"]) for one in rows]
        assert strength == sorted(strength)
    assert any(one["matches"] for one in pairs) and any(one["made"] for one in players)
    everything = told[-1]
    assert everything["twice"] == len(papers[0].read_text("utf-8").split("[BDN ")) - 1
    assert main(["standings", *map(str, papers), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["names"] for row in rows if row["of"] == "pairs"] == [
        " – ".join(one["names"]) for one in pairs
    ]


def _deal(north: str, east: str, south: str, west: str, board: int, score: str) -> str:
    """Return a deal in which NS score 0 points and EW 230, before rulings add those in `score`.

    `score` has the added points of NS and EW, such as "330:0".
    """
    ns, ew = score.split(":")
    people = f'[North "{north}"]\n[East "{east}"]\n[South "{south}"]\n[West "{west}"]\n'
    rulings = f"director.NS=+{ns} director.EW=+{ew} director.gives=beside"
    return f'[Board "{board}"]\n{people}{PLAYED}[After ""]\n{rulings}\n'


_CAPOT = """\
[House "espanola-4"]
[North "a"]
[East "b"]
[South "c"]
[West "d"]
[Dealer "S"]
[Deal "N:7.7.987.987 A.AKQJT98.. KQJT98..AK. ..QJT.AKQJT"]
[Auction "E"]
7H pass H
[Play "E"]
JH 7H TC 8S
9H 7C JC 9S
AH 8C QC TS
TH 9C KC JS
KH 7D AC QS
QH 8D TD KS
8H 9D JD KD
AS 7S QD AD
"""


def test_in_a_house_without_contracts_a_capot_is_no_contract(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "capot.bdn"
    paper.write_text(_CAPOT, "utf-8")
    rows = [row for row in _told([str(paper)], capsys) if "names" in row]
    assert len(rows) == 6
    for row in rows:
        assert (row["made"], row["failed"]) == (0, 0)
        assert row["capots"] == (not set(row["names"]) & {"a", "c"})


def test_ties_are_broken_in_order_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ties.bdn"
    file.write_text(
        _deal("A", "C", "B", "D", 1, "330:0")  # A-B 330, C-D 230: a difference of 100
        + "\n"
        + _deal("E", "G", "F", "H", 3, "330:0")
        + "\n"
        + _deal("C", "X", "D", "Y", 5, "430:0"),  # C-D 430, X-Y 230
        "utf-8",
    )
    told = [one for one in _told([str(file)], capsys) if one["of"] == "pairs"]
    assert [
        (one["rank"], "".join(one["names"]), one["difference"], one["decided_by"]) for one in told
    ] == [
        (1, "CD", 100, ""),
        (2, "AB", 100, "points"),
        (2, "EF", 100, ""),
        (4, "GH", -100, "difference"),
        (5, "XY", -200, "difference"),
    ]


def test_equal_pairs_are_ranked_by_their_own_meeting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "meeting.bdn"
    # The cards of each deal bring the second pair 230 points. The last argument has the points
    # that rulings add for the first pair and for the second.
    deals = (
        _deal("A", "C", "B", "D", 1, "330:0"),  # AB 330, CD 230
        _deal("A", "X", "B", "Y", 3, "230:100"),  # AB 230, XY 330
        _deal("C", "Z", "D", "W", 5, "330:0"),  # CD 330, ZW 230
    )
    file.write_text("\n".join(deals), "utf-8")
    told = [one for one in _told([str(file)], capsys) if one["of"] == "pairs"]
    assert [("".join(one["names"]), one["points"], one["decided_by"]) for one in told] == [
        ("XY", 330, ""),
        ("AB", 560, "difference"),
        ("CD", 560, "meeting"),
        ("WZ", 230, "difference"),
    ]


def test_a_wrong_deal_is_reported_and_nothing_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.bdn"
    file.write_text(_deal("A", "C", "B", "D", 1, "10:0").replace("TS JS", "TS TS"), "utf-8")
    assert main(["standings", str(file)]) == Exit.UNVERIFIED
    out, err = capsys.readouterr()
    assert not out and "line 17, column 4" in err


def test_a_deal_in_several_versions_counts_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All versions of one deal are counted as one deal.

    The versions differ: they have another event, a date or a note, only half of the tricks, a
    later correction, or an accent as a character of its own.
    """
    deal = _deal("Zo\u00eb", "C", "B", "D", 1, "10:0")
    half = deal[: deal.index("9D 7D AC AD")]
    corrected = deal.rstrip("\n") + " director.NS=+20 director.EW=+0 director.gives=corrected\n"
    told = [
        '[Event "cup"]\n' + deal,
        '[Event "Winter cup"]\n[Date "2026-11-23"]\n' + deal + '[Note "late"]\n',
        deal.replace("Zo\u00eb", " Zoe\u0308 "),
        half,
    ]
    for number, others in enumerate((told, [*told, corrected], [corrected, *told])):
        files = [tmp_path / f"{number}-{at}.bdn" for at in range(len(others))]
        for file, text in zip(files, others, strict=True):
            file.write_text(text, "utf-8")
        found = _told([str(file) for file in files], capsys)
        assert (found[-1]["deals"], found[-1]["twice"]) == (1, len(others) - 1)
        assert found[-1]["unfinished"] == 0
        (pair,) = [one for one in found[:-1] if one["names"] == ["B", "Zo\u00eb"]]
        assert pair["points"] == (30 if corrected in others else 10)


def test_deals_without_names_or_end_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = _deal("A", "C", "B", "D", 1, "10:0")
    others = _deal("E", "", "F", "D", 3, "20:0")
    half = _deal("A", "C", "B", "D", 5, "0:0").partition("QC JC")[0]
    file = tmp_path / "some.bdn"
    file.write_text("\n".join((deal, others, half)), "utf-8")
    assert main(["standings", str(file)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("2 deals; 1 unfinished")
    assert "1 side without names" in last
