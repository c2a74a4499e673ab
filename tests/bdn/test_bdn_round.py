"""Events written as BDN, or as its JSON twin, are the same when they are read again."""

import io
import json
import zlib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import testenv
from bdnkit import EVERYWHERE, all_events, book_of, count_deals, evening, read, written
from codes.game import Events, Rulings
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.twin import deal_of, dump, load, twin_of
from marcoria.bdn.write import hashed, record, text_of
from marcoria.game.houses import names, open_house
from marcoria.paths import ROOT
from players import Deal as Dealt
from random_houses import Random
from test_bdn_errors import TYPED
from test_match_events import Fuzz
from test_match_naive import _new_match, _rules

_DEALS = 10_000 if testenv.SOAK else 40  # deals of each house
_MATCHES = 30 if testenv.SOAK else 1
_AS_PUBLISHED = Draft202012Validator(
    json.loads((ROOT / "docs" / "bdn.schema.json").read_text("utf-8"))
)


def _rng(name: str, what: str) -> Random:
    return Random(testenv.SEED ^ zlib.crc32(f"{name} {what}".encode()) & 0xFFFFFFF)


def _check(text: str, happened: list[tuple[int, int, int]], note: object) -> None:
    assert all_events(text) == happened, note
    twin = "".join(dump(read(text)))
    assert "\n".join(map(text_of, load(io.BytesIO(twin.encode())))) == text, note
    _AS_PUBLISHED.validate(json.loads(twin))


@pytest.mark.parametrize("name", EVERYWHERE)
def test_events_come_back_unchanged(name: str, tmp_path: Path) -> None:
    """The events are random: most fit the phase of the match, and some are undos and rulings."""
    rng = _rng(name, "paper")
    deals = 0
    while deals < _DEALS:
        book = book_of(name, rng, tmp_path)
        happened = evening(book, rng)
        deals += count_deals(happened)
        _check(written(book, happened), happened, (testenv.SEED, name))


@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize("name", names())
def test_played_matches_come_back_unchanged(name: str, scanned: bool) -> None:
    """The players announce all melds, show those that they must, and call some belotes late.

    With blind hands, which the table has not scanned, they also lay illegal cards.
    """
    rng = _rng(name, f"honest paper {scanned}")
    for _ in range(_MATCHES):
        fuzz = Fuzz(open_house(name), rng)
        game, rules = fuzz.game, _rules(name, rng)
        happened: list[tuple[int, int, int]] = []
        apply = game.apply

        def noted(kind: int, seat: int, arg: int = 0, apply=apply, happened=happened) -> int:
            result: int = apply(kind, seat, arg)
            if not 0 < result < 128:
                happened.append((kind, seat, arg))
            return result

        game.apply = noted
        _new_match(game, rules, rng, rng.randrange(4))
        for _ in range(3):
            if game.standing.over():
                break
            dealt = Dealt(game, rules, rng, scanned)
            if dealt.bid():
                dealt.plan(0 if scanned else 20)
                while game.phase == 4 and not game.standing.over():
                    dealt.lay()
                for seat in dealt.seats[:2] if game.phase == 5 else ():
                    dealt.do(Events.CONFIRM, seat)
        book = Rulebooks().book(name)
        _check(written(book, happened), happened, (testenv.SEED, name))


def test_every_kind_of_event_is_tried() -> None:
    rng = Random(1)
    seen: set[int] = set()
    wanted = set(range(Events.MATCH, Events.UNDO + 1))
    for name in names() * 100:
        seen |= {event[0] for event in evening(Rulebooks().book(name), rng)}
        if seen == wanted:
            return
    raise AssertionError(wanted - seen)


def test_each_ruling_has_words() -> None:
    """Rulings, an offence and an undo during a deal are written in words."""
    match = [(1, 0, open_house("french").mark), (4, 0, 0), (6, 0, 24), (7, 3, 3), (9, 3, 25)]
    given = [(19, 0, 0x8000 + 10), (19, 1, 0x8000 - 30), (19, 6, 0x8000 + 5), (19, 7, 0)]
    others = [(17, 1, 11), (19, 4, 0), (20, 0, 0), (19, 3, 1), (19, 3, 2), (19, 2, 0), (19, 5, 2)]
    text = written(Rulebooks().book("french"), match + given + others)
    for word in (
        *("director.NS=+10", "director.EW=-30", "director.hanging=+5", "director.gives=beside"),
        *("E.offence=exposed", "director.pardon=1", "N.undo", "director.award=EW"),
        *("director.award=none", "director.void", "director.dealer=S"),
    ):
        assert word in text
    assert all_events(text) == match + given + others


def test_a_deal_that_was_void_for_a_moment_survives() -> None:
    """A deal that a ruling has made void goes on after this ruling is undone."""
    book = Rulebooks().book("piedicavallo")
    deal, *cards = all_events(TYPED)
    void = [(Events.RULING, Rulings.VOID, 0), (Events.UNDO, 0, 0)]
    happened = [(Events.MATCH, deal[1], book.house.mark), deal, *void, *cards]
    text = written(book, happened)
    assert "[After" in text and all_events(text) == happened


def test_agreed_rules_are_written_down() -> None:
    """The text has the options that the players agreed on where the house leaves a choice."""
    book = Rulebooks().book("bulgarian", ("third: match", "kirtik: 10"))
    happened = evening(book, Random(5))
    text = written(book, happened)
    assert '[Agreed "third: match; kirtik: 10"]' in text
    assert all_events(text) == happened


def test_a_mark_leads_to_its_house_and_agreed_rules() -> None:
    book = Rulebooks().book("libre", ("melds: off",))
    found = Rulebooks().with_mark(book.house.mark)
    assert found and (found.name, found.agreed) == ("libre", ("melds: off",))
    assert Rulebooks().with_mark(0) is None


def test_unknown_tags_are_kept() -> None:
    book = Rulebooks().book("salotto")
    for deal in record(book, evening(book, Random(3))):
        deal.tags["Weather"] = 'rain, "as \\ ever"'
        deal.notes.append("Both are friends.")
        text = text_of(hashed(deal))
        again = read(text)[0]
        assert again.tags["Weather"] == deal.tags["Weather"]
        assert text_of(deal_of(twin_of(again))) == text
