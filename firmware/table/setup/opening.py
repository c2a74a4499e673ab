"""Opening a match, and what all that happens between deals needs."""

from micropython import const

from codes.game import Events
from codes.table import Lamps

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from table.table import Table

    class Between(Protocol):
        """What takes keys and cards between deals. When it is `over`, `following` opens what comes
        next, if that is anything but the cards."""

        over: bool
        following: "Opens | None"

        def step(self, now: int) -> None: ...

    Opens = Callable[[Table], Between]

_FOUR = const(0b1111)
_TWO = const(0b0101)


def begin(table: "Table", dealer: int) -> None:
    """Starts a match of the house that is loaded, with what the settings change of it."""
    house = table.match.house
    settings = table.settings
    table.happen(Events.MATCH, dealer, house.mark)
    if settings.target and settings.target != house.target:
        table.happen(Events.TARGET, dealer, settings.target)
    if settings.discipline >= 0 and settings.discipline != house.discipline:
        table.happen(Events.DISCIPLINE, dealer, settings.discipline)


def players(table: "Table") -> int:
    """Who plays, a bit a seat."""
    return _FOUR if table.match.house.players == 4 else _TWO


def light(table: "Table", who: int, lamp: int) -> None:
    """Lights the seats in `who`, and no other."""
    for seat in range(4):
        table.lamps[seat] = lamp if who >> seat & 1 else 0
        table.fill[seat] = 0


def put_away(table: "Table") -> None:
    """Nobody is asked any more; the sentence goes, and the lights."""
    table.dialogue.close()
    table.voice.hush()
    light(table, 0, Lamps.OFF)
