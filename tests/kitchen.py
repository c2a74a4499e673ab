"""Simulated players at a plain kitchen table, which has no electronics to report mistakes."""

from random import Random

from marcoria.bots.body import Body, Places
from marcoria.bots.match import People
from marcoria.bots.perception import TURN


class Kitchen(Body):
    """`Body` for a plain table: it knows only where cards lie and which seats have shown melds."""

    def __init__(self) -> None:
        self.people: People
        self.shown: set[int] = set()
        self.lies: dict[int, int] = {}
        self.now = 0.0
        self.dark = False
        self.places = Places()

    async def wait(self, ms: float) -> None:
        pass

    async def think(self) -> None:
        pass

    async def until(self, what, done, limit_ms=0.0) -> None:
        pass

    def lamp(self, seat: int) -> str:
        return TURN if seat in self.shown else "asked"

    async def put(self, card: int, seat: int) -> None:
        assert card not in self.lies, "the card already lies on the table"
        self.lies[card] = seat

    def lift(self, card: int) -> None:
        del self.lies[card]

    async def pass_over(self, card: int, seat: int, ms: int = 0) -> None:
        await self.put(card, seat)
        self.lift(card)

    async def clear(self) -> None:
        self.lies = {}
        if self.people.game.audit.plays <= len(self.people.seats):
            self.shown = set()

    def lying(self, seat: int) -> bool:
        return seat in self.lies.values()

    async def press(self, seat: int, key: str) -> None:
        if key == "PASS" and self.people.game.phase >= 4:
            self.shown.add(seat)

    hold = chord = press

    def has_key(self, seat: int, key: str) -> bool:
        return True

    async def rap(self, seat: int) -> None:
        pass

    def asked(self) -> list[int]:
        seats = self.people.game.announcements.to_show()
        return [seat for seat in range(4) if seats >> seat & 1 and seat not in self.shown]

    @property
    def table(self):
        return self


def company(house, players, rng: Random, scanned: bool) -> People:
    """Return simulated players who sit at a kitchen table."""
    body = Kitchen()
    body.people = People(body, house, players, rng, scanned)
    return body.people
