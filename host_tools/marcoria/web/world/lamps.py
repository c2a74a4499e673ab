"""What the lights in front of the seats say, and since when."""

from typing import TYPE_CHECKING

from marcoria.bots.perception import ASKED, REFUSED, Eyes
from marcoria.firmware.codes.game import SEATS

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable

_STAYS_MS = 450  # longer than a pulse is dark
_ONCE_MS = 2500.0  # the lights blink more than once for a refusal


class Lamps:
    """The pattern of each seat at the last look. `refused` are the seats whose lights have blinked
    and whom nobody has told yet."""

    def __init__(self, table: "PlayedTable") -> None:
        self._table = table
        self._eyes = Eyes(table)
        self._said = [""] * 4
        self._since = [0.0] * 4
        self.refused: list[str] = []
        self._blinked = [-_ONCE_MS] * 4

    def look(self) -> bool:
        """Take a look, and return whether a question has come to a seat or gone."""
        asks, now = False, self._table.now
        self._eyes.look()
        for seat in range(4):
            lamp = self._eyes.lamp(SEATS[seat])
            if lamp != self._said[seat]:
                asks = asks or ASKED in (lamp, self._said[seat])
                self._said[seat], self._since[seat] = lamp, now
            if lamp == REFUSED and now - self._blinked[seat] >= _ONCE_MS:
                self._blinked[seat] = now
                self.refused.append(SEATS[seat])
        return asks

    def seats(self, *lamps: str) -> list[int]:
        """Return the seats at which the lights say one of these now."""
        return [seat for seat in range(4) if self._said[seat] in lamps]

    def steady(self, lamp: str) -> list[str]:
        """Return the seats at which the lights have said so for some time: one that has just
        changed may mean another thing than when it stays."""
        return [SEATS[seat] for seat in self.seats(lamp) if self.is_steady(seat)]

    def is_steady(self, seat: int) -> bool:
        """Return whether the lights of a seat have said the same for some time."""
        return bool(self._table.now - self._since[seat] >= _STAYS_MS)
