"""Views of players for tests: in a deal made for one situation, or with other hidden hands."""

from random import Random

from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote.auction import TAKEN
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Events, Phases, card_of

_PUBLIC = (Events.UPCARD, Events.CARD, Events.SHOW, Events.BOTTOM)


def cards(text: str) -> list[int]:
    """Return the cards that a text names, such as "AS TS 7D"."""
    return [card_of(name) for name in text.split()]


def view_after(
    house: House, hand: str, plays: str = "", trump: int = 2, taker: int = 0, leader: int = 0
) -> PlayerView:
    """Return the view of the seat whose turn it is after these plays of a deal.

    `hand` has the cards that this seat still has. `leader` leads to the first trick. Nobody bids:
    the seat `taker` has taken, with the suit `trump` (by default hearts).
    """
    game = Match(house)
    dealer = leader - house.step & 3
    game.apply(Events.MATCH, dealer, house.mark)
    game.apply(Events.DEAL, dealer, 0)
    game.play.bottom = 1
    game.auction.taker, game.auction.contract, game.auction.state = taker, trump, TAKEN
    game.lead()
    laid: list[list[int]] = [[], [], [], []]
    for card in cards(plays):
        seat = game.trick.seat
        assert game.apply(Events.CARD, seat, card) == 0
        laid[seat].append(card)
    seat = game.trick.seat
    assert len(cards(hand)) == game.audit.left[seat]
    return PlayerView(game, seat, cards(hand), laid[seat])


def with_other_hands(view: PlayerView, rng: Random) -> PlayerView | None:
    """Return a view of the same deal with other hidden cards in the other hands.

    The hands of the deal must be scanned. Only cards that the player of the view has not seen
    change places. Return None if the match refuses an event of the deal, or reports an
    offence, with the new hands.
    """
    events = view.game.events
    seen = {event.arg for event in events if event.kind in _PUBLIC} | set(view.own())
    called = {event.seat for event in events if event.kind == Events.BELOTE}
    if called:  # no king or queen changes places, because a call shows who has a pair
        seen |= {suit << 3 | rank for suit in range(4) for rank in (5, 6)}
    hidden = [card for card in range(32) if card not in seen]
    others = list(hidden)
    rng.shuffle(others)
    moved = dict(zip(hidden, others, strict=True))
    game = Match(view.house)
    game.totals[:] = view.game.before
    game.phase = Phases.READY
    for event in events:
        arg = moved.get(event.arg, event.arg) if event.kind == Events.SCAN else event.arg
        if game.apply(event.kind, event.seat, arg):
            return None
    return PlayerView(game, view.seat, list(view.hand), list(view.laid))
