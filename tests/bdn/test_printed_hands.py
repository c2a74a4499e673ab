"""Printed hands: all texts fit on the page without overlap, and each format is valid."""

import io
import json
import random
import re
import zlib
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import testenv
from bdnkit import EVERYWHERE, PLAYED_BY_TWO, book_of, evening, playing, replayed, written
from bdnkit import PLAYED as WHOLE
from codes.game import Bids, Events, Rulings, card_of
from marcoria.analysis import solvers
from marcoria.bdn.hand import facts as facts_module
from marcoria.bdn.hand import pdf, plain, png, svg
from marcoria.bdn.hand.facts import DealFacts, PrintedCosts, facts, languages, phrases
from marcoria.bdn.hand.layout import page_of
from marcoria.bdn.hand.page import HEIGHT, PT, WIDTH, PrintedPage, PrintedText, face
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.words import CALL_NUMBERS
from marcoria.cli import main
from marcoria.commands.solver import SLOW
from marcoria.errors import TableError
from marcoria.paths import ROOT
from random_houses import Random

_EXAMPLES = (ROOT / "docs" / "bdn.md").read_text("utf-8").split("```bdn\n")[1:]
TYPED, PLAYED = (example.split("```")[0] for example in _EXAMPLES)
_NAMES = ["Zoë d'Œuvre", "Иван Петров", "Giuàn", "Ñandú", "Żółć", "x" * 60, "<b>&\"'", "大"]


def _facts(text: str) -> DealFacts:
    return facts(replayed(text)[0], phrases("en"))


def _extent(one: PrintedText) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a printed text in mm; the bottom is its baseline."""
    width = face(one.bold).width(one.text, one.size)
    return one.x, one.y - one.size * PT * 0.7, one.x + width, one.y


def _check(page: PrintedPage, note: object) -> None:
    texts = [
        (one.text, _extent(one)) for one in page.drawn if isinstance(one, PrintedText) and one.text
    ]
    for text, (left, top, right, bottom) in texts:
        inside = left >= 5 and right <= WIDTH - 5 and top >= 5 and bottom <= HEIGHT - 5
        assert inside, (text, note)
    for at, (text, one) in enumerate(texts):
        for other, two in texts[:at]:
            apart = one[2] <= two[0] + 0.01 or two[2] <= one[0] + 0.01
            apart = apart or one[3] <= two[1] + 0.01 or two[3] <= one[1] + 0.01
            assert apart, (text, other, note)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("suit", range(4))
def test_a_long_suit_leaves_room_for_unknown_cards(suit: int, language: str) -> None:
    told = facts(replayed(TYPED)[0], phrases(language))
    hand = ["10 9"] * 4
    hand[suit] = "A K Q J 10 9 8 7"
    hands = dict.fromkeys(told.seats, hand)
    _check(page_of(replace(told, hands=hands, unknown=dict.fromkeys(told.seats, 1))), language)


@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_deal_fits_on_its_page(name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED ^ zlib.crc32(f"print {name}".encode()) & 0xFFFFFFF)
    dice = random.Random(testenv.SEED)
    for _ in range(40 if testenv.SOAK else 3):
        book = book_of(name, rng, tmp_path)
        text = written(book, evening(book, rng))
        for played in playing(text):
            if not played.deal.is_dealt:
                continue
            for tag in ("North", "East", "South", "West", "Event", "Site"):
                played.deal.tags[tag] = dice.choice(_NAMES)
            costs = _any_costs(dice) if played.game.audit.plays and dice.random() < 0.5 else None
            told = facts(played, phrases(dice.choice(languages())), costs)
            _check(page_of(told), (testenv.SEED, name, text))
            assert all(len(line) <= 200 for line in plain.draw(told).splitlines())


def _any_costs(dice: random.Random) -> PrintedCosts:
    """Return random costs and random illegal cards; many costs have more digits than usual."""
    costs = {card: dice.choice([0, 0, -4, 2, 26, 162]) for card in range(32)}
    return PrintedCosts((162, 0), costs, set(dice.sample(range(32), 8)))


def test_a_page_has_all_facts_of_the_deal() -> None:
    told = _facts(PLAYED)
    words = " ".join(one.text for one in page_of(told).drawn if isinstance(one, PrintedText))
    for word in (
        *("Café de la Gare", "Deal 1", "Maria", "Giuàn", "Иван", "Zoë", "table T07"),
        *("by North", "turned up", "South: tierce", "and 5 unknown", "Void by a ruling"),
        "East did not trump with ♣Q in trick 1, certain with card 12",
        "They could not agree what the mistakes were to cost, and dealt again.",
    ):
        assert word in words
    assert [trick.winner for trick in told.tricks] == [0, 0, 2]
    assert [trick.points for trick in told.tricks] == [6, 11, 15]


def test_many_offences_and_notes_are_cut_to_fit() -> None:
    told = _facts(PLAYED)
    told.offences, told.notes = told.offences * 30, ["A long note, " * 60]
    words = [one.text for one in page_of(told).drawn if isinstance(one, PrintedText)]
    assert {"Announced", "Proved", "Notes"} <= set(words)
    assert sum("lines more" in word for word in words) == 2
    _check(page_of(told), told)


@pytest.mark.parametrize("language", languages())
def test_a_hand_is_printed_in_each_language(language: str) -> None:
    say = phrases(language)
    english = Path(facts_module.__file__).with_name("words") / "en.words"
    keys = [line.split(":")[0] for line in english.read_text("utf-8").splitlines()]
    other = english.with_name(f"{language}.words").read_text("utf-8")
    assert [line.split(":")[0] for line in other.splitlines()] == keys
    for text in (PLAYED, TYPED):
        told = facts(replayed(text)[0], say)
        _check(page_of(told), language)
        words = " ".join(one.text for one in page_of(told).drawn if isinstance(one, PrintedText))
        for word in (say("total"), say("tricks"), say.seats[told.taker], *told.sides):
            assert word in words
        assert all(len(line) <= 200 for line in plain.draw(told).splitlines())
    with pytest.raises(TableError, match="choose one of bg, en, es, fr, it, pms"):
        phrases("xx")


def test_a_typed_hand_has_its_score() -> None:
    told = _facts(TYPED)
    assert ("this-deal", "0", "230") in told.score and told.outcome == "South failed"
    assert sum(trick.points for trick in told.tricks) == 152
    assert told.calls == [(2, "H")]


def test_a_call_that_was_undone_is_not_printed() -> None:
    """Take back a card that was a pardoned offence; undo the second call and all after it.

    The pardon disappears together with the card, so no undo is needed for it.
    """
    book = Rulebooks().book("french")
    happened = [
        (Events.MATCH, 0, book.house.mark),
        (Events.DEAL, 0, 0),
        (Events.UPCARD, 0, card_of("7S")),
        (Events.BID, 3, Bids.PASS),
        (Events.BID, 2, CALL_NUMBERS["S"]),
        (Events.CARD, 3, card_of("7C")),
        (Events.CARD, 2, card_of("7D")),  # the taker has a trump, the upcard
        (Events.RULING, Rulings.PARDON, 0),
        (Events.BACK, 2, 0),
        *[(Events.UNDO, 0, 0)] * 3,  # the diamond that was shown, the club, and the call
        (Events.BID, 2, Bids.PASS),
        (Events.BID, 1, CALL_NUMBERS["S"]),
    ]
    told = _facts(written(book, happened))
    assert told.calls == [(3, "pass"), (2, "pass"), (1, "S")] and told.taker == 1


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("text", [TYPED, PLAYED])
def test_each_format_is_valid_and_repeatable(text: str) -> None:
    page = page_of(_facts(text))
    picture = Image.open(io.BytesIO(png.draw(page)))
    assert picture.size == (1748, 2480)
    assert len(picture.convert("L").getcolors(256) or []) > 10
    drawing = ElementTree.fromstring(svg.draw(page))
    tags = {one.tag.rpartition("}")[2] for one in drawing.iter()}
    assert tags == {
        "svg",
        "title",
        "defs",
        "rect",
        "g",
        "use",
        "path",
        "line",
    }  # no element `text`, so that no font is needed
    document = pdf.draw([page, page])
    assert document.startswith(b"%PDF-") and document.count(b"/Type /Page\n") == 2
    for draw in (svg.draw, png.draw, lambda one: pdf.draw([one])):
        assert draw(page) == draw(page)


def test_names_are_escaped_in_svg() -> None:
    text = PLAYED[: PLAYED.index("[Hash")].replace("Maria", "<script>&'\\\"")
    drawing = svg.draw(page_of(_facts(text)))
    assert b"<script" not in drawing and ElementTree.fromstring(drawing) is not None


def test_suits_are_told_apart_without_colour() -> None:
    """Each suit has its own outline, so that it is recognized in a grey print."""
    outlines = {face(False).outline(suit) for suit in "♣♦♥♠"}
    assert len(outlines) == 4


def _run(capsysbinary: pytest.CaptureFixture[bytes], *typed: str) -> tuple[int, bytes, str]:
    status = main(list(typed))
    out, err = capsysbinary.readouterr()
    return status, out, err.decode()


def test_export_prints_a_hand_in_each_format(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file, two = tmp_path / "hand.bdn", tmp_path / "two.bdn"
    file.write_text(TYPED, "utf-8")
    two.write_text(f"{TYPED}\n{TYPED.partition(chr(10))[2]}", "utf-8")
    beginnings = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "txt": b"Belote"}
    for ending, start in beginnings.items():
        target = tmp_path / f"hand.{ending}"
        assert _run(capsysbinary, "export", str(file), "-o", str(target))[0] == 0
        assert target.read_bytes().startswith(start)
    status, out, _ = _run(capsysbinary, "export", str(file), "--text")
    assert status == 0 and b"  6 " in out and b"South failed" in out
    status, _, err = _run(capsysbinary, "export", str(two), "--svg")
    assert status == 2 and "--deal N" in err
    assert _run(capsysbinary, "export", str(two), "--svg", "--deal", "2")[1].startswith(b"<svg")
    status, _, err = _run(capsysbinary, "export", str(two), "--pdf", "--deal", "3")
    assert status == 1 and "there is no deal 3: there are 2" in err
    status, _, err = _run(capsysbinary, "export", str(two), "--pdf", "--text")
    assert status == 2 and "choose one" in err
    status, out, _ = _run(
        capsysbinary, "export", str(file), "-o", str(target) + ".pdf", "--dry-run"
    )
    assert status == 0 and b"would be written as pdf" in out
    assert not list(tmp_path.glob(".*")) and not list(tmp_path.glob("*.txt.pdf"))


def _revoked() -> str:
    """Return a hand in which North does not follow suit in trick 7."""
    return WHOLE.replace("KC 9C 8S 8C", "KC QS 8S 8C").replace("TC QS 9S", "TC 9C 9S")


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("text", [_revoked(), WHOLE, PLAYED_BY_TWO])
def test_a_hand_is_printed_with_the_costs_of_its_cards(
    text: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "hand.bdn"
    file.write_text(text, "utf-8")
    (deal,) = json.loads(_run(capsysbinary, "analyse", str(file), "--json")[1])["deals"]
    status, out, err = _run(capsysbinary, "export", str(file), "--text", "--costs", "--lang", "it")
    said = out.decode()
    assert (status, err) == (0, "")
    cards = re.findall("([♣♦♥♠])([0-9A-Z]+)[*]? *(! )?(-[0-9]+)?", said.partition("Prese:")[2])
    ranks = dict(zip("789TJQKA", phrases("it").ranks, strict=True))
    suits = dict(zip("CDHS", "♣♦♥♠", strict=True))
    for suit, rank, illegal, cost in cards[: len(deal["plays"])]:
        (play,) = [
            one
            for one in deal["plays"]
            if (suits[one["card"][1]], ranks[one["card"][0]]) == (suit, rank)
        ]
        assert (-int(cost or 0), bool(illegal)) == (play["cost"], play.get("illegal", False))
    (par,) = re.findall("Par +([0-9]+) +([0-9]+)", said)
    assert [int(points) for points in par] == list(deal["par"].values())
    assert "non giudicano nessun giocatore" in said
    assert ("! ha infranto una regola" in said) == (text == _revoked())


@pytest.mark.parametrize("form", ["svg", "pdf", "text"])
def test_both_solvers_print_the_same_costs(
    form: str,
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "hand.bdn"
    file.write_text(PLAYED_BY_TWO, "utf-8")
    command = ("export", str(file), f"--{form}", "--costs")
    fast = _run(capsysbinary, *command)
    assert fast[0] == 0 and fast[1] != _run(capsysbinary, *command[:-1])[1]
    monkeypatch.setattr(solvers, "_node", lambda: None)
    assert _run(capsysbinary, *command) == (0, fast[1], f"{SLOW}\n")


def test_a_deal_without_end_is_printed_without_costs(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "hand.bdn"
    file.write_text(PLAYED, "utf-8")
    status, out, err = _run(capsysbinary, "export", str(file), "--text", "--costs")
    assert (status, out) == (0, _run(capsysbinary, "export", str(file), "--text")[1])
    assert err == "deal 1 is printed without costs: it was not played to its end\n"
    status, _, err = _run(capsysbinary, "export", str(file), "--csv", "--costs")
    assert status == 2 and "--costs needs a printable form" in err
