"""A table without lights: people know themselves whose turn it is, as everywhere else."""

from typing import TYPE_CHECKING

from marcoria.bots.eyes import ASKED, OFF, SEATS, TURN, Eyes
from marcoria.bots.party import Party
from marcoria.firmware.codes.game import Phases

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable

# A table has taken what was done within that.
_TAKEN_MS = 1_000


class Mind(Eyes):
    """What the lights would say, as far as it follows from the match that all are following."""

    def __init__(self, table: "PlayedTable", party: Party) -> None:
        super().__init__(table)
        self._party = party
        self._known = (0, 0)  # phase and events of the deal
        self._changed = 0.0  # since when

    def look(self) -> None:
        """Sees whether something has happened."""
        self.now = self.table.now
        game = self._party.game
        known = (game.phase, len(game.events))
        if known != self._known:
            self._known = known
            self._changed = self.now

    def lamp(self, seat: str) -> str:
        """Whose turn it is, once the table can know that too; who is to show melds."""
        number, game = SEATS.index(seat), self._party.game
        if game.phase == Phases.PLAY and self._due() >> number & 1:
            return ASKED
        still = self.now - self._changed >= _TAKEN_MS
        mine = number == self._turn() and not self._due()
        return TURN if mine and still else OFF

    def refused(self, seat: str, since: float) -> bool:
        """Nobody knows; the display says it."""
        return bool(self.now - since >= _TAKEN_MS)

    def _due(self) -> int:
        """Seats that have to show melds, a bit each."""
        game = self._party.game
        first = game.phase == Phases.PLAY and game.audit.plays == game.house.players
        return int(game.announcements.to_show()) if first else 0

    def _turn(self) -> int:
        game = self._party.game
        if game.phase == Phases.PLAY:
            return game.trick.seat
        if game.phase == Phases.BIDDING:
            return game.auction.seat
        return self._party.dealer
