"""Tells a match to programs: a JSON object for each thing that happens, and one for the result."""

import json
from collections.abc import Callable

from marcoria.bots.people import People
from marcoria.journal.wording import in_words


class Reporter:
    """Listens to `people`."""

    def __init__(self, people: People, tell: Callable[[str], None]) -> None:
        self.people = people
        self._line = tell
        people.heard = self._hear

    def _hear(self, what: int, seat: int, arg: int, result: int) -> None:
        self._tell(event=in_words((what, seat, arg)), result=result)

    def result(self, **facts: object) -> None:
        """How it has ended, and what else is to be known."""
        game = self.people.game
        names = ("NS", "EW") if self.people.house.players == 4 else ("N", "S")
        points = {name: game.totals[side] for side, name in enumerate(names)}
        winner = game.standing.winner()
        won = names[winner] if winner >= 0 else None
        self._tell(ok=True, winner=won, points=points, **facts)

    def _tell(self, **facts: object) -> None:
        self._line(json.dumps(facts, ensure_ascii=False))
