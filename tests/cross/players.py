"""Random players of a real `Match`, who change the match only by events.

The naive implementation of the rules decides which cards they may lay, and which melds they
announce and show.
"""

from typing import Any

import naive
import naive_cards
import naive_melds
import naive_play
import naive_score
import random_houses
from codes.game import CONTRACTS, SEATS, Events, Phases, Totals, card_of
from random_houses import Random

Rules = dict[str, Any]

CALLS = [*CONTRACTS, "pass", "double", "redouble", "third"]
_TRUMP_PAIR = {"K": "Q", "Q": "K"}
_KINDS = ["tierce", "quarte", "quint", "carre"]


class Refused(AssertionError):
    """Error raised when the engine refuses an event of an honest player."""


class Deal:
    """One deal of random players: its cards, bidding and play."""

    def __init__(self, game: Any, rules: Rules, rng: Random, scanned: bool) -> None:
        self.game = game
        self.rules = rules
        self.rng = rng
        self.scanned = scanned
        self.seats: list[str] = naive_cards.seats_of(rules)
        self.sides: list[str] = naive_cards.sides_of(rules)
        self.size: int = naive_cards.hand_size(rules)
        self.dealer = SEATS[game.totals[Totals.DEALER]]
        self.elder: str = naive_cards.seat_after(rules, self.dealer, 1)
        self.hanging: int = game.totals[Totals.HANGING]
        self.second = bool(game.totals[Totals.THROWN_IN])
        self.hands: dict[str, list[str]] = random_houses.random_hands(rng, rules)
        self.plays: list[str] = []
        self.bottom = ""  # the bottom card, once it has been shown
        self.forgets = True  # whether the dealer may forget to show the bottom card
        self.calls: list[str] = []
        self.late: list[str] = []  # seats that still have to call a belote

    def do(self, what: int, seat: str, arg: int = 0) -> int:
        """Apply an event and return the result; raise `Refused` if the engine refuses it.

        Once the match is won, apply only CONFIRM; ignore any other event and return 0.
        """
        if self.game.totals[Totals.WINNER] >= 0 and what != Events.CONFIRM:
            return 0
        result: int = self.game.apply(what, SEATS.index(seat), arg)
        if 0 < result < 128:
            raise Refused(f"event {what} {seat} {arg} refused with {result}")
        return result

    # Methods for dealing and bidding.

    def bid(self) -> bool:
        """Deal and bid; return whether a player has chosen a contract."""
        game, rules, rng = self.game, self.rules, self.rng
        self.do(Events.DEAL, self.dealer, int(self.scanned))
        self.first = {seat: self.hands[seat][: self.size - 3] for seat in self.seats}
        self.scan(self.first)
        self.upcard, holder = "", ""
        if rules["upcard"] == "taken":
            holder = rng.choice(self.seats)
            self.upcard = self.hands[holder][self.size - 3]
        elif rules["upcard"] == "stays":
            self.upcard = rng.choice(self.stock())
        if self.upcard:
            self.do(Events.UPCARD, self.dealer, card_of(self.upcard))
        while game.phase == Phases.BIDDING:
            self.call()
        self.compare_bidding()
        if game.phase != Phases.PLAY:
            return False
        self.contract = CONTRACTS[game.auction.contract]
        self.taker = SEATS[game.auction.taker]
        if holder and holder != self.taker:
            # The taker gets the upcard. The player who held it gets the taker's last card.
            given = self.hands[self.taker].pop()
            self.hands[holder].remove(self.upcard)
            self.hands[holder].append(given)
            self.hands[self.taker].append(self.upcard)
        rest = {
            seat: [one for one in self.hands[seat] if one not in self.first[seat]]
            for seat in self.seats
        }
        if rules["upcard"] == "taken":
            rest[self.taker].remove(self.upcard)
        self.scan(rest)
        if rules["upcard"] == "stays" and (rng.one_in(2) or not self.forgets):
            self.bottom = rng.choice([one for one in self.stock() if one != self.upcard])
            self.do(Events.BOTTOM, self.dealer, card_of(self.bottom))
        self.exchange_seven()
        return True

    def scan(self, hands: dict[str, list[str]]) -> None:
        if self.scanned:
            for seat in self.seats:
                for one in hands[seat]:
                    self.do(Events.SCAN, seat, card_of(one))

    def stock(self) -> list[str]:
        held = [one for seat in self.seats for one in self.hands[seat]]
        return [one for one in naive_cards.all_cards() if one not in held]

    def call(self) -> None:
        call = self.rng.choice([*CALLS, "pass", "pass", "pass", "pass", "pass"])
        seat = self.game.auction.seat
        result = self.game.apply(Events.BID, seat, CALLS.index(call))
        told = self.bidding([*self.calls, call])
        assert (result == 0) == (told["error_at"] is None), (self.calls, call, result)
        if result == 0:
            self.calls.append(call)

    def bidding(self, calls: list[str]) -> dict[str, Any]:
        suit = self.upcard[1] if self.upcard else None
        told: dict[str, Any] = naive.auction(self.rules, self.elder, calls, suit, self.second)
        return told

    def compare_bidding(self) -> None:
        told, auction = self.bidding(self.calls), self.game.auction
        assert told["state"] == ("contract" if self.game.phase == Phases.PLAY else "thrown-in")
        if told["state"] == "contract":
            ours = (CONTRACTS[auction.contract], SEATS[auction.taker], auction.factor)
            assert ours == (told["contract"], told["taker"], told["factor"])

    def exchange_seven(self) -> None:
        seven = "7" + self.contract
        if self.rules["seven"] != "yes" or self.upcard[1] != self.contract:
            return
        for seat in self.seats:
            taken = self.rules["upcard"] == "taken"
            if seven in self.hands[seat] and not (taken and seat == self.taker):
                self.do(Events.SEVEN, seat)
                self.hands[seat][self.hands[seat].index(seven)] = self.upcard
                if taken:
                    hand = self.hands[self.taker]
                    hand[hand.index(self.upcard)] = seven

    # Methods for the play.

    def plan(self, wrong: int) -> None:
        """Choose all plays in advance; about `wrong` percent of the possible offences occur."""
        self.leader = self.elder
        self.planned = random_houses.random_plays(
            self.rng, self.rules, self.contract, self.leader, self.hands, wrong
        )
        self.faults = naive_play.faults(
            self.rules, self.contract, self.leader, self.hands, self.planned
        )
        self.melds = {
            seat: naive_melds.hand_melds(self.rules, self.contract, self.hands[seat])
            for seat in self.seats
        }

    def announce(self, seat: str) -> None:
        for meld in self.melds[seat]:
            self.do(Events.MELD, seat, _KINDS.index(meld["kind"]))

    def show(self) -> None:
        """Show the melds that score, and both sides' best melds if they are of the same kind."""
        for side in self.sides:
            for group in ("seq", "carre") if self.rules["contest"] != "one" else ("all",):
                scores = self.contest({}) != self.contest({(side, group)})
                best = self.highest(side, group)
                for seat, meld in self.of_group(side, group):
                    ties = best == self.highest(naive_cards.other_side(self.rules, side), group)
                    if scores or (ties and _KINDS.index(meld["kind"]) == best):
                        for one in meld["cards"]:
                            self.do(Events.SHOW, seat, card_of(one))

    def of_group(self, side: str, group: str) -> list[tuple[str, Any]]:
        found = []
        for seat in self.seats:
            for meld in self.melds[seat]:
                mine = naive_cards.side_of(self.rules, seat) == side
                if mine and (group == "all" or (group == "carre") == (meld["kind"] == "carre")):
                    found.append((seat, meld))
        return found

    def highest(self, side: str, group: str) -> int:
        kinds = [_KINDS.index(meld["kind"]) for _, meld in self.of_group(side, group)]
        return max(kinds, default=-1)

    def contest(self, without: Any) -> dict[str, int]:
        """Return each side's meld points; ignore the melds of each (side, group) in `without`."""
        melds: dict[str, Any] = {seat: list(self.melds[seat]) for seat in self.seats}
        for side, group in without:
            for seat, meld in self.of_group(side, group):
                melds[seat].remove(meld)
        told: dict[str, int] = naive_melds.contest(self.rules, self.contract, self.elder, melds)
        return told

    def lay(self) -> None:
        """Lay the next card, announce or show melds before it, and call belotes after it."""
        game = self.game
        seat = SEATS[game.trick.seat]
        players = len(self.seats)
        if len(self.plays) < players:
            self.announce(seat)
        if len(self.plays) == players and not self.scanned:
            self.show()
        one = self.planned[len(self.plays)]
        self.do(Events.CARD, seat, card_of(one))
        self.plays.append(one)
        for other in self.late:
            self.do(Events.BELOTE, other)
        self.late = []
        if self.has_to_call(seat, one):
            may_wait = self.rules["late"] == "salt" and len(self.plays) % players < players - 1
            # The call must come before the seat lays again: later it could be for the new card.
            may_wait = may_wait and SEATS[game.trick.seat] != seat
            if may_wait and game.phase == Phases.PLAY and self.rng.one_in(3):
                self.late = [seat]
            else:
                self.do(Events.BELOTE, seat)

    def has_to_call(self, seat: str, one: str) -> bool:
        trump = self.contract == "AT" or one[1] == self.contract
        if not trump or one[0] not in _TRUMP_PAIR:
            return False
        other = _TRUMP_PAIR[one[0]] + one[1]
        if other not in self.hands[seat]:
            return False
        if self.rules["calls"] == "first" and other in self.plays:
            return False
        return not (self.rules["order"] == "king" and one[0] == "Q" and other not in self.plays)

    def forgotten(self) -> list[tuple[int, int, str]]:
        """Return a list with the expected log entry (side, 0, code) for a forgotten bottom card.

        Return an empty list if it was not forgotten.
        """
        missed = naive_score.bottom_is_missed(self.rules, self.bottom, len(self.plays))
        side = self.sides.index(naive_cards.side_of(self.rules, self.dealer))
        return [(side, 0, "bottom-not-shown")] if missed else []

    def expected(self) -> dict[str, Any]:
        """Return the naive implementation's result of the deal."""
        told: dict[str, Any] = naive_score.deal(
            self.rules,
            self.contract,
            self.taker,
            self.leader,
            self.game.auction.factor,
            self.hanging,
            self.hands,
            self.plays,
        )
        return told
