"""Functions for the enrolment of a new deck: its file, the keys of the menu, and its cards."""

from marcoria.sim.simtable import SimTable

CARDS = [rank + suit for suit in "CDHS" for rank in "789TJQKA"]
_MENU_MS = 1_500
_KEY_MS = 300
_TAG_MS = 500


def uid(card: str) -> str:
    """Return the UID of a card's tag in the new deck."""
    return f"04A0B0C0D0E0{CARDS.index(card):02X}"


def deck_of(count: int = len(CARDS)) -> str:
    """Return the text of the new deck's file with its first `count` cards."""
    return "".join(f"{card} {uid(card)}\n" for card in CARDS[:count])


def open_enrolment(table: SimTable) -> None:
    """Open the menu and start the enrolment."""
    table.press("MENU")
    table.until(_MENU_MS)
    for key in ("CALL", "CALL", "D"):
        table.press(key, "S")
        table.until(_KEY_MS)


def lay(table: SimTable, card: str) -> None:
    """Put a card of the new deck on South's pad and lift it after half a second."""
    table.put(uid(card), "S")
    table.until(_TAG_MS)
    table.lift("S")
    table.until(_TAG_MS)
