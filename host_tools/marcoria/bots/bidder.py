"""Bidding of the bots "player" and "expert", by the share of points that they expect to win.

The numbers were fitted to random deals that the solver (docs/analysis.md) had solved with open
cards.
"""

from marcoria.bots.strategy import BELOTE, KING, QUEEN, PlayerView
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.melds import Melds
from marcoria.firmware.codes.game import Bids
from marcoria.game.masks import masks

# Expected share of the points that the player's side wins, in per cent. For each kind of contract
# there is a base, to which certain cards add.
_WITH_SUIT = 34.0
_TRUMPS = (5.4, 5.4, 11.4, 6.2, 17.0, 5.4, 5.4, 8.0)  # by rank, from the seven to the ace
_SIDE_ACE = 6.2
_WITHOUT_TRUMPS = 41.0
_ACE, _ACE_AND_TEN, _TEN, _KING = 8.7, 4.9, 4.6, 1.0
_ALL_TRUMPS = 41.0
_JACK, _GUARDED_NINE = 10.8, 4.5
_OF_A_POINT = 0.31  # added for each point of melds and belotes in the hand
_OF_A_BIDDER = 10.0  # added for a bid of the partner, subtracted for a bid of an opponent

# A player takes, doubles or redoubles if the expected share is at least this, in per cent. A third
# doubling needs the share of a redoubling.
_TAKES = 60.0  # a contract that can fail
_TAKES_FREELY = 50.0  # a contract that cannot fail
_DOUBLES = 52.0
_REDOUBLES = 64.0

_NINE, _RANK_TEN, _RANK_JACK, _RANK_ACE = 2, 3, 4, 7


def bid(view: PlayerView) -> int:
    """Return the call: a contract, PASS, DOUBLE, REDOUBLE or THIRD."""
    house, auction, upcard = view.house, view.game.auction, view.game.play.upcard
    if house.bidding == choices.BIDDING_AUCTION:
        return _in_auction(view)
    hand = list(view.hand)
    if upcard >= 0 and house.upcard == choices.UPCARD_TAKEN:
        hand.append(upcard)
    suits = [upcard >> 3]
    if auction.round == 2:
        once = house.bidding == choices.BIDDING_ONCE
        suits = [suit for suit in range(4) if suit != upcard >> 3 or once]
    return _best(view, hand, suits)


def _best(view: PlayerView, hand: list[int], contracts: list[int]) -> int:
    """Return the best of these contracts, or PASS if none is good enough."""
    needed = _TAKES if view.house.success != choices.SUCCESS_NONE else _TAKES_FREELY
    best, chosen = needed, int(Bids.PASS)
    for contract in contracts:
        expected = share(view.house, hand, contract)
        if expected >= best:
            best, chosen = expected, contract
    return chosen


def _in_auction(view: PlayerView) -> int:
    """Return the call in an auction, in which contracts can be doubled."""
    auction, house = view.game.auction, view.house
    if auction.contract < 0:
        return _best(view, view.hand, list(range(Bids.ALL_TRUMPS + 1)))
    expected = share(house, view.hand, auction.contract)
    if house.side(auction.taker) == view.side:
        if auction.taker != view.seat:
            expected += _OF_A_BIDDER
        again = auction.factor == 2 and expected >= _REDOUBLES
        return int(Bids.REDOUBLE) if again else int(Bids.PASS)
    expected -= _OF_A_BIDDER
    if auction.factor == 1:
        higher = _best(view, view.hand, list(range(auction.contract + 1, Bids.ALL_TRUMPS + 1)))
        return int(Bids.DOUBLE) if expected >= _DOUBLES else higher
    if auction.factor == 4 and house.third and expected >= _REDOUBLES:
        return int(Bids.THIRD)
    return int(Bids.PASS)


def share(house: House, hand: list[int], contract: int) -> float:
    """Return the share of the points, in per cent, that this hand's side is expected to win."""
    held = masks(hand)
    if contract == Bids.NO_TRUMPS:
        expected = _without_trumps(held)
    elif contract == Bids.ALL_TRUMPS:
        expected = _all_trumps(held)
    else:
        expected = _with_suit(hand, contract)
    return expected + _OF_A_POINT * announced(house, held, contract)


def _with_suit(hand: list[int], trump: int) -> float:
    expected = _WITH_SUIT
    for card in hand:
        if card >> 3 == trump:
            expected += _TRUMPS[card & 7]
        elif card & 7 == _RANK_ACE:
            expected += _SIDE_ACE
    return expected


def _without_trumps(held: bytearray) -> float:
    expected = _WITHOUT_TRUMPS
    for suit in range(4):
        ace, ten = held[suit] >> _RANK_ACE & 1, held[suit] >> _RANK_TEN & 1
        expected += _ACE * ace + _ACE_AND_TEN * (ace and ten) + _TEN * (ten and not ace)
        expected += _KING * (held[suit] >> KING & 1)
    return expected


def _all_trumps(held: bytearray) -> float:
    expected = _ALL_TRUMPS
    for suit in range(4):
        expected += _JACK * (held[suit] >> _RANK_JACK & 1)
        is_guarded = held[suit] >> _NINE & 1 and held[suit] != 1 << _NINE
        expected += _GUARDED_NINE * bool(is_guarded)
    return expected


def announced(house: House, held: bytearray, contract: int) -> int:
    """Return the points of the melds and belotes in a hand for a contract."""
    points = sum(meld.points for meld in Melds(house).find(0, held, contract))
    pair = 1 << QUEEN | 1 << KING
    for suit in range(4):
        if contract in (suit, Bids.ALL_TRUMPS) and held[suit] & pair == pair:
            points += BELOTE
    return points
