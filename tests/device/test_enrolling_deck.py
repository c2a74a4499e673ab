"""`marcoria enrol`: cards are laid on the pads of a simulated table, one after the other."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from codes.game import name_of
from hand import Hand
from marcoria.cli import main
from marcoria.device import wire
from marcoria.device import wire as device_table
from marcoria.errors import Exit
from marcoria.game.decks import check_deck
from marcoria.sim.chips.world import COMMANDS
from marcoria.sim.simtable import SimTable, open_bar
from served_table import answers

_CARDS = [name_of(card) for card in range(32)]
_RED = {card: f"04C0FFEE{number:06X}" for number, card in enumerate(_CARDS)}
_OLD, _NEW = "/bar/decks/bar.deck", "/bar/decks/red.deck"
# Smallest and largest number of messages of an enrolment.
_AT_LEAST, _AT_MOST = 90, 105
_LEFT = range(_AT_MOST)  # messages before the cable is pulled


Run = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_bar("vm", 5) as table:
        table.until(3_000)
        yield table


@pytest.fixture
def run(
    table: SimTable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Return a function that runs `marcoria enrol` while the tags `lays` are laid on pads.

    The cable is pulled after `left` messages. The function returns the exit status, the answers
    ([] if the command fails), and the whole output.
    """
    monkeypatch.setattr("marcoria.paths.KEPT", tmp_path)
    monkeypatch.setattr(device_table.time, "sleep", lambda seconds: None)

    def typed(*words: str, lays: Iterator[str], left: int = 1 << 30) -> Any:
        hands = [Hand(table, lays, left)]

        def connect(port: str) -> Hand:
            if not hands[-1].table.get("console.plugged"):
                hands.append(Hand(table, lays, hands[-1].left))
            return hands[-1]

        monkeypatch.setattr(wire, "PortWire", connect)
        status = main(["enrol", *words, "--json", "--table", "socket://here:1"])
        out, err = capsys.readouterr()
        return status, answers(out, "enrol") if status == 0 else [], out + err

    return typed


def _is_red(data: bytes) -> bool:
    tags = check_deck(data, "red")
    return [uid.hex().upper() for uid in tags.uids[:32]] == list(_RED.values())


@pytest.mark.soak
def test_a_deck_is_enrolled_whatever_else_is_laid(table: SimTable, run: Run) -> None:
    wrong = [table.backend.read(_OLD).split()[1].decode(), COMMANDS["pass"], "08AABBCC"]
    laid = [_RED["7C"], _RED["7C"], *wrong, *(_RED[card] for card in _CARDS[1:])]
    status, told, _ = run("red", lays=iter(laid))
    assert status == 0
    assert [one["card"] for one in told if "card" in one] == _CARDS
    refused = " ".join(one["refused"] for one in told if "refused" in one)
    for sentence in ("7C already", "of the deck 'bar'", "pass of the deck 'bar'", "a phone"):
        assert sentence in refused
    assert told[-1]["cards"] == 32 and _is_red(table.backend.read(_NEW))
    status, _, said = run("red", lays=iter(()))
    assert status == Exit.WRONG and "add --again, or choose another name" in said
    status, told, said = run(
        "red", "--commands", "menu,redeal", lays=iter(("04EE1234567801", "04EE1234567802"))
    )
    assert status == 0 and told[-1]["cards"] == 2, said
    assert b"redeal 04EE1234567802" in table.backend.read(_NEW) and _is_red(
        table.backend.read(_NEW)
    )


@pytest.mark.parametrize("left", [pytest.param(n, marks=pytest.mark.soak) for n in _LEFT])
def test_an_interrupted_enrolment_goes_on(table: SimTable, run: Run, left: int) -> None:
    old = table.backend.read(_OLD)
    laid = iter(_RED[card] for card in _CARDS)
    seen: list[str] = []

    def hand() -> Iterator[str]:
        for uid in laid:
            seen.append(uid)
            yield uid

    status, _, said = run("red", lays=hand(), left=left)
    assert table.backend.read(_OLD) == old
    if status == 0:
        assert left >= _AT_LEAST and _is_red(table.backend.read(_NEW))
        return
    assert left < _AT_MOST - 1, "an enrolment has _AT_MOST messages or more"
    assert status in (Exit.NO_DEVICE, Exit.DEVICE_ERROR) and "again" in said
    assert _NEW not in table.backend.files or _is_red(table.backend.read(_NEW))
    # The card that was on the pad when the cable was pulled is laid once more.
    rest = iter([*seen[-1:], *laid])
    status, _, said = run("red", "--again", lays=rest)
    assert status == 0 and _is_red(table.backend.read(_NEW)), said
    assert table.backend.read(_OLD) == old


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("no/name", "cannot be the name of a deck"),
        ("red --commands jump", "'jump' is no card such as 7C, and no command: clubs"),
        ("red --from 2H", "'2H' is no card"),
        ("red --from pass", "not one of the cards to lay"),
    ],
)
def test_wrong_arguments_are_refused_before_the_table_rests(
    typed: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", *typed.split(), "--table", "/dev/nowhere"]) in (Exit.WRONG, Exit.USAGE)
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 15), (40, 10), (20, 6)])
def test_the_picture_of_the_deck_fits_any_terminal(size: tuple[int, int], tmp_path: Path) -> None:
    from rich.console import Console

    from marcoria.commands.cards_shown import EnrolmentPicture
    from marcoria.game.decks import Enrolment

    enrolment = Enrolment(tmp_path / "red.deck", range(32), b"", {})
    view = EnrolmentPicture(enrolment)
    columns, height = size
    for left, card in zip(range(32, 0, -1), _CARDS, strict=True):
        console = Console(width=columns, height=height, record=True, file=io.StringIO())
        console.print(view.drawn(columns, height))
        lines = console.export_text().splitlines()
        assert len(lines) <= height and max(map(len, lines)) <= columns
        told = " ".join(" ".join(lines).split())
        assert told.startswith("Lay ") and f"{left} left" in told
        assert ("a phone" in told) == (left < 32)
        assert ("╰" in told) == (height > 14) and ("▸" in told) == (columns > 45 and height > 20)
        assert enrolment.lay(bytes.fromhex(_RED[card])) == ""
        view.refused("this is a phone")
    assert enrolment.next == -1
