"""The players' actions before the tricks: dealing, bidding and exchanging the seven of trump."""

from collections import OrderedDict

from marcoria.bots.body import FRESH_MS, READ_MS, STEADY_MS, SUIT_KEYS
from marcoria.bots.party import Hands, Party
from marcoria.bots.perception import ASKED, SCAN, SHARED, TURN
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import Bids, Events, Phases

IN_MENU = 3  # index of the exchange among the answers of the seat's menu
# Key to press after CALL for each of these calls.
AFTER_CALL = {
    Bids.NO_TRUMPS: SUIT_KEYS[0],
    Bids.ALL_TRUMPS: SUIT_KEYS[1],
    Bids.DOUBLE: SUIT_KEYS[2],
    Bids.THIRD: SUIT_KEYS[2],
    Bids.REDOUBLE: SUIT_KEYS[3],
}


class Seven:
    """Exchange of the seven of trump for the upcard, before the first card.

    With `uses_menu` the exchange is always made in the seat's menu. `uses_menu` must be set if
    people play with the bots: without the menu a bot lays the seven before the upcard, and until
    the upcard follows, people may mistake the seven for a lead and lay their own cards.
    """

    def __init__(self, party: Party) -> None:
        self.party = party
        self.uses_menu = False

    @property
    def card(self) -> int:
        """Return the seven of trump."""
        return int(self.party.game.auction.contract << 3)

    @property
    def taker(self) -> int:
        """Return the seat that gets the upcard, -1 if no seat gets it in this house."""
        party = self.party
        return int(party.game.auction.taker) if party.house.upcard == choices.UPCARD_TAKEN else -1

    def may_be_exchanged(self) -> bool:
        """Return whether the house allows the exchange and the upcard is a higher trump."""
        upcard, contract = self.party.pack.upcard, self.party.game.auction.contract
        return bool(self.party.house.seven) and upcard >> 3 == contract and upcard & 7 > 0

    async def exchange(self) -> None:
        """Exchange the seven, if its holder wants to and is not the seat that gets the upcard."""
        party = self.party
        for seat in party.seats:
            if self.card not in party.hands[seat] or seat == self.taker:
                continue
            if party.players[seat].exchanges_seven(party.view(seat)):
                await party.body.await_turn(party.game.trick.seat)
                await self.swap(seat)
                return

    async def swap(self, seat: int) -> None:
        """Lay the seven on the seat's pad, and then the upcard.

        With `uses_menu` use the seat's menu instead. Also use the menu if the pad is shared,
        because there the table would treat the seven as a card of another seat.
        """
        body = self.party.body
        if self.uses_menu or body.places.shared(body.places.pad(seat)):
            await body.chord(seat)
            await body.await_lamp(seat, ASKED)
            await body.press(seat, SUIT_KEYS[IN_MENU])
        else:
            await body.pass_over(self.card, seat)
            await body.pass_over(self.party.pack.upcard, seat)
        await body.wait(READ_MS)  # a card laid again sooner would count as never lifted
        self.party.happens(Events.SEVEN, seat)
        self.have_swapped(seat)

    def have_swapped(self, seat: int) -> None:
        """Exchange the seven and the upcard in the hands that the players remember."""
        upcard = self.party.pack.upcard
        hand = self.party.hands[seat]
        hand[hand.index(self.card)] = upcard
        if self.taker >= 0:
            other = self.party.hands[self.taker]
            other[other.index(upcard)] = self.card


class DealPhase:
    """Actions of the dealer before and after the bidding."""

    def __init__(self, party: Party, seven: Seven) -> None:
        self.party = party
        self.seven = seven

    def serve(self) -> None:
        """Deal the first cards and the upcard; the table does not see them yet."""
        party = self.party
        party.pack.prepare()
        first = party.pack.first(party.elder)
        for seat in range(4):
            party.hands[seat] = list(first.get(seat, []))
            party.laid[seat] = []
        party.judged = 0
        party.unseen = True

    async def show_deal(self) -> None:
        """Scan the dealt cards if hands are scanned, and turn up the upcard if there is one."""
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
        """Lay the upcard on the dealer's pad.

        With blind hands, which are not scanned, this opens the deal.
        """
        party, dealer, upcard = self.party, self.party.dealer, self.party.pack.upcard
        await party.body.await_turn(dealer)
        if party.game.phase == Phases.READY:
            party.happens(Events.DEAL, dealer, 0)
        await party.body.put(upcard, dealer)
        party.happens(Events.UPCARD, dealer, upcard)

    async def scan(self, hands: Hands, more_ms: int = 0) -> None:
        """Scan hands: those of seats with a working reader together, then the others one by one.

        The others are scanned on another seat's reader, because their own reader is missing, or
        was lost before or during this scan. If any hand is scanned on its own seat's reader, the
        first card of each such hand lies `more_ms` longer. Otherwise the first card of each hand
        lies `more_ms` longer.
        """
        body = self.party.body
        pad = body.places.pad
        own = OrderedDict([item for item in hands.items() if pad(item[0]) == item[0]])
        await self._pass_over(own, more_ms)
        for seat in range(4):
            if seat in hands and seat not in own:
                await self._pass_over({seat: hands[seat]}, 0 if own else more_ms)
        for seat in own:
            if body.lamp(seat) == SCAN and await self._still_scans(seat):
                body.places.note(seat, SHARED)
                await self._pass_over({seat: hands[seat]})

    async def _still_scans(self, seat: int) -> bool:
        """Wait, and return whether a seat's lights still ask for a scan.

        The wait is needed because the lights of a new turn at first look like those of a scan.
        Without the wait, a seat whose turn has just begun would be scanned again at another pad.
        """
        await self.party.body.wait(STEADY_MS)
        return self.party.body.lamp(seat) == SCAN

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
        """Take the upcard off its pad, and wait until the table has noticed that it is gone."""
        await self.party.body.clear()
        await self.party.body.wait(READ_MS)

    async def hand_out(self) -> None:
        """Deal the remaining cards after the bidding, and scan them if hands are scanned.

        In some houses the taker gets the upcard. In others the dealer then shows the bottom card.
        At the end exchange the seven of trump if the house allows this and its holder wants to.
        """
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
        """Show the bottom card of the pack on the dealer's pad."""
        party = self.party
        await party.body.await_lamp(party.dealer, ASKED, TURN)
        await party.body.pass_over(party.pack.bottom, party.dealer)
        party.happens(Events.BOTTOM, party.dealer, party.pack.bottom)


class BidPhase:
    """Calls of the players in the bidding."""

    def __init__(self, party: Party, dealing: DealPhase) -> None:
        self.party = party
        self.dealing = dealing

    async def open(self) -> None:
        """Make the first call, with blind hands and no upcard; this call opens the deal."""
        party, seat = self.party, self.party.elder
        party.game.auction.start(seat, -1, 0)
        await party.body.wait(FRESH_MS)
        call = party.players[seat].bid(party.view(seat))
        party.happens(Events.DEAL, party.dealer, 0)
        await self.speak(seat, call)

    async def next_call(self) -> None:
        """Make the call of the seat whose turn it is."""
        party, seat = self.party, self.party.game.auction.seat
        await party.body.await_turn(seat)
        await party.body.think()
        await self.speak(seat, party.players[seat].bid(party.view(seat)))

    async def speak(self, seat: int, call: int) -> None:
        """Make a call; if play begins after it, pick up the upcard and deal the rest."""
        await self.say(seat, call)
        self.party.happens(Events.BID, seat, call)
        if self.party.game.phase == Phases.PLAY:
            await self.dealing.pick_up()
            await self.dealing.hand_out()

    async def say(self, seat: int, call: int) -> None:
        """Press the keys of a call."""
        press = self.party.body.press
        if call == Bids.PASS:
            await press(seat, "PASS")
        elif call < Bids.NO_TRUMPS:
            await press(seat, SUIT_KEYS[call])
        else:
            await press(seat, "CALL")
            await press(seat, AFTER_CALL[call])
