"""Comparison of the cards on the pads with the match, after a restart or other use of the pads."""

from micropython import const

import texts
from codes.game import Phases, Totals
from codes.table import PadStates
from table.play.pad_cards import NO_PAD, SETTLED

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.play.cards import Cards

_LONG_AGO_MS = const(1000)  # an age at which a card no longer counts as hovering above the pad


def compare(cards: "Cards") -> None:
    """Compare the cards on the pads with the match, and play none of them.

    In the play, the display names the trick and the seat whose turn it is. A card on a pad may be
    unknown to the match, because it was laid just before the restart or just now. Then its owner
    is asked to lay it again, if `wanted.seats` has the owner. If the upcard is on no pad during
    the bidding, and no question is open, the dealer is asked whether to deal again.
    """
    match = cards.match
    if match.phase == Phases.PLAY:
        trick = match.audit.plays // match.house.players + 1
        cards.table.voice.say(texts.RESUMED, match.trick.seat, number=trick)
    for pad in range(4):
        cards.news(pad)
        _settle(cards, pad)
    upcard = match.play.upcard
    if match.phase == Phases.BIDDING and upcard >= 0 and not cards.table.dialogue.asked:
        if cards.laid.elsewhere(upcard, NO_PAD) < 0:
            cards.doubt.ask_to_deal_again(match.totals[Totals.DEALER])


def _settle(cards: "Cards", pad: int) -> None:
    """Mark a pad as settled: its card is not played.

    If a card of the seat that owns the pad is wanted, and the match does not know the place of
    this card, ask the seat to lay it again. During the bidding no card of a hand is wanted.
    """
    match = cards.match
    laid = cards.laid
    laid.stage[pad] = SETTLED
    laid.came[pad] = cards.table.now - _LONG_AGO_MS
    seat = laid.owner(pad)
    card = laid.card[pad]
    lies = cards.pads.state[pad] == PadStates.PRESENT and card < 32
    is_wanted = match.phase > Phases.READY and match.phase != Phases.BIDDING
    if lies and is_wanted and cards.wanted.seats >> seat & 1:
        if not match.audit.place(card):
            cards.table.voice.say(texts.LAY_AGAIN, seat, card)
