"""Calls, on the keys."""

from marcoria.bots.body import FRESH_MS, SUIT_KEYS
from marcoria.bots.dealing import Dealing
from marcoria.bots.party import Party
from marcoria.firmware.codes.game import Bids, Events, Phases

# What is pressed after CALL.
_AFTER_CALL = {
    Bids.NO_TRUMPS: SUIT_KEYS[0],
    Bids.ALL_TRUMPS: SUIT_KEYS[1],
    Bids.DOUBLE: SUIT_KEYS[2],
    Bids.THIRD: SUIT_KEYS[2],
    Bids.REDOUBLE: SUIT_KEYS[3],
}


class Bidding:
    """Who speaks, and what follows from it."""

    def __init__(self, party: Party, dealing: Dealing) -> None:
        self.party = party
        self.dealing = dealing

    async def open(self) -> None:
        """Where nothing is turned up, the first word opens the deal."""
        party, seat = self.party, self.party.elder
        party.game.auction.start(seat, -1, 0)
        await party.body.wait(FRESH_MS)
        call = party.players[seat].bid(party.view(seat))
        party.happens(Events.DEAL, party.dealer, 0)
        await self.speak(seat, call)

    async def next_call(self) -> None:
        """A call of whoever has to speak."""
        party, seat = self.party, self.party.game.auction.seat
        await party.body.await_turn(seat)
        await party.body.think()
        await self.speak(seat, party.players[seat].bid(party.view(seat)))

    async def speak(self, seat: int, call: int) -> None:
        """A call, and what follows if it was the last one."""
        await self.say(seat, call)
        self.party.happens(Events.BID, seat, call)
        if self.party.game.phase == Phases.PLAY:
            await self.dealing.pick_up()
            await self.dealing.hand_out()

    async def say(self, seat: int, call: int) -> None:
        """A call."""
        press = self.party.body.press
        if call == Bids.PASS:
            await press(seat, "PASS")
        elif call < Bids.NO_TRUMPS:
            await press(seat, SUIT_KEYS[call])
        else:
            await press(seat, "CALL")
            await press(seat, _AFTER_CALL[call])
