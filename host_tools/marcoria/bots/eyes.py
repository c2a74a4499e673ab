"""What people make of the lights in front of the seats: a pattern, not numbers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable

SEATS = "NESW"

OFF, TURN, CLEAR, SCAN, ASKED, SHARED, WINS, REFUSED, STOPPED = (
    "off",
    "turn",
    "clear",
    "scan",
    "asked",
    "shared",
    "wins",
    "refused",
    "stopped",
)
PATTERNS = (OFF, TURN, CLEAR, SCAN, ASKED, SHARED, WINS, REFUSED, STOPPED)

_ALL, _ENDS, _EVERY_SECOND, _OUTERMOST = 0xFF, 0xC3, 0x55, 0x81
_PULSE = (0x18, 0x3C, 0x7E)
# A running dot may complete the bar for that long, and a pulse be dark.
_STEADY_MS = 130
_DARK_MS = 300


class Eyes:
    """Looks at the table's lights now and then; `lamp` says what a seat's lights tell."""

    def __init__(self, table: "PlayedTable") -> None:
        self.table = table
        self.now = table.now
        self._mask = dict.fromkeys(SEATS, 0)
        self._white = dict.fromkeys(SEATS, False)
        self._red = dict.fromkeys(SEATS, False)
        self._since = dict.fromkeys(SEATS, self.now)
        self._refused = dict.fromkeys(SEATS, -1e9)

    def look(self) -> None:
        """Takes one look."""
        self.now = self.table.now
        for seat, leds in self.table.lights().items():
            mask = sum(1 << i for i, led in enumerate(leds) if any(led))
            white = any(r == g == b != 0 for r, g, b in leds)
            if white:
                self._refused[seat] = self.now
            if mask != self._mask[seat] or white != self._white[seat]:
                self._since[seat] = self.now
            self._mask[seat], self._white[seat] = mask, white
            self._red[seat] = all(r and not g and not b for r, g, b in leds)

    def lamp(self, seat: str) -> str:
        """The pattern in front of a seat; a pulse in its dark phase may be "off" at first."""
        mask, still = self._mask[seat], self.now - self._since[seat]
        if self._white[seat]:
            return REFUSED
        if self._red[seat]:
            return STOPPED
        if mask == _ALL:
            return TURN if still >= _STEADY_MS else SCAN
        if mask in _PULSE:
            return CLEAR
        if mask == 0:
            return OFF if still >= _DARK_MS else CLEAR
        return {_ENDS: ASKED, _EVERY_SECOND: SHARED, _OUTERMOST: WINS}.get(mask, SCAN)

    def turn(self, seat: str) -> bool:
        """Whether the lights say that it is this seat's turn."""
        return self.lamp(seat) == TURN

    def refused(self, seat: str, since: float) -> bool:
        """Whether the lights have blinked at a seat since then."""
        return self._refused[seat] >= since
