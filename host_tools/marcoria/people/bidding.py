"""Calls, on the keys."""

from marcoria.firmware.codes import bids, events, phases
from marcoria.people.body import FRESH_MS, SUIT_KEYS
from marcoria.people.dealing import Dealing
from marcoria.people.party import Party

# What is pressed after CALL.
_AFTER_CALL = {
    bids.NO_TRUMPS: SUIT_KEYS[0],
    bids.ALL_TRUMPS: SUIT_KEYS[1],
    bids.DOUBLE: SUIT_KEYS[2],
    bids.THIRD: SUIT_KEYS[2],
    bids.REDOUBLE: SUIT_KEYS[3],
}


class Bidding:
    """Who speaks, and what follows from it."""

    def __init__(self, party: Party, dealing: Dealing) -> None:
        self.party = party
        self.dealing = dealing

    def open(self) -> None:
        """Where nothing is turned up, the first word opens the deal."""
        party, seat = self.party, self.party.elder
        party.game.auction.start(seat, -1, 0)
        party.body.wait(FRESH_MS)
        call = party.players[seat].bid(party.view(seat))
        party.happens(events.DEAL, party.dealer, 0)
        self.speak(seat, call)

    def next_call(self) -> None:
        """A call of whoever has to speak."""
        party, seat = self.party, self.party.game.auction.seat
        party.body.await_turn(seat)
        party.body.think()
        self.speak(seat, party.players[seat].bid(party.view(seat)))

    def speak(self, seat: int, call: int) -> None:
        """A call, and what follows if it was the last one."""
        self.say(seat, call)
        self.party.happens(events.BID, seat, call)
        if self.party.game.phase == phases.PLAY:
            self.dealing.pick_up()
            self.dealing.hand_out()

    def say(self, seat: int, call: int) -> None:
        """A call."""
        press = self.party.body.press
        if call == bids.PASS:
            press(seat, "PASS")
        elif call < bids.NO_TRUMPS:
            press(seat, SUIT_KEYS[call])
        else:
            press(seat, "CALL")
            press(seat, _AFTER_CALL[call])
