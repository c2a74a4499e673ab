"""The page's MicroPython runs the host's code for deals in BDN and for house files.

The results must be the same as on CPython.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import testenv
from bdnkit import EVERYWHERE, RANDOM, book_of, evening, written
from belote.housefile import HouseFile
from codes.game import Events
from desk_kit import DeskVM
from marcoria.bdn.parse import deals
from marcoria.bdn.redeal import dealt
from marcoria.bdn.replay import replayed
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.write import of_journal, texts_of
from marcoria.errors import TableError
from marcoria.game.houses import check_text
from marcoria.journal.reader import open_image
from marcoria.paths import HOUSES
from random_houses import Random
from test_bdn_errors import MISTAKES, TYPED
from test_houses import spoiled
from test_paper_commands import image_of

_OWN = "/bar/houses/bar.house"
# Number of random events to try for a full journal, which then has more than _MANY deals.
_FULL, _MANY = 30_000, 100
_THERE = "/a/belote/houses/"


@pytest.fixture(scope="module")
def desk() -> Iterator[DeskVM]:
    made = DeskVM()
    yield made
    made.close()


def _happened(book: Rulebook, rng: Random, scanned: bool) -> list[tuple[int, int, int]]:
    """Return the events of random matches, with the same hand mode in all deals."""
    found = evening(book, rng)
    return [
        (kind, seat, int(scanned) if kind == Events.DEAL else arg) for kind, seat, arg in found
    ]


@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_journal_is_exported_as_on_cpython(
    desk: DeskVM, name: str, scanned: bool, tmp_path: Path
) -> None:
    rng = Random(testenv.SEED)
    image = image_of(book := book_of(name, rng, tmp_path), _happened(book, rng, scanned))
    houses, files = [], []
    if name == RANDOM:
        houses, files = [_OWN], [str(tmp_path / "bar.house")]
        desk.put(_OWN, Path(files[0]).read_bytes())
    wanted = "".join(texts_of(of_journal(open_image(image), "the journal", Rulebooks(files), {})))
    assert desk.bdn(image, houses) == wanted, (testenv.SEED, name)


@pytest.mark.soak
def test_a_full_journal_has_room_at_the_desk(desk: DeskVM) -> None:
    book = Rulebooks().book("french")
    image = image_of(book, evening(book, Random(testenv.SEED), _FULL))
    wanted = "".join(texts_of(of_journal(open_image(image), "the journal", Rulebooks(), {})))
    assert wanted.startswith('[BDN "1.0"]') and wanted.count("[House") > _MANY
    assert desk.bdn(image, []) == wanted, testenv.SEED


def test_a_damaged_journal_is_exported_as_on_cpython(desk: DeskVM) -> None:
    rng = Random(testenv.SEED)
    book = Rulebooks().book("french")
    image = bytearray(image_of(book, evening(book, rng)))
    for _ in range(6):
        at = rng.randrange(len(image) // 32)
        image[at] ^= 1 << rng.randrange(8)
    wanted = "".join(
        texts_of(of_journal(open_image(bytes(image)), "the journal", Rulebooks(), {}))
    )
    assert desk.bdn(bytes(image), []) == wanted, testenv.SEED


def test_a_blank_journal_is_refused(desk: DeskVM) -> None:
    desk.put("/journal", b"\xff" * 8192)
    told = "the journal has no record of a journal in it"
    assert desk.do("bdn", houses=[]) == ["not-a-journal", told]


def _dealt(text: str) -> list[Any]:
    """Parse a deal on CPython; return [its facts], or the code and sentence of the error."""
    try:
        found = dealt(replayed(deals(io.BytesIO(text.encode())), "deal", Rulebooks()), "deal")
        return [{**vars(found), "agreed": [*found.agreed]}]
    except TableError as error:
        return [error.code, error.detail.replace(f"{HOUSES}/", _THERE)]


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_deal_is_reported_as_on_cpython(desk: DeskVM, name: str) -> None:
    text = TYPED.replace(*MISTAKES[name][:2])
    wanted = _dealt(text)
    assert wanted[0] == "bad-deal" and desk.do("deal", text=text, name="deal", houses=[]) == wanted


@pytest.mark.parametrize("name", EVERYWHERE)
def test_deals_are_read_as_on_cpython(desk: DeskVM, name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED)
    book = book_of(name, rng, tmp_path)
    for text in written(book, evening(book, rng)).split("\n\n")[:4]:
        wanted = _dealt(text)
        assert desk.do("deal", text=text, name="deal", houses=[]) == wanted, (testenv.SEED, text)


def test_mistakes_of_a_house_are_reported_as_on_cpython(desk: DeskVM) -> None:
    dice = Random(testenv.SEED)
    right = (HOUSES / "french.house").read_text("utf-8")
    long, letters = right + "#" * 4000, right.replace("Bel", "☃ Bel")
    only = "name: Only a name\n"
    for text in (right, long, letters, only, *(spoiled(dice, right) for _ in range(60))):
        try:
            wanted = [_offered(check_text(text, "own"), text)]
        except TableError as error:
            wanted = [error.code, error.detail.replace("\nmarcoria: ", "\n")]
        assert desk.do("house", text=text, name="own") == wanted, (testenv.SEED, text)


def _offered(house: Any, text: str) -> dict[str, Any]:
    """Return the facts of a house that the dialog for a new match needs."""
    facts = {key: getattr(house, key) for key in ("name", "players", "target")}
    return {**facts, "leaves": dict(HouseFile(text).left_open())}
