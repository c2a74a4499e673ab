"""The match as a table's records tell it, worked out by the engine once more."""

from typing import TYPE_CHECKING

from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Answers, Events, Phases, Totals
from marcoria.firmware.table.files.houses import load_anyhow

if TYPE_CHECKING:
    from marcoria.device.answer import TableAnswer

_ROOT = ""  # of the files in this VM, among them the houses


class Mirror:
    """`take` what happens. `sums` are the totals as the table has them: who comes in the midst of
    a match knows nothing of how it began."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.game = Match(house)
        self.sums = [0] * Totals.COUNT
        self.sure = False  # whether `game` is the match, and not a guess
        self.changes = 0

    def take(self, kind: int, seat: int, arg: int) -> None:
        """An event more."""
        game = self.game
        if kind == Events.MATCH and arg == self.house.mark:
            self.sure = True
        elif kind == Events.DEAL and not (self.sure and game.phase == Phases.READY):
            restore(game, self.sums, seat)
            self.sure = True
        if not self.sure:
            return
        answer = game.apply(kind, seat, arg)
        self.sure = not 0 < answer < Answers.NOTED
        self.changes += 1

    @property
    def count(self) -> int:
        """Events of the deal under way."""
        return len(self.game.events) if self.sure else 0

    def at(self, count: int) -> Match:
        """The match as it was after so many events of its deal."""
        game = Match(self.house)
        before = list(self.game.before)
        restore(game, before, before[Totals.DEALER])
        for event in packed(self.game)[:count]:
            game.apply(*event)
        return game

    def copy(self) -> Match:
        """The match as it is."""
        if self.game.phase > Phases.READY:
            return self.at(len(self.game.events))
        game = Match(self.house)
        sums = list(self.game.totals)
        restore(game, sums, sums[Totals.DEALER])
        game.totals[:] = sums
        game.phase = self.game.phase
        return game


def rules_of(answer: "TableAnswer") -> House | None:
    """Those of the house that a table says it plays, None if they are others here."""
    house = load_anyhow(_ROOT, answer["name"], answer["agreed"])
    return house if house and house.mark == answer["mark"] else None


def restore(game: Match, sums: list[int], dealer: int) -> None:
    """The match waits for a deal, with these totals."""
    sums = list(sums)
    sums[Totals.DEALER] = dealer
    sums[Totals.WINNER] = -1
    game.apply(Events.MATCH, dealer, game.house.mark)
    game.totals[:] = sums
    game.standing.broken[:] = [0, 0]


def packed(game: Match) -> list[tuple[int, int, int]]:
    """The events of the deal under way that stand; none between two deals."""
    if game.phase <= Phases.READY:
        return []
    return [(event.kind, event.seat, event.arg) for event in game.events]
