"""Strategies of players: honest, forgetful, or cheating in ways that the table should notice.

A player decides from a `PlayerView`. The class `People` (bots/match.py) performs the decision at
the table.
"""

from collections.abc import Sequence
from random import Random

from marcoria.firmware.belote import choices
from marcoria.firmware.belote.conduct import DUTIES
from marcoria.firmware.belote.match import Match
from marcoria.firmware.belote.melds import Meld, Melds
from marcoria.firmware.belote.trick import TRUMP_BEATS, why
from marcoria.firmware.codes.game import Bids, Totals
from marcoria.game.masks import legal_cards, masks, would_win
from marcoria.game.names import OFFENCES

QUEEN, KING = 5, 6
BELOTE = 20  # points of a belote
_NO_CONTRACT = -1
# Strength of a card by its rank, for bidding and leading.
_TRUMP_WORTH = (0, 0, 4, 2, 6, 1, 1, 3)
_PLAIN_WORTH = (0, 0, 0, 1, 0, 0, 0, 3)
ENOUGH = 12  # least `estimate` of a hand with which a player takes
# With these points in tricks and belotes the taker's side fails only if the defenders have many
# points in melds.
_NEVER_MADE = 130


class PlayerView:
    """Information that one player has for decisions.

    `game` is the match that all players follow. `hand` has the cards that the player still holds.
    `laid` has the cards that the player has laid in this deal.
    """

    def __init__(self, game: Match, seat: int, hand: list[int], laid: list[int]) -> None:
        self.game = game
        self.house = game.house
        self.seat = seat
        self.side = game.house.side(seat)
        self.hand = hand
        self.laid = laid

    def legal(self) -> list[int]:
        """Return the cards that the player may lay now."""
        return legal_cards(self.game.trick, self.hand)

    def broken_by(self, card: int) -> int:
        """Return the offence that laying a card would be, one of `DUTIES`; 0 for none."""
        trick = self.game.trick
        return why(card, trick.led, trick.trump, trick.denies(card), masks(self.hand))

    def is_trump(self, card: int) -> bool:
        """Return whether a card's suit counts as trump."""
        return self.game.trick.beats[card >> 3] is TRUMP_BEATS

    def points(self, card: int) -> int:
        """Return the points of a card."""
        return self.game.trick.values[card >> 3][card & 7]

    def wins(self, card: int) -> bool:
        """Return whether a card would beat all cards laid in the trick so far."""
        return would_win(self.game.trick, card)

    def later(self) -> list[int]:
        """Return the seats that play after this player in the trick, in the order of play."""
        seats, seat = [], self.seat
        for _ in range(self.house.players - self.game.trick.count - 1):
            seat = self.house.after(seat)
            seats.append(seat)
        return seats

    def partner_wins(self) -> bool:
        """Return whether the partner is winning the trick."""
        trick = self.game.trick
        return bool(trick.led != 4 and self.game.house.side(trick.winner) == self.side)

    def melds(self) -> "Sequence[Meld]":
        """Return the melds of the hand as it was dealt, the best meld first."""
        hand = masks(self.hand + self.laid)
        return Melds(self.house).find(self.seat, hand, self.game.auction.contract)

    def pair_held(self, card: int) -> bool:
        """Return whether a card is king or queen of trump and the player was dealt both."""
        return card & 7 in (QUEEN, KING) and self.is_trump(card) and card ^ 3 in self.own()

    def own(self) -> list[int]:
        """Return all cards that the player was dealt."""
        return self.hand + self.laid

    def calls_belote(self, card: int) -> bool:
        """Return whether an honest player calls belote with this card."""
        if not self.pair_held(card):
            return False
        other_laid = card ^ 3 in self.laid
        if self.house.order and card & 7 == QUEEN and not other_laid:
            return False
        return not (self.house.calls and other_laid)


class Honest:
    """Player who keeps the rules and plays reasonable cards."""

    name = "honest"
    gives_reasons = False

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    # --- the bidding ------------------------------------------------------------------------

    def bid(self, view: PlayerView) -> int:
        """Return the call: the number of a suit (0 to 3), or one of `Bids`."""
        if view.house.bidding == choices.BIDDING_AUCTION:
            return self._auction(view)
        auction, upcard = view.game.auction, view.game.play.upcard
        if auction.round == 1:
            taken = [upcard] if view.house.upcard == choices.UPCARD_TAKEN else []
            return upcard >> 3 if self._worth(view.hand + taken, upcard >> 3) else Bids.PASS
        once = view.house.bidding == choices.BIDDING_ONCE
        suits = [suit for suit in range(4) if suit != upcard >> 3 or once]
        best = max(suits, key=lambda suit: estimate(view.hand, suit))
        return best if self._worth(view.hand, best) else Bids.PASS

    def _worth(self, hand: list[int], contract: int) -> bool:
        return estimate(hand, contract) + self.rng.randint(-3, 3) >= ENOUGH

    def _auction(self, view: PlayerView) -> int:
        auction = view.game.auction
        own = auction.contract >= 0 and view.game.house.side(auction.taker) == view.side
        if auction.contract >= 0 and self._doubles():
            if own and auction.factor == 2:
                return Bids.REDOUBLE
            if not own and auction.factor == 1:
                return Bids.DOUBLE
            if not own and auction.factor == 4 and view.house.third:
                return Bids.THIRD
        if own or auction.factor > 1:
            return Bids.PASS
        higher = range(auction.contract + 1, Bids.ALL_TRUMPS + 1)
        best = max(higher, key=lambda call: estimate(view.hand, call), default=Bids.PASS)
        return best if best < Bids.PASS and self._worth(view.hand, best) else Bids.PASS

    def _doubles(self) -> bool:
        """Return whether to double, redouble or double a third time if the player may."""
        return self.rng.random() < 0.2

    # --- announcing -------------------------------------------------------------------------

    def melds(self, view: PlayerView) -> list[int]:
        """Return the kind of each meld to announce before the player's first card."""
        return [meld.kind for meld in view.melds()]

    def shows(self, view: PlayerView) -> list[int]:
        """Return the cards of melds to show when the table asks, without cards already laid."""
        wanted = [card for meld in view.melds() for card in meld.cards()]
        return [card for card in view.hand if card in wanted]

    def belote(self, view: PlayerView, card: int) -> bool:
        """Return whether to call belote with the card that is about to be laid."""
        return view.calls_belote(card)

    def belote_late(self, view: PlayerView, card: int) -> bool:
        """Return whether to call belote late for `card`, after another player has laid a card."""
        return False

    def salts(self, view: PlayerView) -> bool:
        """Return whether to salt when an opponent laid king or queen of trump without a call."""
        return False

    def calls_out(self, view: PlayerView) -> bool:
        """Return whether to call out.

        This player calls out once the side's total, with its tricks and belotes of this deal,
        reaches the target. Under `call_out: lead` the taker's side must also have `_NEVER_MADE`
        points in this deal, because the call is false if this side fails.
        """
        game, house = view.game, view.house
        sure = game.tally.points[view.side] + game.pairs.worth(view.side)
        if game.totals[view.side] + sure < game.totals[Totals.POINTS]:
            return False
        taker = game.house.side(game.auction.taker) == view.side
        return house.call_out != choices.CALL_OUT_LEAD or not taker or sure >= _NEVER_MADE

    def exchanges_seven(self, view: PlayerView) -> bool:
        """Return whether to exchange the seven of trump for the upcard."""
        return True

    # --- playing ----------------------------------------------------------------------------

    def card(self, view: PlayerView) -> int:
        """Return the card to lay."""
        legal = view.legal()
        if view.game.trick.led == 4:
            return max(legal, key=lambda card: self._lead(view, card))
        if view.partner_wins():
            return max(legal, key=lambda card: view.points(card) - 20 * view.is_trump(card))
        winning = [card for card in legal if view.wins(card)]
        return min(winning or legal, key=view.points)

    def _lead(self, view: PlayerView, card: int) -> float:
        rank = card & 7
        taker = view.game.house.side(view.game.auction.taker) == view.side
        if view.is_trump(card):
            return _TRUMP_WORTH[rank] * (3 if taker else 1) + self.rng.random()
        return _PLAIN_WORTH[rank] * 4 - view.points(card) / 5 + self.rng.random()

    def lays_too_much(self, view: PlayerView) -> int:
        """Return a second card to lay by mistake on top of the first.

        -1 means no second card. The first card itself means the same.
        """
        return -1

    def lays_early(self, view: PlayerView) -> int:
        """Return a card to lay out of turn, -1 for none."""
        return -1


def estimate(hand: list[int], contract: int) -> int:
    """Return an estimate of a hand's strength for a contract."""
    worth = 0
    for card in hand:
        suit, rank = card >> 3, card & 7
        trump = contract == Bids.ALL_TRUMPS or suit == contract
        worth += _TRUMP_WORTH[rank] + (contract < Bids.NO_TRUMPS) if trump else _PLAIN_WORTH[rank]
    # All trumps need a stronger hand, because the cards of every suit count as trumps. No trumps
    # need a slightly stronger hand.
    return worth - 6 * (contract == Bids.ALL_TRUMPS) - (contract == Bids.NO_TRUMPS)


class Wild(Honest):
    """Player who keeps the rules, but bids, exchanges the seven and lays cards at random."""

    name = "wild"

    def bid(self, view: PlayerView) -> int:
        """Return a random call that the house accepts; a pass is most likely."""
        return self.rng.choice(_possible(view)) if self.rng.random() < 0.6 else Bids.PASS

    def card(self, view: PlayerView) -> int:
        """Return a random legal card."""
        return self.rng.choice(view.legal())

    def exchanges_seven(self, view: PlayerView) -> bool:
        """Return whether to exchange the seven of trump, at random."""
        return self.rng.random() < 0.5


def _possible(view: PlayerView) -> list[int]:
    """Return all calls that the house accepts from this player now."""
    auction, upcard = view.game.auction, view.game.play.upcard
    if view.house.bidding != choices.BIDDING_AUCTION:
        if auction.round == 1:
            return [upcard >> 3, Bids.PASS]
        once = view.house.bidding == choices.BIDDING_ONCE
        return [suit for suit in range(4) if suit != upcard >> 3 or once] + [Bids.PASS]
    calls = [Bids.PASS] + list(range(auction.contract + 1, Bids.ALL_TRUMPS + 1))
    if auction.contract >= 0:
        own = view.game.house.side(auction.taker) == view.side
        thirds = Bids.THIRD if view.house.third else Bids.PASS
        said = {1: Bids.DOUBLE, 2: Bids.REDOUBLE, 4: thirds}.get(auction.factor, Bids.PASS)
        if own == (said == Bids.REDOUBLE):
            calls.append(said)
    return calls


class Forgetful(Wild):
    """Player who often calls belote late or not at all, and often salts opponents' belotes."""

    name = "forgetful"

    def belote(self, view: PlayerView, card: int) -> bool:
        """Return whether to call belote now; a player with the pair decides at random."""
        return super().belote(view, card) and self.rng.random() < 0.4

    def belote_late(self, view: PlayerView, card: int) -> bool:
        """Return whether to call belote late; a player with the pair decides at random."""
        return view.calls_belote(card) and self.rng.random() < 0.5

    def salts(self, view: PlayerView) -> bool:
        """Return whether to salt, at random."""
        return self.rng.random() < 0.5


class Cheat(Wild):
    """Base class of players who cheat in one way, in `often` per cent of the occasions."""

    name = "cheat"
    often = 50

    def tempted(self) -> bool:
        """Return whether to cheat now."""
        return self.rng.randrange(100) < self.often


class Breaker(Cheat):
    """Player who plays cards that break a duty.

    `duty` is the code of the offence that the player commits, one of `DUTIES`; 0 stands for any of
    these offences.
    """

    duty = 0

    def card(self, view: PlayerView) -> int:
        """Return a card that breaks a duty if there is one and `tempted`, else a legal card."""
        wrong = [card for card in view.hand if self._wanted(view.broken_by(card))]
        return self.rng.choice(wrong) if wrong and self.tempted() else super().card(view)

    def _wanted(self, broken: int) -> bool:
        return broken == self.duty if self.duty else bool(broken)


class FalseMeld(Cheat):
    """Player who announces melds that he does not hold."""

    name = "false-meld"

    def melds(self, view: PlayerView) -> list[int]:
        """Return the kinds to announce; a player without melds may announce a false one."""
        held = super().melds(view)
        if view.house.melds and not held and self.tempted():
            return [self.rng.randrange(4)]
        return held


class FalseBelote(Cheat):
    """Player who calls belote with only one of king and queen of trump."""

    name = "false-belote"

    def belote(self, view: PlayerView, card: int) -> bool:
        """Return whether to call belote; without the other card of the pair, decide at random."""
        alone = card & 7 in (QUEEN, KING) and view.is_trump(card) and not view.pair_held(card)
        return (alone and self.tempted()) or super().belote(view, card)


class FalseCallOut(Cheat):
    """Player who calls out whether or not his side has the points."""

    name = "false-call-out"

    def calls_out(self, view: PlayerView) -> bool:
        """Return whether to call out, at random."""
        return self.tempted()


class OutOfTurn(Cheat):
    """Player who lays cards out of turn."""

    name = "out-of-turn"

    def lays_early(self, view: PlayerView) -> int:
        """Return a card to lay out of turn, or -1 for none, at random."""
        return self.rng.choice(view.hand) if self.tempted() else -1


class TwoCards(Cheat):
    """Player who lays two cards at once."""

    name = "two-cards"

    def lays_too_much(self, view: PlayerView) -> int:
        """Return at random a card to lay on top of the first, or -1 for none.

        The first card itself means none too.
        """
        return self.rng.choice(view.hand) if self.tempted() and view.hand else -1


def _breaker(name: str, duty: int) -> type[Breaker]:
    return type(name, (Breaker,), {"name": name, "duty": duty, "__doc__": f"Breaker {name}."})


_BREAKERS: list[type[Honest]] = [_breaker("any-duty", 0)]
_BREAKERS += [_breaker(OFFENCES[duty], duty) for duty in DUTIES]
_OTHERS: list[type[Honest]] = [FalseMeld, FalseBelote, FalseCallOut, OutOfTurn, TwoCards]
STRATEGIES: list[type[Honest]] = [Honest, Wild, Forgetful] + _BREAKERS + _OTHERS
