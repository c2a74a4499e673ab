"""What the table says of a code: the texts for offences, for refusals, for what is on a pad."""

from micropython import const

import texts
from belote import choices
from codes import answers, offences, pads

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match

# What is called with the cards of a belote, behind the kinds of melds in `texts.MELDS`.
_BELOTE = const(4)
_REBELOTE = const(5)
_KING_OF_THE_BELOTE = const(6)

# An offence that is in the log.
OFFENCE_TEXTS = {
    offences.REVOKE: texts.NOTED_REVOKE,
    offences.NO_RISE: texts.NOTED_NO_RISE,
    offences.NO_TRUMP: texts.NOTED_NO_TRUMP,
    offences.NO_OVERTRUMP: texts.NOTED_NO_OVERTRUMP,
    offences.NOT_LOWEST: texts.NOTED_NOT_LOWEST,
    offences.OUT_OF_TURN: texts.NOTED_OUT_OF_TURN,
    offences.FALSE_MELD: texts.NOTED_FALSE_MELD,
    offences.FALSE_BELOTE: texts.NOTED_FALSE_BELOTE,
    offences.FALSE_CALL_OUT: texts.NOTED_FALSE_CALL_OUT,
    offences.MISDEAL: texts.NOTED_MISDEAL,
    offences.EXPOSED: texts.NOTED_EXPOSED,
    offences.MELD_NOT_SHOWN: texts.NOTED_MELD_NOT_SHOWN,
    offences.BOTTOM_NOT_SHOWN: texts.NOTED_BOTTOM_NOT_SHOWN,
    offences.HEAPED_TRICKS: texts.NOTED_HEAPED_TRICKS,
    offences.SIGNAL: texts.NOTED_SIGNAL,
    offences.OFFENCE: texts.NOTED_OFFENCE,
}

# An answer that refuses, be it for an offence.
ANSWER_TEXTS = {
    offences.REVOKE: texts.REVOKE,
    offences.NO_RISE: texts.NO_RISE,
    offences.NO_TRUMP: texts.NO_TRUMP,
    offences.NO_OVERTRUMP: texts.NO_OVERTRUMP,
    offences.NOT_LOWEST: texts.NOT_LOWEST,
    offences.OUT_OF_TURN: texts.OUT_OF_TURN,
    offences.FALSE_MELD: texts.FALSE_MELD,
    offences.FALSE_BELOTE: texts.FALSE_BELOTE,
    answers.BAD_EVENT: texts.BAD_EVENT,
    answers.NOT_NOW: texts.NOT_NOW,
    answers.NOT_A_CARD: texts.NOT_A_CARD,
    answers.CARD_SEEN: texts.CARD_SEEN,
    answers.NOT_HELD: texts.NOT_HELD,
    answers.HAND_FULL: texts.HAND_FULL,
    answers.HAND_SHORT: texts.HAND_SHORT,
    answers.NOT_A_SEAT: texts.NOT_A_SEAT,
    answers.BAD_CALL: texts.BAD_CALL,
    answers.TOO_LOW: texts.TOO_LOW,
    answers.NO_DOUBLE: texts.NO_DOUBLE,
    answers.UPCARD_SUIT: texts.UPCARD_SUIT,
    answers.WRONG_HOUSE: texts.WRONG_HOUSE,
    answers.WRONG_DEALER: texts.WRONG_DEALER,
    answers.LATE: texts.LATE,
    answers.NOTHING: texts.NOTHING,
    answers.NOT_HERE: texts.NOT_HERE,
    answers.MATCH_OVER: texts.MATCH_OVER,
    answers.FULL: texts.FULL,
    answers.NOT_YOURS: texts.NOT_YOURS,
}

# What lies on a pad and is not one card.
PAD_TEXTS = {
    pads.CROWDED: texts.ONE_CARD,
    pads.UNREADABLE: texts.PRESS_CARD,
    pads.RANDOM: texts.CLEAR_PAD,
}


def call_of(match: "Match", place: int) -> int:
    """What this house calls a card of a belote, by its place in `Pairs.at`."""
    word = match.house.word
    king = place & 1
    if word == choices.WORD_QUEEN:
        return _KING_OF_THE_BELOTE if king else _BELOTE
    second = match.pairs.calls[place ^ 1] if word == choices.WORD_FIRST else not king
    return _REBELOTE if second else _BELOTE
