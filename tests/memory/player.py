"""Honest players with random cards and bids, as a load for memory tests and benchmarks.

The module runs on CPython and in the VM. Apart from the engine, which it calls, it allocates
memory only at import, in `open_house` and in constructors.
"""

from belote import choices, housefile
from belote.housefile import load
from belote.match import Match
from belote.trick import FREE, TRUMP_BEATS
from codes.game import Events, Phases, Totals

FOLDER = housefile.__file__[: housefile.__file__.rfind("/")] + "/houses/"
NAMES = ("piedicavallo", "salotto", "espanola-2", "espanola-4", "bulgarian", "french", "libre")

# For each mask of cards in a suit, the ranks of these cards.
BITS = [bytes([b for b in range(8) if m >> b & 1]) for m in range(256)]


def open_house(name):
    with open(FOLDER + name + ".house", encoding="utf-8") as file:
        return load(file.read())


class Dice:
    """Random generator that gives the same numbers everywhere and allocates nothing on a board."""

    def __init__(self, seed):
        self.state = seed & 0xFFFF | 1

    def below(self, limit):
        state = self.state
        state ^= state << 7 & 0xFFFF
        state ^= state >> 9
        state ^= state << 8 & 0xFFFF
        self.state = state
        return state % limit


class Players:
    """A match and the hands of its players.

    A caller may replace the attribute `apply` to watch every event.
    """

    def __init__(self, house, seed=1):
        self.house = house
        self.game = Match(house)
        self.dice = Dice(seed)
        self.deck = bytearray(range(32))
        self.hands = [bytearray(5) for _ in range(4)]
        self.seats = b"\x00\x01\x02\x03" if house.players == 4 else b"\x00\x02"
        self.apply = self.game.apply
        self.choices = bytearray(9)

    def new_match(self):
        self.apply(Events.MATCH, self.seats[self.dice.below(len(self.seats))], self.house.mark)

    def shuffle(self):
        deck = self.deck
        for i in range(31, 0, -1):
            j = self.dice.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]

    def choose(self, seat):
        """Return one of the legal cards of this seat, chosen at random."""
        hand = self.hands[seat]
        legal = self.game.trick.legal(hand)
        suit = legal >> 8 & 7
        if not legal & FREE:
            ranks = BITS[legal & 255]
            return suit << 3 | ranks[self.dice.below(len(ranks))]
        choices = self.choices
        count = 0
        for other in range(4):
            mask = hand[other] & legal if other == suit else hand[other]
            for rank in BITS[mask]:
                choices[count] = other << 3 | rank
                count += 1
        return choices[self.dice.below(count)]

    def deal(self, scanned=0):
        """Start a match if none is running, deal and bid; return whether there is a taker."""
        game = self.game
        apply = self.apply
        if game.phase != Phases.READY or game.totals[Totals.WINNER] >= 0:
            self.new_match()
        self.shuffle()
        dealer = game.totals[Totals.DEALER]
        apply(Events.DEAL, dealer, scanned)
        first = 5 if self.house.players == 4 else 6
        if scanned:
            self.scan(0, first)
        if game.phase == Phases.DEALT:
            apply(Events.UPCARD, dealer, self.deck[31])
        while game.phase == Phases.BIDDING:
            call = self.dice.below(16)
            if call > 6:
                call = 6
            apply(Events.BID, game.auction.seat, call)
        if game.phase != Phases.PLAY:
            return False
        self.hand_out()
        if scanned:
            self.scan(first, 9)
        if self.house.upcard == choices.UPCARD_STAYS:
            apply(Events.BOTTOM, dealer, self.deck[30])
        return True

    def scan(self, start, stop):
        size = self.house.cards
        at = 0
        for seat in self.seats:
            for i in range(start, min(stop, size - self.upcard_of(seat))):
                self.apply(Events.SCAN, seat, self.deck[at + i])
            at += size

    def upcard_of(self, seat):
        game = self.game
        return game.play.upcard >= 0 and self.house.upcard == 0 and seat == game.auction.taker

    def hand_out(self):
        """Fill `hands` from the deck; the upcard goes to the taker if the house says so."""
        size = self.house.cards
        at = 0
        deck = self.deck
        upcard = deck[31]
        for seat in self.seats:
            hand = self.hands[seat]
            hand[0] = hand[1] = hand[2] = hand[3] = 0
            taken = self.upcard_of(seat)
            # Exchange the upcard for the taker's last card.
            if taken and at + size < 32:
                deck[31] = deck[at + size - 1]
                deck[at + size - 1] = upcard
            for i in range(at, at + size):
                hand[deck[i] >> 3] |= 1 << (deck[i] & 7)
            at += size

    def announce(self):
        """Let each seat announce all melds of its hand."""
        game = self.game
        for seat in self.seats:
            for meld in game.melds.find(seat, self.hands[seat], game.auction.contract):
                self.apply(Events.MELD, seat, meld.kind)

    def show(self):
        for seat in self.seats:
            for card in range(32):
                if (
                    self.game.announcements.claims[seat]
                    and self.hands[seat][card >> 3] >> (card & 7) & 1
                ):
                    self.apply(Events.SHOW, seat, card)

    def lay(self, seat):
        """Lay a card; if it is a king or queen of trump and the seat had both, call belote."""
        card = self.choose(seat)
        hand = self.hands[seat]
        hand[card >> 3] ^= 1 << (card & 7)
        self.apply(Events.CARD, seat, card)
        trump = self.game.trick.beats[card >> 3] is TRUMP_BEATS
        if trump and (card & 7 == 5 or card & 7 == 6):
            other = card ^ 3
            had = hand[other >> 3] | self.game.audit.laid[seat][other >> 3]
            if had >> (other & 7) & 1:
                self.apply(Events.BELOTE, seat, 0)

    def play(self):
        """Announce melds, play the tricks, and confirm the result.

        With blind hands, show the melds after the first trick.
        """
        game = self.game
        self.announce()
        while game.phase == Phases.PLAY and game.totals[Totals.WINNER] < 0:
            if game.audit.plays == self.house.players and not game.audit.scanned:
                self.show()
            self.lay(game.trick.seat)
        for seat in self.seats:
            self.apply(Events.CONFIRM, seat, 0)
