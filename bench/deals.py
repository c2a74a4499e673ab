"""Workloads that `run.py` times on CPython: finding legal cards, and playing deals."""

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

import player
from marcoria.firmware.belote.auction import Auction
from marcoria.firmware.belote.match import Match
from marcoria.firmware.belote.melds import Melds
from marcoria.firmware.belote.score import Score
from marcoria.firmware.belote.trick import FREE, Trick
from marcoria.firmware.codes.game import Bids, Events, Phases, Totals

_RANKS = [[rank for rank in range(8) if mask >> rank & 1] for mask in range(256)]


def legal_sets(seconds: float, seed: int) -> float:
    """Return how many calls of `Trick.legal` run in a second; this includes the loop's time.

    The calls are made on random positions of every house and contract.
    """
    rng = random.Random(seed)
    work = [_position(rng, player.open_house(name)) for name in player.NAMES for _ in range(600)]
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        for legal, hand in work:
            legal(hand)
        done += len(work)
    return done / (perf_counter() - start)


def _position(rng: random.Random, house: Any) -> tuple[Callable[[bytearray], int], bytearray]:
    deck = rng.sample(range(32), 32)
    trick = Trick(house)
    trick.contract(rng.randrange(6 if house.bidding == 2 else 4))
    trick.start(0)
    for card in deck[: rng.randrange(house.players)]:
        trick.lay(card)
    hand = bytearray(5)
    for card in deck[4 : 4 + rng.randrange(1, house.cards + 1)]:
        hand[card >> 3] |= 1 << (card & 7)
    return trick.legal, hand


class Deals:
    """Full deals with the engine's parts: dealing, bids, melds, 32 random legal plays, score."""

    def __init__(self, name: str, seed: int) -> None:
        house = player.open_house(name)
        self.rng = random.Random(seed)
        self.random = self.rng.random
        self.trick, self.melds = Trick(house), Melds(house)
        self.score, self.auction = Score(house), Auction(house)
        self.hands = [bytearray(5) for _ in range(4)]
        self.deck = list(range(32))

    def play(self) -> None:
        """Play one deal."""
        hands, deck, trick = self.hands, self.deck, self.trick
        self.rng.shuffle(deck)
        for seat, hand in enumerate(hands):
            hand[0] = hand[1] = hand[2] = hand[3] = 0
            for card in deck[seat * 8 : seat * 8 + 8]:
                hand[card >> 3] |= 1 << (card & 7)
        elder = trick.house.step
        taker = self._bid(elder, deck[0] >> 3)
        contract = self.auction.contract
        trick.contract(contract)
        for seat in range(4):
            self.melds.find(seat, hands[seat], contract)
        score = self.score
        self.melds.score(elder, score.melds)
        score.cards[0] = score.cards[1] = score.tricks[0] = score.tricks[1] = 0
        self._tricks(elder)
        score.settle(contract, taker & 1, 1, 0)

    def _bid(self, elder: int, suit: int) -> int:
        auction = self.auction
        auction.start(elder, suit, 0)
        for _ in range(int(self.random() * 4)):
            auction.call(Bids.PASS)
        auction.call(suit)
        return auction.taker

    def _tricks(self, leader: int) -> None:
        trick, hands, score = self.trick, self.hands, self.score
        legal, lay, choose = trick.legal, trick.lay, self._choose
        for _ in range(8):
            trick.start(leader)
            for _ in range(4):
                hand = hands[trick.seat]
                card = choose(legal(hand), hand)
                hand[card >> 3] ^= 1 << (card & 7)
                lay(card)
            leader = trick.winner
            score.cards[leader & 1] += trick.points
            score.tricks[leader & 1] += 1
        score.cards[leader & 1] += 10

    def _choose(self, legal: int, hand: bytearray) -> int:
        suit = legal >> 8 & 7
        if not legal & FREE:
            ranks = _RANKS[legal & 255]
            return suit << 3 | ranks[int(self.random() * len(ranks))]
        cards = []
        for other in range(4):
            for rank in _RANKS[hand[other] & legal if other == suit else hand[other]]:
                cards.append(other << 3 | rank)
        return cards[int(self.random() * len(cards))]


class MatchDeals(Deals):
    """Full deals through `Match.apply` with blind hands, so that every play is audited."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name, seed)
        self.house = player.open_house(name)
        self.match = Match(self.house)

    def play(self) -> None:
        """Bid, play and confirm one deal; first start a match if none is under way."""
        game, apply = self.match, self.match.apply
        if game.phase != Phases.READY or game.totals[Totals.WINNER] >= 0:
            apply(Events.MATCH, 0, self.house.mark)
        deck, hands = self.deck, self.hands
        self.rng.shuffle(deck)
        dealer = game.totals[Totals.DEALER]
        apply(Events.DEAL, dealer, 0)
        apply(Events.UPCARD, dealer, deck[0])
        for _ in range(int(self.random() * 4)):
            apply(Events.BID, game.auction.seat, Bids.PASS)
        apply(Events.BID, game.auction.seat, deck[0] >> 3)
        taker = game.auction.taker
        for seat, hand in enumerate(hands):
            hand[0] = hand[1] = hand[2] = hand[3] = 0
            at = (seat - taker) % 4 * 8  # the upcard is the first of the taker's eight cards
            for card in deck[at : at + 8]:
                hand[card >> 3] |= 1 << (card & 7)
        self._announce()
        self._play_cards()
        apply(Events.CONFIRM, 0)
        apply(Events.CONFIRM, 1)

    def _announce(self) -> None:
        match = self.match
        for seat in range(4):
            for meld in match.melds.find(seat, self.hands[seat], match.auction.contract):
                match.apply(Events.MELD, seat, meld.kind)

    def _play_cards(self) -> None:
        trick, apply, hands = self.match.trick, self.match.apply, self.hands
        for _ in range(32):
            seat = trick.seat
            hand = hands[seat]
            card = self._choose(trick.legal(hand), hand)
            apply(Events.CARD, seat, card)
            hand[card >> 3] ^= 1 << (card & 7)


def per_second(deals: Deals, seconds: float) -> float:
    """Return how many deals are played in a second, after a warm-up."""
    for _ in range(50):
        deals.play()
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        for _ in range(50):
            deals.play()
        done += 50
    return done / (perf_counter() - start)
