"""`marcoria analyse`: par, costs and the best line of played deals."""

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import testenv
from bdnkit import PLAYED, PLAYED_BY_TWO, replayed
from endings import Ending, by_brute_force
from golden_tables import golden
from marcoria.analysis import solvers
from marcoria.analysis.deals import Analysis, analysed
from marcoria.analysis.position import OpenDeal
from marcoria.analysis.solvers import Solvers
from marcoria.analysis.tables import Stakes
from marcoria.bdn.files import played
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.cli import main
from marcoria.commands.solver import SLOW
from marcoria.errors import Exit
from marcoria.firmware.codes.game import name_of
from marcoria.paths import ROOT, TESTS

GOLDEN = sorted((TESTS / "golden" / "tables").glob("*/*/*.bdn"))
MELDS = TESTS / "golden" / "tables" / "0.1.0" / "s3" / "melds.bdn"
# North lays KS and TH, although he could follow suit.
REVOKED = PLAYED.replace("JH TH KD QH", "JH KS KD QH").replace(
    "TS JS AS KS\nKC 9C 8S 8C\nTC QS 9S KH", "TS JS AS TH\nQS 9S KH KC\n8C TC 9C 8S"
)
SCHEMA = json.loads((ROOT / "docs" / "commands.schema.json").read_text("utf-8"))


def analysis_of(
    path: Path, in_python: bool = False, say: Callable[[str], object] = len
) -> list[Analysis]:
    """Return the analyses of the complete deals of a file.

    If `in_python` is true, use the solver in Python. Call `say` with each message about progress.
    """
    using = Solvers(in_python)
    try:
        return [one for one in analysed(str(path), Rulebooks(), using, say) if one]
    finally:
        using.close()


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    path = tmp_path / "hand.bdn"
    path.write_text(PLAYED, "utf-8")
    return path


@pytest.fixture
def revoked_hand(tmp_path: Path) -> Path:
    path = tmp_path / "revoked.bdn"
    path.write_text(REVOKED, "utf-8")
    return path


def test_costs_explain_the_difference_between_par_and_points() -> None:
    files = GOLDEN if testenv.SOAK else GOLDEN[:6]
    deals = [one for path in files for one in analysis_of(path)]
    assert len(deals) >= 3
    for one in deals:
        lost = [0, 0]
        for play in one.plays:
            assert play.cost >= 0 or not play.is_legal
            lost[one.house.side(play.seat)] += play.cost
        assert one.par[0] - lost[0] + lost[1] == one.points[0]
        assert sum(one.par) == sum(one.points)


def test_the_points_of_a_capot_include_the_last_trick(tmp_path: Path) -> None:
    # A capot replaces the last trick's 10 in the score of this house, but not in the points.
    ranks = "AKQJT987"
    tricks = zip("J9ATKQ87", ranks, strict=True)
    play = "\n".join(f"{trump}H {rank}S {rank}D {rank}C" for trump, rank in tricks)
    hands = f'[Deal "N:..{ranks}. {ranks}... .{ranks}.. ...{ranks}"]'
    tags = f'[House "espanola-4"]\n[Dealer "W"]\n{hands}\n[Auction "S"]\nH\n[Play "S"]\n'
    path = tmp_path / "capot.bdn"
    path.write_text(tags + play + "\n", "utf-8")
    (one,) = analysis_of(path)
    assert tuple(one.points) == tuple(one.par) == (186, 0)


def test_the_costs_of_the_last_tricks_are_those_of_brute_force() -> None:
    (one,) = analysis_of(MELDS)
    deal, position = OpenDeal(one.house, one.contract), one.start
    for play in one.plays:
        if max(map(len, position.hands)) <= 3 and any(position.hands):
            side = one.house.side(play.seat)
            values = by_brute_force(Ending(deal, position, Stakes(0)), False)
            best = (min if side else max)(values.values())
            assert play.cost == abs(best - values[play.card])
        position = deal.after(position, play.card)


def test_the_other_solver_finds_the_same_points() -> None:
    (one,) = analysis_of(MELDS)
    deal, position, total = OpenDeal(one.house, one.contract), one.start, one.par[0]
    for play in one.plays[:8]:
        total += play.cost if one.house.side(play.seat) else -play.cost
        position = deal.after(position, play.card)
    solver = Solvers(in_python=True).of(one.house, one.contract)
    assert position.points[0] + solver.value(position) == total


def test_an_illegal_card_is_marked(capsys: pytest.CaptureFixture[str], revoked_hand: Path) -> None:
    (one,) = analysis_of(revoked_hand)
    illegal = [play.card_name for play in one.plays if not play.is_legal]
    assert illegal == _illegal_by_the_engine(revoked_hand) == ["KS", "TH"]
    said = run(capsys, str(revoked_hand))
    assert "N KS ! +9 W KD" in " ".join(said.split()) and "N TH ! +36\n" in said
    assert "! marks an illegal card" in said


def _illegal_by_the_engine(path: Path) -> list[str]:
    """Return the cards that the engine's audit proves illegal in a file's only deal."""
    (one,) = played(str(path), Rulebooks())
    return [name_of(one.game.audit.card[offence.play]) for offence in one.game.conduct.log]


@pytest.mark.parametrize(("calls", "outcome"), [("H", "failed"), ("pass H", "made")])
def test_the_verdict_has_one_line_of_play_with_all_cards(
    hand: Path, calls: str, outcome: str
) -> None:
    text = PLAYED.replace("]\nH\n", f"]\n{calls}\n")
    hand.write_text(text, "utf-8")
    (one,) = analysis_of(hand)
    facts: Any = one.facts()
    assert facts["par"] == dict(zip(("NS", "EW"), one.par, strict=True))
    made = facts["made"]
    assert (made["with"] is None) == (not made["by_taker"])
    assert (made["beaten_with"] is None) == made["by_taker"]
    line = made["with"] or made["beaten_with"]
    assert sorted(line) == sorted(p.card_name for p in one.plays)
    tricks = "\n".join(" ".join(line[at : at + 4]) for at in range(0, 32, 4))
    (best,) = replayed(text.split("AH 9H")[0] + tricks)
    told = best.answer()
    assert (told["outcome"], told["offences"]) == (outcome, [])
    assert made["by_taker"] == (outcome == "made")


def test_a_journal_is_analysed_too(tmp_path: Path) -> None:
    one = golden("s3", "melds")
    image = tmp_path / "table.img"
    image.write_bytes(one.journal)
    ((first,), (second,)) = analysis_of(image), analysis_of(MELDS)
    assert first.facts() == second.facts()


def test_progress_counts_the_cards_of_each_deal(tmp_path: Path) -> None:
    path = tmp_path / "two.bdn"
    path.write_text(f"{PLAYED_BY_TWO}\n{PLAYED_BY_TWO}", "utf-8")
    said: list[str] = []
    slow, fast = analysis_of(path, True, said.append), analysis_of(path)
    assert [one.facts() for one in slow] == [one.facts() for one in fast]
    assert said == [
        f"deal {deal}: {part}, {done} of 18 cards"
        for deal in (1, 2)
        for part in ("costs", "best play")
        for done in range(18)
    ]


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "two.bdn"
    path.write_text(PLAYED_BY_TWO, "utf-8")
    monkeypatch.setattr(solvers, "_node", lambda: None)
    assert main(["analyse", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    (deal,) = json.loads(out)["deals"]
    assert not any("share" in play for play in deal["plays"]) and err == f"{SLOW}\n"
    ours, theirs = os.openpty()
    with open(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr("sys.stderr", terminal)
        assert main(["analyse", str(path), "--json"]) == 0
    shown = _all_of(ours)
    assert capsys.readouterr().out == out
    assert "\r\033[Kdeal 1: costs, 17 of 18 cards\r\033[Kdeal 1: best play, 0 of" in shown
    assert shown.endswith("17 of 18 cards\r\033[K")


def _all_of(terminal: int) -> str:
    """Return all that was written to a terminal whose other end is closed; close this end too.

    Read to the end, because the kernel may deliver the text in parts.
    """
    shown = b""
    with suppress(OSError):  # on Linux, a read at the end raises OSError
        while chunk := os.read(terminal, 65536):
            shown += chunk
    os.close(terminal)
    return shown.decode()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["analyse", *arguments]) == 0
    return capsys.readouterr().out


def test_the_answer_for_programs_fits_the_schema(
    capsys: pytest.CaptureFixture[str], hand: Path
) -> None:
    told = json.loads(run(capsys, str(hand), "--json"))
    jsonschema.validate(told, {"$ref": "#/$defs/analyse", "$defs": SCHEMA["$defs"]})
    plays = told["deals"][0]["plays"]
    assert [play["play"] for play in plays] == list(range(32))
    assert all("illegal" in play or "share" in play for play in plays)


def test_the_seed_changes_the_shares_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "two.bdn"
    path.write_text(PLAYED_BY_TWO, "utf-8")
    usual, same, other = [
        json.loads(run(capsys, str(path), "--json", *seed))["deals"][0]
        for seed in ([], ["--seed", "1"], ["--seed", "2"])
    ]
    assert usual == same != other
    for deal in (usual, other):
        for play in deal["plays"]:
            del play["share"], play["share_interval"]
    assert usual == other


def test_the_text_names_costs_and_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, str(MELDS))
    assert "points in cards: NS 139, EW 23; par: NS 146, EW 16" in said
    assert re.search(r"  1  S 9H -2 \(\d+-\d+%\) +E 7H +N JH +W KH\n", said)
    assert re.search(r"S lost most with QS: 6; best in \d+ to \d+ % of the deals possible", said)
    assert "Only the share in brackets judges the player" in said
    assert "with best play the taker makes the contract: " in said
    assert "1 deal analysed, 1 not played to the end" in said
    assert "illegal" not in said
    assert all(len(line) <= 80 for line in said.splitlines() if "melds.bdn" not in line)


def test_a_file_without_deals_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.bdn"
    path.write_text("", "utf-8")
    assert run(capsys, str(path)).endswith("empty.bdn: 0 deals analysed\n")


def test_a_mistake_in_a_deal_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "odd.bdn"
    path.write_text(PLAYED.replace("AH 9H", "AH AH"), "utf-8")
    assert main(["analyse", str(path)]) == Exit.UNVERIFIED
    said = f"{path}: line 7, column 4: AH was laid before, by S"
    assert capsys.readouterr() == ("", f"marcoria: {said}\n")
