"""What everybody at a table has in common: the match as they follow it, and the cards.

Each follows the match on his own, as people do: `game` is the engine on this machine, told what
was done and not what the table made of it. `events` are those the match has accepted, to be
compared with the journal.
"""

from collections.abc import Callable
from random import Random

from marcoria.bots.body import READ_MS, Body
from marcoria.bots.pack import Hands, Pack
from marcoria.bots.player_view import View
from marcoria.bots.players import Honest
from marcoria.firmware.belote.conduct import OF_A_PLAY
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Answers, Disciplines, Events, Phases, Totals


class Party:
    """Those around a `Body`'s table. `players` has one for each seat that plays."""

    def __init__(
        self, body: Body, house: House, players: dict[int, Honest], rng: Random, scanned: bool
    ) -> None:
        self.body = body
        self.house = house
        self.players = players
        self.rng = rng
        self.scanned = scanned
        self.game = Match(house)
        self.pack = Pack(house, Random(rng.random()))
        self.seats = (0, 1, 2, 3) if house.players == 4 else (0, 2)
        self.hands: Hands = {seat: [] for seat in range(4)}
        self.laid: Hands = {seat: [] for seat in range(4)}
        self.unseen = False  # whether cards were dealt of which the table has seen nothing
        self.piled: list[int] = []  # the cards of the tricks taken
        self.judged = 0  # offences
        self.events: list[tuple[int, int, int]] = []
        self.heard: Callable[[int, int, int, int], None] = lambda *_: None

    # --- the match --------------------------------------------------------------------------

    def begin(self, dealer: int, target: int = 0, discipline: int = -1) -> None:
        """A new match is agreed upon."""
        self.happens(Events.MATCH, dealer, self.house.mark)
        if target:
            self.happens(Events.TARGET, dealer, target)
        if discipline >= 0:
            self.happens(Events.DISCIPLINE, dealer, discipline)

    def happens(self, what: int, seat: int, arg: int = 0) -> int:
        """Everybody takes note of something; what the rules say of it."""
        result = int(self.game.apply(what, seat, arg))
        if what == Events.DEAL:
            self.unseen = False
        if not result or result >= Answers.NOTED:
            self.events.append((what, seat, arg))
        self.heard(what, seat, arg, result)
        return result

    async def judge(self) -> None:
        """What follows when a play was proved to be against the rules since the last look."""
        game = self.game
        told, self.judged = self.judged, len(game.conduct.log)
        for offence in game.conduct.log[told:]:
            unpunished = game.totals[Totals.CONDUCT] < Disciplines.POINTS and not self.over
            if offence.code in OF_A_PLAY and unpunished:
                await self.offended(offence.seat)

    async def offended(self, seat: int) -> None:
        """What is done about an offence of a seat, where nothing follows by itself: nothing, but
        for a company."""

    @property
    def resting(self) -> bool:
        """Whether the match is over, or waits for the next deal."""
        return self.over or bool(self.game.phase <= Phases.READY)

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return bool(self.game.totals[Totals.WINNER] >= 0)

    @property
    def winner(self) -> int:
        """A seat of the side that has won."""
        side = self.game.standing.winner()
        return next(seat for seat in self.seats if self.game.house.side(seat) == side)

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return int(self.game.totals[Totals.DEALER])

    @property
    def elder(self) -> int:
        """The seat that speaks and leads first."""
        return int(self.dealer + self.game.house.step & 3)

    # --- the cards --------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What the player at that seat sees."""
        return View(self.game, seat, self.hands[seat], self.laid[seat])

    async def put_away(self) -> None:
        """All cards are gathered for the next deal; the one turned up may be dealt first."""
        hands = [card for seat in self.seats for card in self.hands[seat]]
        self.pack.collect(self.piled + hands)
        self.piled = []
        await self.body.clear()
        await self.body.wait(READ_MS)
