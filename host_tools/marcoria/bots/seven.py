"""The seven of trump, which some houses let its holder exchange for the card turned up."""

from marcoria.bots.body import READ_MS, SUIT_KEYS
from marcoria.bots.eyes import ASKED
from marcoria.bots.party import Party
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import Events

_IN_MENU = 3  # the place of the exchange among the answers there


class Seven:
    """The exchange, before the first card."""

    def __init__(self, party: Party) -> None:
        self.party = party

    @property
    def card(self) -> int:
        """The seven itself."""
        return int(self.party.game.auction.contract << 3)

    @property
    def taker(self) -> int:
        """Who has taken the card that was turned up, -1 if nobody has."""
        party = self.party
        return int(party.game.auction.taker) if party.house.upcard == choices.UPCARD_TAKEN else -1

    def may_be_exchanged(self) -> bool:
        """Whether it is worth the card that was turned up."""
        upcard, contract = self.party.pack.upcard, self.party.game.auction.contract
        return bool(self.party.house.seven) and upcard >> 3 == contract and upcard & 7 > 0

    async def exchange(self) -> None:
        """Whoever holds it lays it on his pad, and then the upcard."""
        party = self.party
        for seat in party.seats:
            if self.card not in party.hands[seat] or seat == self.taker:
                continue
            if party.players[seat].exchanges_seven(party.view(seat)):
                await party.body.await_turn(party.game.trick.seat)
                await self.swap(seat)
                return

    async def swap(self, seat: int) -> None:
        """The seven on the pad, and then the upcard; by the seat's menu where the pad is not his
        alone, and it would be taken for another's card."""
        body = self.party.body
        if body.places.shared(body.places.pad(seat)):
            await body.chord(seat)
            await body.await_lamp(seat, ASKED)
            await body.press(seat, SUIT_KEYS[_IN_MENU])
        else:
            await body.pass_over(self.card, seat)
            await body.pass_over(self.party.pack.upcard, seat)
        await body.wait(READ_MS)  # laid again sooner, it has never been away
        self.party.happens(Events.SEVEN, seat)
        self.have_swapped(seat)

    def have_swapped(self, seat: int) -> None:
        """Who holds the seven now, and who the card that was turned up."""
        upcard = self.party.pack.upcard
        hand = self.party.hands[seat]
        hand[hand.index(self.card)] = upcard
        if self.taker >= 0:
            other = self.party.hands[self.taker]
            other[other.index(upcard)] = self.card
