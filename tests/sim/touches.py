"""Everything that a player touches during the table's self-test."""

from collections.abc import Callable, Iterator, Mapping

from marcoria.sim.simtable import SimTable

_KEYS = ("C", "D", "H", "S", "PASS", "CALL")


def touches(table: SimTable, cards: Mapping[str, str]) -> Iterator[Callable[[], object]]:
    """Yield functions, each of which presses a key, knocks at a rap sensor, or lays a card.

    All keys and rap sensors are touched. `cards` has the cards to lay, by seat.
    """
    for seat in "NESW":
        for key in _KEYS:
            yield lambda key=key, seat=seat: table.press(key, seat)
        yield lambda seat=seat: table.rap(seat)
        if seat in cards:
            yield lambda seat=seat: table.put(cards[seat], seat)
    for key in ("MENU", "UNDO", "OK", "MUTE"):
        yield lambda key=key: table.press(key)
