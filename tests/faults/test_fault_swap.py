"""Failures while the table exchanges two cards of a deck (row 11 of docs/faults.md).

Either the power is cut, or the deck cannot be saved.
"""

import pytest

from marcoria.coroutines import finish
from marcoria.firmware.codes.game import Events, name_of
from marcoria.journal.entries import events_of, settled
from marcoria.journal.reader import records
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from marcoria.sim.chips.world import deck_file
from scenarios import Tell

_DECK = "/bar/decks/bar.deck"
# The queen of hearts was enrolled as the eight of spades. South lays this card and corrects its
# name. East or West has to agree that the two cards are exchanged in the deck.
_ASKED = """
table: {house: french, seed: 11}
steps:
- play: 1 cards
- put: 8S S
- expect: {journal: card S 8S}
- hold: S CALL
- press: S PASS
- release: S CALL
- answer: S My card was misread
- press: S H
- expect: {text: "which card?", within: 6000}
- press: S CALL
- press: S D
- expect: {lights: {E: asked, W: asked}, within: 6000}
"""

_REDEAL = """
steps:
- hold: S CALL
- press: S PASS
- release: S CALL
- answer: S Deal again
- answer: E Yes
- wait: 8000
"""


def _names(deck: bytes) -> dict[str, str]:
    """Return the card of each UID in a deck file."""
    lines = [line.split() for line in deck.decode().splitlines()]
    return {uid: name for name, uid in lines if name != "dead"}


_UID = {name: uid for uid, name in _names(deck_file(11)).items()}["8S"]


def _laid(runner: Runner) -> list[str]:
    """Return the cards that South has laid according to the journal."""
    events = settled(events_of(records(runner.table)))
    return [name_of(arg) for kind, seat, arg in events if kind == Events.CARD and seat == 2]


@pytest.mark.parametrize("operation", [1, 2, 3])
def test_fault_11_cut_while_two_cards_are_exchanged(tell: Tell, operation: int) -> None:
    runner = tell(_ASKED)
    runner.table.order("flash.cut_at", operation, 1)
    _agree_and_start_again(runner)


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize("tell", ["cpython"], indirect=True)  # only it can cut file writes
@pytest.mark.parametrize("operation", range(1, 9))
def test_fault_11_cut_while_the_deck_is_saved(tell: Tell, operation: int) -> None:
    runner = tell(_ASKED)
    runner.table.backend.files.cut_at(operation, 1)  # type: ignore[union-attr]
    _agree_and_start_again(runner)


@pytest.mark.parametrize("tell", ["cpython"], indirect=True)  # only it can fail file writes
def test_fault_11_a_deck_that_was_not_saved_is_saved_after_the_deal(tell: Tell) -> None:
    runner = tell(_ASKED)
    table = runner.table
    table.backend.files.fail_at(1)  # type: ignore[union-attr]
    finish(runner.company.screen.choose(1, "Yes"))
    finish(runner.company.body.wait(2_000))
    assert _laid(runner) == ["QH"] and _names(table.read(_DECK))[_UID] == "8S"
    for step in parse(_REDEAL, "redeal").steps:
        finish(step.perform(runner.scene))
    assert _names(table.read(_DECK))[_UID] == "QH"


def _agree_and_start_again(runner: Runner) -> None:
    """Let East agree, so that the power is cut, and start the table again.

    Check that journal and deck then have the same name for the card that South laid.
    """
    table, body = runner.table, runner.company.body
    finish(runner.company.screen.choose(1, "Yes"))
    finish(body.wait(2_000))
    assert not table.get("power")
    table.boot()
    finish(body.wait(5_000))
    names = _names(table.read(_DECK))
    assert sorted(names) == sorted(_names(deck_file(11)))
    if not _laid(runner):  # the events were taken back, so the card must be laid again
        table.lift("8S")
        finish(body.wait(500))
        table.put("8S", "S")
        finish(body.await_turn(1))
    assert _laid(runner) == [names[_UID]]
