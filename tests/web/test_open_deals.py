"""The page's solver and `marcoria analyse` compute the same for deals with open cards."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import testenv
from bdnkit import EVERYWHERE, PLAYED, PLAYED_BY_TWO, RANDOM, book_of, evening, written
from desk_kit import DeskVM
from marcoria.analysis.deal_link import parts_of
from marcoria.analysis.deals import Analysis, analysed
from marcoria.analysis.open_facts import open_facts
from marcoria.analysis.solvers import Solvers
from marcoria.bdn.files import played
from marcoria.bdn.replay import DealReplay, replayed
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import of_journal
from marcoria.journal.reader import open_image
from marcoria.sim.vm import node
from marcoria.web.world.score_sheet import sheet_rows
from random_houses import Random
from test_paper_commands import image_of

_PROGRAM = Path(__file__).parent / "open_deals.mjs"
# To save time, only `make soak` tests the solver with deals of these houses.
_SELDOM = ("bulgarian", "french", "salotto", "libre")
_ALIKE = [pytest.param(name, marks=pytest.mark.soak) for name in _SELDOM]
_OFTEN = [name for name in EVERYWHERE if name not in _SELDOM]
_OWN = "/bar/houses/bar.house"
REVOKE = PLAYED.replace("AH 9H 8H 7H", "AH 9H 8H AD").replace("AC AD", "AC 7H")


@pytest.fixture(scope="module")
def desk() -> Iterator[DeskVM]:
    made = DeskVM()
    yield made
    made.close()


def _linked(one: DealReplay) -> dict[str, Any]:
    """Return the facts of a deal; those of a complete deal include the parts of its link."""
    facts = open_facts(one)
    return {**facts, "link": parts_of(one)} if facts["complete"] else facts


def _asked(facts: list[Any], folder: Path) -> list[dict[str, Any]]:
    """Return the results of the page's solver for the deals."""
    file = folder / "facts.json"
    file.write_text(json.dumps(facts), "utf-8")
    done = subprocess.run([node.find()[0], _PROGRAM, file], capture_output=True, check=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def _analyses(file: Path, houses: tuple[str, ...] = ()) -> list[Analysis]:
    using = Solvers()
    try:
        return [one for one in analysed(str(file), Rulebooks(houses), using, len) if one]
    finally:
        using.close()


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_facts_of_a_journal_are_those_on_cpython(
    desk: DeskVM, name: str, tmp_path: Path
) -> None:
    rng = Random(testenv.SEED)
    book = book_of(name, rng, tmp_path)
    happened = evening(book, rng)
    houses = []
    if name == RANDOM:
        houses = [_OWN]
        desk.put(_OWN, (tmp_path / "bar.house").read_bytes())
    image = image_of(book, happened)
    desk.put("/journal", image)
    books = Rulebooks((str(tmp_path / "bar.house"),) if name == RANDOM else ())
    told = of_journal(open_image(image), "the journal", books, {})
    wanted = [_linked(one) for one in replayed(told, "the journal", books)]
    assert wanted
    found = desk.do("open_deals", text="", houses=houses)
    assert found == json.loads(json.dumps(wanted)), (testenv.SEED, name)
    again = of_journal(open_image(image), "the journal", books, {})
    rows = [*sheet_rows(again, "the journal", books)]
    assert rows and desk.do("sheet", houses=houses) == json.loads(json.dumps(rows)), testenv.SEED


def test_the_facts_of_a_text_are_those_on_cpython(desk: DeskVM, tmp_path: Path) -> None:
    text = f"{PLAYED}\n{REVOKE}"
    file = tmp_path / "deals.bdn"
    file.write_text(text, "utf-8")
    wanted = [_linked(one) for one in played(str(file), Rulebooks())]
    found = desk.do("open_deals", text=text, houses=[])
    assert found == json.loads(json.dumps(wanted)) and len(found) == 2
    wrong = desk.do("open_deals", text=PLAYED.replace("AH 9H", "AH 9S"), houses=[])
    assert wrong[0] == "bad-deal"


@pytest.mark.parametrize("name", _OFTEN + _ALIKE)
def test_the_page_computes_what_analyse_prints(name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED)
    book = book_of(name, rng, tmp_path)
    file = tmp_path / "deals.bdn"
    file.write_text(written(book, evening(book, rng)), "utf-8")
    files = (str(tmp_path / "bar.house"),) if name == RANDOM else ()
    _check(file, files, tmp_path)


@pytest.mark.parametrize("text", [PLAYED, PLAYED_BY_TWO, REVOKE], ids=["four", "two", "revoke"])
def test_the_page_computes_the_costs_of_a_typed_deal(text: str, tmp_path: Path) -> None:
    file = tmp_path / "deal.bdn"
    file.write_text(text, "utf-8")
    plays = _check(file, (), tmp_path)
    assert any(not play["isLegal"] for play in plays) == (text == REVOKE)


def _check(file: Path, houses: tuple[str, ...], folder: Path) -> list[dict[str, Any]]:
    """Compare the page's results for a file with `marcoria analyse`; return the page's plays."""
    facts = [open_facts(one) for one in played(str(file), Rulebooks(houses))]
    found = _asked([one for one in facts if one["complete"]], folder)
    plays: list[dict[str, Any]] = []
    wanted = _analyses(file, houses)
    assert len(found) == len(wanted)
    for page, one in zip(found, wanted, strict=True):
        printed = one.facts()
        assert page["par"] == [*one.par] and page["makes"] == one.makes
        assert page["line"] == one.line_names
        assert [
            {"play": at, "seat": play["seat"], "card": play["card"], "cost": play["cost"]}
            | ({} if play["isLegal"] else {"illegal": True})
            for at, play in enumerate(page["plays"])
        ] == printed["plays"]
        for play, turn in zip(page["plays"], page["turns"], strict=True):
            assert turn["seat"] == play["seat"]
            assert turn["costs"].get(play["card"], play["cost"]) == play["cost"]
            assert (play["card"] in turn["costs"]) == play["isLegal"]
            assert min(turn["costs"].values()) == 0
        plays += page["plays"]
    return plays
