"""Advice for a person at the table: what an `Expert` would do now in the same seat, and why.

The expert sees only what the person may know: the person's own cards, and what has happened. The
expert is an extra player with a fixed seed, so that a request for advice changes neither the bots
nor the match.
"""

from random import Random
from typing import TYPE_CHECKING

from marcoria.bots.expert import Expert
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.reasons import reason
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.trick import TRUMP_BEATS, Trick
from marcoria.firmware.codes.game import Bids, Phases, name_of
from marcoria.game.names import CALLS, MELDS
from marcoria.web.world.report import reason_told

if TYPE_CHECKING:
    from marcoria.bots.expert import Thoughts
    from marcoria.firmware.belote.match import Match

    Advice = dict[str, object]

_DICE = 0  # the seed of the expert's random numbers
_ACE = 7


def advice(game: "Match", seat: int, owned: list[int]) -> "Thoughts[Advice | None]":
    """Compute what an expert at this seat would do; the result is None if the seat cannot act now.

    `owned` are the cards that the player was dealt, those already laid included. `game` is a copy
    of the match.
    """
    audit = game.audit
    laid = [audit.card[play] for play in range(audit.plays) if audit.seat[play] == seat]
    view = PlayerView(game, seat, [card for card in owned if card not in laid], laid)
    if game.phase == Phases.BIDDING and game.auction.seat == seat:
        return _bid(view)
    if game.phase == Phases.PLAY and game.trick.seat == seat and not audit.over() and view.hand:
        return (yield from _card(view))
    return None


def _bid(view: PlayerView) -> "Advice":
    call = Expert(Random(_DICE)).bid(view)
    do = "pass" if call == Bids.PASS else "bid"
    strong = [] if do == "pass" else _strong(view, call)
    return {"do": do, "what": CALLS[call], "reason": {"strong": strong}}


def _card(view: PlayerView) -> "Thoughts[Advice]":
    expert = Expert(Random(_DICE))
    melds = [] if view.laid else expert.melds(view)
    said = list(view.game.announcements.announced[view.seat])
    card = yield from expert.thoughts(view)
    return {
        "do": "card",
        "what": name_of(card),
        "reason": reason_told(reason(view, Knowledge(view), card)),
        "announce": [MELDS[kind] for kind in melds if melds.count(kind) > said.count(kind)],
        "belote": expert.belote(view, card),
    }


def _strong(view: PlayerView, call: int) -> list[str]:
    """Return the strong cards for a call: the trumps first, then the aces."""
    game, house = view.game, view.house
    hand, upcard = list(view.hand), game.play.upcard
    if upcard >= 0 and house.upcard == choices.UPCARD_TAKEN:
        hand.append(upcard)
    trick = Trick(house)
    trick.contract(call if call < Bids.PASS else game.auction.contract)
    trumps = [card for card in hand if trick.beats[card >> 3] is TRUMP_BEATS]
    if trick.trump == 4:  # all trumps: every card is a trump, so keep the best only
        trumps = [card for card in trumps if trick.values[card >> 3][card & 7] > 11]
    aces = [card for card in hand if card & 7 == _ACE and card not in trumps]
    return [name_of(card) for card in trumps + aces]
