"""Matches without a mistake: every meld and belote is announced, and every card is legal."""

from codes.game import Bids, Events, Phases
from marcoria.bdn.rulebooks import Rulebook
from marcoria.game.masks import legal_cards
from marcoria.game.names import seats_of
from random_houses import Random

Event = tuple[int, int, int]
_LIMIT = 200  # ends the loop over the cards of a deal if a fault would make it endless
_QUEEN, _KING = 5, 6


class LegalMatch:
    """A match with random legal cards; `journal` has the accepted events."""

    def __init__(self, book: Rulebook, rng: Random) -> None:
        self.book = book
        self.rng = rng
        self.game = book.match
        self.journal: list[Event] = []
        self.hands: dict[int, list[int]] = {}
        self._do(Events.MATCH, seats_of(book.house)[0], book.house.mark)

    def play(self, deals: int) -> list[Event]:
        """Play up to `deals` deals, until the match is won; return the events of the match."""
        for _ in range(deals):
            if self.game.totals[7] < 0:
                self._deal()
        return self.journal

    def _do(self, kind: int, seat: int, arg: int = 0) -> bool:
        result = self.game.apply(kind, seat, arg)
        if not 0 < result < 128:
            self.journal.append((kind, seat, arg))
        return result == 0

    def _deal(self) -> None:
        game, house = self.game, self.game.house
        pack = list(range(32))
        self.rng.shuffle(pack)
        self.hands = {seat: [pack.pop() for _ in range(house.cards)] for seat in seats_of(house)}
        dealer = game.totals[3]
        self._do(Events.DEAL, dealer)
        if game.phase == Phases.DEALT:
            # If all cards are dealt, turn up one of them: `_hand_over` gives it to the taker.
            up = pack.pop() if pack else self.hands[dealer][0]
            self._do(Events.UPCARD, dealer, up)
        while game.phase == Phases.BIDDING:
            calls = [self.rng.randrange(6), Bids.PASS, Bids.DOUBLE, Bids.REDOUBLE]
            if not self._do(Events.BID, game.auction.seat, self.rng.choice(calls)):
                self._do(Events.BID, game.auction.seat, Bids.PASS)
        if game.phase != Phases.PLAY:
            return
        self._hand_over()
        if pack:
            self._do(Events.BOTTOM, dealer, pack[0])
        for _ in range(_LIMIT):
            if game.phase != Phases.PLAY or game.totals[7] >= 0:
                break
            self._card()
        for seat in seats_of(house)[:2]:
            self._do(Events.CONFIRM, seat)

    def _hand_over(self) -> None:
        """Give the card turned up to the taker in exchange for a card of the taker's hand.

        Do nothing in a house in which the taker does not get this card.
        """
        up, taker = self.game.play.upcard, self.game.auction.taker
        if up < 0 or self.game.house.upcard != 0:
            return
        for hand in self.hands.values():
            if up in hand:
                hand[hand.index(up)] = self.hands[taker][0]
                self.hands[taker][0] = up
                break
        else:
            self.hands[taker][0] = up

    def _card(self) -> None:
        game = self.game
        seat = game.trick.seat
        if game.audit.plays == len(self.hands):
            self._show()
        if game.audit.left[seat] == game.house.cards:
            self._announce(seat)
        card = self.rng.choice(legal_cards(game.trick, self.hands[seat]))
        self.hands[seat].remove(card)
        assert self._do(Events.CARD, seat, card)
        if self._is_of_a_pair(seat, card):
            self._do(Events.BELOTE, seat)

    def _is_of_a_pair(self, seat: int, card: int) -> bool:
        """Return whether the card just laid is king or queen of trump, and the seat had both."""
        suit, is_king = card >> 3, card & 7 == _KING
        if card & 7 not in (_QUEEN, _KING):
            return False
        is_trump = self.game.pairs.at[suit * 2 + is_king] == self.game.audit.plays
        both = 1 << _QUEEN | 1 << _KING
        return is_trump and self._whole(seat)[suit] & both == both

    def _melds(self, seat: int) -> list[list[int]]:
        found = self.game.announcements.find(seat, self._whole(seat), None)
        return [[meld.kind, *meld.cards()] for meld in found]

    def _whole(self, seat: int) -> bytearray:
        """Return the cards that a seat holds or has laid: a mask of ranks for each suit."""
        audit, hand = self.game.audit, bytearray(5)
        laid = [audit.card[play] for play in range(audit.plays) if audit.seat[play] == seat]
        for card in self.hands[seat] + laid:
            hand[card >> 3] |= 1 << (card & 7)
        return hand

    def _announce(self, seat: int) -> None:
        for kind, *_ in self._melds(seat):
            self._do(Events.MELD, seat, kind)

    def _show(self) -> None:
        """Show the melds that the table asks for after the first trick."""
        seats = self.game.announcements.to_show()
        for seat in self.hands:
            if seats >> seat & 1:
                for _, *cards in self._melds(seat):
                    for card in cards:
                        self._do(Events.SHOW, seat, card)
