"""Opening a match, and what all that happens between deals needs."""

from codes import events
from table.settings import Settings
from table.table import Table


def begin(table: Table, settings: Settings, dealer: int) -> None:
    """Starts a match of the house that is loaded, with what the settings change of it."""
    house = table.match.house
    table.happen(events.MATCH, dealer, house.mark)
    if settings.target and settings.target != house.target:
        table.happen(events.TARGET, dealer, settings.target)
    if settings.discipline >= 0 and settings.discipline != house.discipline:
        table.happen(events.DISCIPLINE, dealer, settings.discipline)


def seats(table: Table) -> int:
    """Who plays, a bit a seat."""
    return 15 if table.match.house.players == 4 else 5


def light(table: Table, who: int, lamp: int) -> None:
    """Lights the seats in `who`, and no other."""
    for seat in range(4):
        table.lamps[seat] = lamp if who >> seat & 1 else 0
        table.fill[seat] = 0
