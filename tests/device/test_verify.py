"""`marcoria deck verify`: a deck is laid on a simulated table, and weak tags are reported."""

import io
from collections.abc import Iterator
from typing import Any

import pytest

from codes.game import name_of
from hand import Hand
from marcoria.cli import main
from marcoria.commands.cards_shown import VerificationPicture
from marcoria.coroutines import finish
from marcoria.device import wire
from marcoria.device import wire as device_table
from marcoria.errors import Exit
from marcoria.game.decks import READ, WEAK, CardLook, Verification, check_deck
from marcoria.sim.chips.world import COMMANDS, deck_file
from marcoria.sim.simtable import SimTable, open_bar
from play_on_board import sitting
from served_table import answers

_SEED = 5
_CARDS = [name_of(card) for card in range(32)]
_TAGS = check_deck(deck_file(_SEED), "bar")
_UIDS = {name: _TAGS.uids[card].hex().upper() for card, name in enumerate(_CARDS)}
_OTHER = "".join(f"{name} 04BEEF{number:08X}\n" for number, name in enumerate(_CARDS)).encode()
_WELL = CardLook(35, 0, True)


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_bar("vm", _SEED) as table:
        table.write("/bar/decks/blue.deck", _OTHER)
        table.until(3_000)
        yield table


def _lays(tags: list[str]) -> Iterator[str]:
    """Yield the tags, then raise the exception of Ctrl-C."""
    yield from tags
    raise KeyboardInterrupt


@pytest.mark.soak
def test_weak_tags_and_missing_cards_are_named(
    table: SimTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    others = ["04BEEF00000003", "0499887766AABB", "08AABBCC", COMMANDS["menu"]]
    tags = [_UIDS["QH"], *others, *(_UIDS[name] for name in _CARDS[:5])]
    hand = Hand(table, _lays(tags), couplings={_UIDS["QH"]: 0.45, _UIDS["8C"]: 0.65})
    monkeypatch.setattr(device_table.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(wire, "PortWire", lambda port: hand)
    status = main(["deck", "verify", "--json", "--table", "socket://here:1"])
    told: list[dict[str, Any]] = answers(capsys.readouterr().out, "deck-verify")
    assert status == Exit.WRONG
    results = {one["card"]: one["result"] for one in told if "card" in one}
    assert results.pop("QH") == "weak" and results.pop("menu") == "read"
    assert [name for name in _CARDS if results.get(name) == "read"] == _CARDS[:5]
    refused = " ".join(one["refused"] for one in told if "refused" in one)
    for sentence in ("TC of the deck 'blue'", "has this tag, 0499887766aabb", "a phone"):
        assert sentence in refused
    assert (told[-1]["deck"], told[-1]["read"], told[-1]["weak"]) == ("bar", 6, ["QH"])
    assert told[-1]["missing"] == [name for name in _CARDS[5:] if name != "QH"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("green", "no deck 'green'; it has: bar, blue"),
        ("blue --dry-run", "32 cards of the deck 'blue' would be laid"),
    ],
)
def test_a_wrong_deck_and_a_dry_run_need_no_card(
    table: SimTable,
    typed: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand = Hand(table, iter(()))
    monkeypatch.setattr(device_table.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(wire, "PortWire", lambda port: hand)
    main(["deck", "verify", *typed.split(), "--table", "socket://here:1"])
    assert sentence in "".join(capsys.readouterr())


def test_a_deal_under_way_is_not_disturbed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sitting("french", "cpython") as company:
        finish(company.people.play_cards(1))
        hand = Hand(company.body.table, iter(()))
        monkeypatch.setattr(wire, "PortWire", lambda port: hand)
        assert main(["deck", "verify", "--table", "socket://here:1"]) == Exit.DEVICE_ERROR
    assert "wait until it is over" in capsys.readouterr().err


def test_a_tag_is_weak_from_five_failed_looks_in_35() -> None:
    check = Verification(_TAGS, {})
    for kind, look in enumerate(
        [_WELL, CardLook(31, 4, True), CardLook(30, 5, True), CardLook(0, 35, True)]
    ):
        assert check.judge(kind, look) == ""
    assert [check.result(kind) for kind in range(4)] == [READ, READ, WEAK, WEAK]
    assert "lay it again" in check.judge(4, CardLook(9, 3, False)) and 4 in check.left
    assert check.judge(4, _WELL) == "" and check.result(4) == READ
    assert "lay it again" in check.judge(5, CardLook(2, 1, True))
    assert check.judge(5, CardLook(2, 9, False)) == "" and check.result(5) == WEAK


def test_a_dead_card_is_not_waited_for() -> None:
    tags = check_deck(deck_file(_SEED) + b"dead 7C\n", "bar")
    check = Verification(tags, {})
    assert check.left == list(range(1, 32)) and check.result(0) == "dead"
    assert check.judge(0, _WELL) == "" and check.result(0) == READ


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 15), (40, 10), (20, 6)])
def test_the_picture_fits_any_terminal(size: tuple[int, int]) -> None:
    columns, height = size
    check = Verification(_TAGS, {})
    view = VerificationPicture("bar", check)
    for card in range(31):
        check.judge(card, CardLook(20, 15, True) if card in (3, 9, 14) else _WELL)
        view.took(card)
        told = _text(view.drawn(columns, height), columns, height)
        assert (
            "Lay each card" in told and f"{31 - card} left" in told and view.called(card) in told
        )


def test_the_end_fits_a_small_terminal() -> None:
    check = Verification(_TAGS, {})
    view = VerificationPicture("bar", check)
    for card in range(31):
        check.judge(card, CardLook(20, 15, True) if card in (3, 9, 14) else _WELL)
    view.ends()
    told = _text(view.result(), 80, 24)
    assert "31 cards read, 3 of them weak, 1 not laid" in told and "A♠: not laid" in told
    assert told.count("!") == 1 + 2 * 3 and told.count("15 of 35 reads failed") == 3
    assert "Replace a card" in told


def _text(drawn: Any, columns: int, height: int) -> str:
    from rich.console import Console

    console = Console(width=columns, height=height, record=True, file=io.StringIO())
    console.print(drawn)
    lines = console.export_text().splitlines()
    assert len(lines) <= height and max(map(len, lines)) <= columns
    return " ".join(" ".join(lines).split())
