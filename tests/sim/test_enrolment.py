"""Enrolment of a new deck at the simulated table, with a power cut in the middle."""

import pytest

from marcoria.game.decks import open_deck
from marcoria.sim.simtable import SimTable, open_bar
from tiers import BACKENDS

CARDS = [rank + suit for suit in "CDHS" for rank in "789TJQKA"]


def _uid(card: str) -> str:
    return f"04A0B0C0D0E0{CARDS.index(card):02X}"


def _press(table: SimTable, *keys: str) -> None:
    for key in keys:
        table.press(key, "S")
        table.until(300)


def _open(table: SimTable) -> None:
    """Open the menu and start the enrolment of a deck."""
    table.press("MENU")
    table.until(1500)
    _press(table, "CALL", "CALL", "D")


def _lay(table: SimTable, cards: list[str]) -> None:
    for card in cards:
        table.put(_uid(card), "S")
        table.until(500)
        table.lift("S")
        table.until(500)


@pytest.mark.parametrize("backend", BACKENDS)
def test_enrolment_of_a_deck_survives_a_power_cut(backend: str, tmp_path) -> None:
    with open_bar(backend, seed=7) as table:
        table.until(5000)
        _open(table)
        _lay(table, CARDS[:20])
        table.cut_power()
        table.boot("main")
        table.until(8000)
        with pytest.raises(FileNotFoundError):
            table.read("/bar/decks/deck-1.deck")
        _open(table)
        _lay(table, CARDS[20:])
        table.until(1000)
        (tmp_path / "deck-1.deck").write_bytes(table.read("/bar/decks/deck-1.deck"))
        uids = open_deck(str(tmp_path / "deck-1.deck")).uids
        assert [uid.hex().upper() for uid in uids[:32]] == [_uid(card) for card in CARDS]
        assert b'"deck-1"' in table.read("/bar/settings.json")
        assert not table.faults()
