"""A restart with cards on the pads, or none where some should be. Loaded for that moment only."""

import sys

from micropython import const

_PRESENT = const(1)
_READY = const(1)
_BIDDING = const(3)
_PLAY = const(4)
_DEALER = const(3)
_BEFORE = const(1000)  # ms: too long ago to have hovered

_LAY_AGAIN = const(96)  # text
_RESUMED = const(97)  # text
_DEAL_AGAIN = const(101)  # text


def resumed(cards) -> None:  # type: ignore[no-untyped-def]
    """Compares what lies on the pads with the match. Nothing of it is played: a card that the
    match does not know was laid in the last moment before the restart, or just now."""
    match = cards.match
    table = cards.table
    if match.phase == _PLAY:
        trick = match.audit.plays // match.house.players + 1
        table.say(_RESUMED, match.trick.seat, number=trick)
    for pad in range(4):
        cards.news(pad)
        cards.stage[pad] = 0
        cards.laid[pad] = table.now - _BEFORE
        seat = cards.owner(pad)
        card = cards.card[pad]
        if cards.pads.state[pad] == _PRESENT and card < 32 and match.phase > _READY:
            if cards.wanted >> seat & 1 and not match.audit.place(card):
                table.say(_LAY_AGAIN, seat, card)
    if (
        match.phase == _BIDDING
        and match.upcard.card >= 0
        and cards.elsewhere(match.upcard.card, 4) < 0
    ):
        from table.doubt import Doubt

        Doubt(cards, _DEAL_AGAIN, match.totals[_DEALER])
    del sys.modules[__name__]
    del sys.modules["table"].resumed
