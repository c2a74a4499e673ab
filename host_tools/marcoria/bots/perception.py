"""Recognition of the patterns of a table's lights, and of its sounds."""

from collections import OrderedDict
from typing import TYPE_CHECKING

from marcoria.firmware.codes.game import SEATS, Phases, Totals

if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.bots.tables import PlayedTable
    from marcoria.firmware.belote.match import Match

PATTERNS = ("off", "turn", "clear", "scan", "asked", "shared", "wins", "refused", "stopped")
OFF, TURN, CLEAR, SCAN, ASKED, SHARED, WINS, REFUSED, STOPPED = PATTERNS

_ALL, _ENDS, _EVERY_SECOND, _OUTERMOST = 0xFF, 0xC3, 0x55, 0x81
_PULSE = (0x18, 0x3C, 0x7E)
_STEADY_MS = 130  # SCAN may show all lights for this long, like TURN
_DARK_MS = 300  # CLEAR may be dark for this long, like OFF
# A table has accepted or refused an action after this time.
_TAKEN_MS = 1_000
# Frequencies in Hz of each sound signal, the longest signal first.
CUES = OrderedDict(
    [
        ("over", [1600, 2000, 2400]),
        ("trick", [1600, 2400]),
        ("refused", [400, 400]),
        ("read", [2000]),
    ]
)


class Eyes:
    """Observer of the table's lights; `look` takes a sample."""

    def __init__(self, table: "PlayedTable") -> None:
        self.table = table
        self.now = table.now
        self._lights: dict[str, list[tuple[int, int, int]]] = {}  # the last sample
        self._mask = dict.fromkeys(SEATS, 0)
        self._white = dict.fromkeys(SEATS, False)
        self._red = dict.fromkeys(SEATS, False)
        self._since = dict.fromkeys(SEATS, self.now)
        self._refused = dict.fromkeys(SEATS, -1e9)

    def look(self) -> None:
        """Take a sample of all lights."""
        self.now = self.table.now
        lights = self.table.lights()
        if lights == self._lights:
            self._refused.update({seat: self.now for seat in SEATS if self._white[seat]})
            return
        self._lights = lights
        for seat, leds in lights.items():
            mask = sum(1 << i for i, led in enumerate(leds) if any(led))
            white = any(r == g == b != 0 for r, g, b in leds)
            if white:
                self._refused[seat] = self.now
            if mask != self._mask[seat] or white != self._white[seat]:
                self._since[seat] = self.now
            self._mask[seat], self._white[seat] = mask, white
            self._red[seat] = all(r and not g and not b for r, g, b in leds)

    def lamp(self, seat: str) -> str:
        """Return the pattern of a seat's lights, one of `PATTERNS`.

        If all lights are on, return SCAN for the first 0.13 s, and then TURN. If all lights are
        off, return CLEAR for the first 0.3 s, and then OFF.
        """
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
        """Return whether the lights say that it is this seat's turn."""
        return self.lamp(seat) == TURN

    def refused(self, seat: str, since: float) -> bool:
        """Return whether the lights of a seat have blinked at or after the time `since`."""
        return self._refused[seat] >= since


class Mind(Eyes):
    """Substitute for `Eyes` at a table without lights: patterns derived from the match."""

    def __init__(self, table: "PlayedTable", game: "Callable[[], Match]") -> None:
        super().__init__(table)
        self._game = game
        self._known = (0, 0)  # phase of the match, number of events of the deal
        self._changed = 0.0  # time of the last change

    def look(self) -> None:
        """Store the time if the match has changed."""
        self.now = self.table.now
        game = self._game()
        known = (game.phase, len(game.events))
        if known != self._known:
            self._known = known
            self._changed = self.now

    def lamp(self, seat: str) -> str:
        """Return the pattern that a seat's lights would show: ASKED, TURN or OFF.

        ASKED is returned only for a seat that must show melds. TURN is returned at the earliest
        one second after the last event of the match, because the table needs this time to accept
        the event.
        """
        number, game = SEATS.index(seat), self._game()
        if game.phase == Phases.PLAY and self._due() >> number & 1:
            return ASKED
        still = self.now - self._changed >= _TAKEN_MS
        mine = number == self._turn() and not self._due()
        return TURN if mine and still else OFF

    def refused(self, seat: str, since: float) -> bool:
        """Return whether the table has had enough time since `since` to refuse an action.

        Without lights only the display shows whether the table has refused the action.
        """
        return bool(self.now - since >= _TAKEN_MS)

    def _due(self) -> int:
        """Return a mask of the seats that must show melds."""
        game = self._game()
        first = game.phase == Phases.PLAY and game.audit.plays == game.house.players
        return int(game.announcements.to_show()) if first else 0

    def _turn(self) -> int:
        game = self._game()
        if game.phase == Phases.PLAY:
            return game.trick.seat
        if game.phase == Phases.BIDDING:
            return game.auction.seat
        return int(game.totals[Totals.DEALER])


def heard(table: "PlayedTable", since: float) -> list[str]:
    """Return the names of the complete sound signals that began at or after a time in ms."""
    tones = [hz for start, hz, _ in table.tones() if start >= since * 1000]
    cues = []
    while tones:
        for cue, wanted in CUES.items():
            if tones[: len(wanted)] == wanted:
                cues.append(cue)
                del tones[1 : len(wanted)]
                break
        del tones[0]
    return cues
