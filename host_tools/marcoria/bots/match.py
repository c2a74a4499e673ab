"""Whole matches played by bots; `Stuck` is raised if the table does not react as expected."""

from random import Random

from marcoria.bots.body import FRESH_MS, STANDS_MS, SUIT_KEYS, Body, Stuck
from marcoria.bots.card_play import MeldPhase, PlayPhase
from marcoria.bots.dealer import BidPhase, DealPhase, Seven
from marcoria.bots.party import Party
from marcoria.bots.perception import ASKED
from marcoria.bots.strategy import Honest
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import Events, Phases

_SENTENCES = 16  # maximum number of messages that the display shows before the page with the score


class People(Party):
    """Players of one table, with the actions of every phase of a match."""

    def __init__(
        self,
        body: Body,
        house: House,
        players: dict[int, Honest],
        rng: Random,
        scanned: bool = False,
    ) -> None:
        super().__init__(body, house, players, rng, scanned)
        self.seven = Seven(self)
        self.dealing = DealPhase(self, self.seven)
        self.bidding = BidPhase(self, self.dealing)
        self.announcing = MeldPhase(self)
        self.playing = PlayPhase(self, self.announcing, self.seven)

    async def play_match(self, deals: int = 1000) -> bool:
        """Play at most `deals` deals; return whether the match is won."""
        for _ in range(deals):
            if self.over:
                break
            await self.play_deal()
        return self.over

    async def play_deal(self) -> None:
        """Play the next deal, or the rest of the current deal.

        Return once its score is confirmed, the match is won, or all players have passed.
        """
        await self.act()
        while not self.resting:
            await self.act()

    async def play_cards(self, count: int) -> None:
        """Play until `count` more cards are laid or the deal is over.

        If all players pass, play the next deal. With a count of 0 perform one action, such as
        dealing.
        """
        if self.resting or not count:
            await self.act()
        until = self.game.audit.plays + count
        while self.game.audit.plays < until and not (self.resting and self.game.audit.plays):
            await self.act()

    async def act(self) -> None:
        """Perform the next action of the match: a deal, a call, a card or a confirmation.

        The match's phase decides the action, so the players can also resume after a power cut.
        """
        phase = self.game.phase
        if self.over:
            pass
        elif phase == Phases.READY:
            await self.deal()
        elif phase == Phases.BIDDING:
            await self.bidding.next_call()
        elif phase == Phases.PLAY:
            await self.playing.play_card(self.game.trick.seat)
        elif phase == Phases.DONE:
            await self.confirm()
        else:
            raise Stuck(f"no player can act in phase {phase} after {self.events[-3:]}")
        if self.resting:
            await self.put_away()

    async def deal(self) -> None:
        """Deal the cards and show the deal to the table."""
        self.dealing.serve()
        self.announcing.silent = []
        await self.show_deal()

    async def show_deal(self) -> None:
        """Show the deal to the table. If no scan or upcard opens the deal, make the first call."""
        await self.dealing.show_deal()
        if self.game.phase == Phases.READY:
            await self.bidding.open()

    async def confirm(self) -> None:
        """Confirm the score with one player of each side that has not confirmed yet."""
        await self.body.wait(FRESH_MS)
        for seat in self.seats[:2]:
            agreed = self.game.tally.agreed >> self.game.house.side(seat) & 1
            if self.game.phase == Phases.DONE and not agreed:
                await self.body.await_lamp(seat, ASKED)
                await self.body.think()
                await self.agree(seat)
                self.happens(Events.CONFIRM, seat)

    async def agree(self, seat: int) -> None:
        """Press a key to confirm the score.

        If the press only closed a message that covered the score, press the key again.
        """
        body = self.body
        key = SUIT_KEYS[0] if body.has_key(seat, SUIT_KEYS[0]) else "PASS"
        if body.dark:  # without lights, wait until every message has left the display
            await body.wait(STANDS_MS)
            await body.press(seat, key)
            return
        for _ in range(_SENTENCES):
            await body.press(seat, key)
            # While the table announces offences, the lights blink and do not show ASKED.
            if body.lamp(seat) == ASKED or len(self.game.conduct.log):
                await body.wait(FRESH_MS)
            if body.lamp(seat) != ASKED:
                return
