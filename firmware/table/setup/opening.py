"""Interface of the menus between deals, and functions that these menus share."""

from micropython import const

from codes.game import Events
from codes.table import Lamps

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from table.table import Table

    class Between(Protocol):
        """Menu that handles keys and cards between deals.

        Once the menu is `over`, `following` opens the next menu; None means that play goes on.
        """

        over: bool
        following: "Opens | None"

        def step(self, now: int) -> None:
            """Handle changes on the pads."""

    Opens = Callable[[Table], Between]

_FOUR = const(0b1111)
_TWO = const(0b0101)


def begin(table: "Table", dealer: int) -> None:
    """Start a match of the house in use, with the target and discipline of the settings."""
    house = table.match.house
    settings = table.settings
    table.happen(Events.MATCH, dealer, house.mark)
    if settings.target and settings.target != house.target:
        table.happen(Events.TARGET, dealer, settings.target)
    if settings.discipline >= 0 and settings.discipline != house.discipline:
        table.happen(Events.DISCIPLINE, dealer, settings.discipline)


def players(table: "Table") -> int:
    """Return a mask of the seats that play."""
    return _FOUR if table.match.house.players == 4 else _TWO


def light(table: "Table", who: int, lamp: int) -> None:
    """Show `lamp` (see `Lamps`) at the seats in the mask `who`, and nothing at the other seats.

    Set the progress bars (`Table.fill`) of all seats to 0 lights.
    """
    for seat in range(4):
        table.lamps[seat] = lamp if who >> seat & 1 else 0
        table.fill[seat] = 0


def put_away(table: "Table") -> None:
    """Close the question, remove the sentence, and turn the lights off."""
    table.dialogue.close()
    table.voice.hush()
    light(table, 0, Lamps.OFF)
