"""Finished deals of a journal, as the page's VM gives them to the browser's history."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import testenv
from bdnkit import PLAYED, RANDOM, all_events, book_of, evening
from codes.game import Events
from desk_kit import DeskVM
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.write import of_journal
from marcoria.journal.reader import open_image
from random_houses import Random
from test_paper_commands import image_of

_OWN = "/bar/houses/bar.house"
_ABOUT = {"Date": "2026-11-28", "South": 'Ada "the card"'}


@pytest.fixture(scope="module")
def desk() -> Iterator[DeskVM]:
    made = DeskVM()
    yield made
    made.close()


def _finished(desk: DeskVM, image: bytes, houses: list[str], after: int = -1) -> list[Any]:
    epoch = open_image(image).epoch
    desk.put("/journal", image)
    found = desk.do("finished", houses=houses, about=_ABOUT, epoch=epoch, after=after)
    return [one for one in found if one]


def _begun(image: bytes) -> list[int]:
    """Return the numbers of the records that began matches."""
    return [one.seq for one in open_image(image).records if one.kind == Events.MATCH]


def _dealt(image: bytes) -> list[int]:
    """Return the numbers of the records that dealt cards."""
    return [one.seq for one in open_image(image).records if one.kind == Events.DEAL]


@pytest.mark.parametrize("name", ["piedicavallo", "espanola-2", RANDOM])
def test_deals_with_a_result_are_finished(desk: DeskVM, name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED)
    book = book_of(name, rng, tmp_path)
    image = image_of(book, evening(book, rng))
    houses, files = [], []
    if name == RANDOM:
        houses, files = [_OWN], [str(tmp_path / "bar.house")]
        desk.put(_OWN, Path(files[0]).read_bytes())
    books = Rulebooks(files)
    every = list(of_journal(open_image(image), "the journal", books, _ABOUT))
    of_cards = [deal for deal in every if deal.is_dealt]
    found = _finished(desk, image, houses)
    # Each finished deal has the number of its DEAL record, and the same text and results as in the
    # export of the whole journal.
    dealt = _dealt(image)
    texts = {}
    for seq, deal in zip(dealt, of_cards, strict=True):
        texts[seq] = deal
    for one in found:
        tags = texts[one["seq"]].tags
        assert f'[Hash "{texts[one["seq"]].hash}"]' in one["bdn"]
        taker_won = {"made": True, "failed": False, "litige": False, "capot": True}
        taker_won["reverse-capot"] = False
        if one["made"] is not None:
            assert one["made"] == taker_won[tags["Outcome"]]
        assert bool(one["capot"]) == ("capot" in tags["Outcome"])
        if one["capot"]:
            assert f"{one['capot']}:0" not in tags["Tricks"].split()
    scored = [seq for seq, deal in texts.items() if "Tricks" in deal.tags]
    assert [one["seq"] for one in found if '[Tricks "' in one["bdn"]] in (scored, scored[:-1])
    assert all("[South" in one["bdn"] and "[Date" in one["bdn"] for one in found)
    assert {one["match"] for one in found} <= {-1, *_begun(image)}


def test_a_result_is_finished_when_both_sides_have_confirmed_it(desk: DeskVM) -> None:
    book = Rulebooks().book("piedicavallo")
    events = [(Events.MATCH, 3, book.house.mark), *all_events(PLAYED)]
    assert events[-1][0] != Events.CONFIRM
    for seats, count in (((), 0), ((0,), 0), ((0, 1), 1)):
        confirmed = [(Events.CONFIRM, seat, 0) for seat in seats]
        assert len(_finished(desk, image_of(_fresh(), events + confirmed), [])) == count
    twice = image_of(_fresh(), 2 * (events + confirmed))
    both = _finished(desk, twice, [])
    assert [one["seq"] for one in both] == _dealt(twice)
    assert [one["match"] for one in both] == _begun(twice) and both[1]["match"] > both[0]["seq"]
    assert _finished(desk, twice, [], both[0]["seq"]) == both[1:]
    another = desk.do("finished", houses=[], about=_ABOUT, epoch=1, after=both[1]["seq"])
    assert [one for one in another if one] == both


def _fresh() -> Rulebook:
    return Rulebooks().book("piedicavallo")
