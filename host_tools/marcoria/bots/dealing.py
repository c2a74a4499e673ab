"""The cards are dealt, and the table is told of them."""

from collections import OrderedDict

from marcoria.bots.body import READ_MS, STEADY_MS
from marcoria.bots.eyes import ASKED, SCAN, SHARED, TURN
from marcoria.bots.pack import Hands
from marcoria.bots.party import Party
from marcoria.bots.seven import Seven
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import Events, Phases


class Dealing:
    """What a dealer does, before the bidding and after it."""

    def __init__(self, party: Party, seven: Seven) -> None:
        self.party = party
        self.seven = seven

    def serve(self) -> None:
        """The first cards, and the upcard."""
        party = self.party
        party.pack.prepare()
        first = party.pack.first(party.elder)
        for seat in range(4):
            party.hands[seat] = list(first.get(seat, []))
            party.laid[seat] = []
        party.judged = 0
        party.unseen = True

    async def show_deal(self) -> None:
        """The table is told of the cards that were dealt."""
        party = self.party
        if party.scanned:
            await party.body.await_lamp(party.dealer, SCAN)
            for seat in party.seats:
                party.body.places.note(seat, party.body.lamp(seat))
            party.happens(Events.DEAL, party.dealer, 1)
            order = party.pack.order(party.elder)
            await self.scan(OrderedDict([(seat, party.hands[seat]) for seat in order]), STEADY_MS)
        if party.pack.upcard >= 0:
            await self.turn_up()

    async def turn_up(self) -> None:
        """The dealer lays the upcard on his pad; with blind hands that opens the deal."""
        party, dealer, upcard = self.party, self.party.dealer, self.party.pack.upcard
        await party.body.await_turn(dealer)
        if party.game.phase == Phases.READY:
            party.happens(Events.DEAL, dealer, 0)
        await party.body.put(upcard, dealer)
        party.happens(Events.UPCARD, dealer, upcard)

    async def scan(self, hands: Hands, more_ms: int = 0) -> None:
        """Everybody passes his cards over his pad, all at the same time; the first that much
        longer. Who has none of his own comes after them, and who goes on being asked, for his
        was lost meanwhile."""
        body = self.party.body
        pad = body.places.pad
        own = OrderedDict([item for item in hands.items() if pad(item[0]) == item[0]])
        await self._pass_over(own, more_ms)
        for seat in range(4):
            if seat in hands and seat not in own:
                await self._pass_over({seat: hands[seat]}, 0 if own else more_ms)
        for seat in own:
            if body.lamp(seat) == SCAN:
                body.places.note(seat, SHARED)
                await self._pass_over({seat: hands[seat]})

    async def _pass_over(self, hands: Hands, more_ms: int = 0) -> None:
        body = self.party.body
        for turn in range(max(map(len, hands.values()), default=0)):
            passing = [(seat, cards[turn]) for seat, cards in hands.items() if turn < len(cards)]
            for seat, card in passing:
                await body.put(card, seat)
                self.party.happens(Events.SCAN, seat, card)
            await body.wait(READ_MS + more_ms)
            more_ms = 0
            for _, card in passing:
                body.lift(card)
            await body.wait(READ_MS)

    async def pick_up(self) -> None:
        """The card turned up leaves its pad; laid again sooner, it has never been away."""
        await self.party.body.clear()
        await self.party.body.wait(READ_MS)

    async def hand_out(self) -> None:
        """The cards after the bidding; the upcard goes to its taker, or stays."""
        party, house = self.party, self.party.house
        taker = party.game.auction.taker
        rest = party.pack.rest(party.elder, taker)
        for seat, cards in rest.items():
            party.hands[seat] += cards
        if party.pack.upcard >= 0 and house.upcard == choices.UPCARD_TAKEN:
            party.hands[taker].append(party.pack.upcard)
        if party.scanned:
            await self.scan(rest)
        if house.upcard == choices.UPCARD_STAYS:
            await self.show_bottom()
        if self.seven.may_be_exchanged():
            await self.seven.exchange()

    async def show_bottom(self) -> None:
        """The dealer shows the card at the bottom of the pack."""
        party = self.party
        await party.body.await_lamp(party.dealer, ASKED, TURN)
        await party.body.pass_over(party.pack.bottom, party.dealer)
        party.happens(Events.BOTTOM, party.dealer, party.pack.bottom)
