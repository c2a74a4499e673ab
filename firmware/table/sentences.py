"""Texts for codes: offences, refusals, states of a pad, and calls of a belote."""

from micropython import const

import texts
from belote import choices
from codes.game import Answers, Offences
from codes.table import PadStates

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match

# Indexes of the calls of a belote in the text `texts.MELDS`, where they follow the kinds of melds.
_BELOTE = const(4)
_REBELOTE = const(5)
_KING_OF_THE_BELOTE = const(6)

# Texts for the offences in the log.
OFFENCE_TEXTS = {
    Offences.REVOKE: texts.NOTED_REVOKE,
    Offences.NO_RISE: texts.NOTED_NO_RISE,
    Offences.NO_TRUMP: texts.NOTED_NO_TRUMP,
    Offences.NO_OVERTRUMP: texts.NOTED_NO_OVERTRUMP,
    Offences.NOT_LOWEST: texts.NOTED_NOT_LOWEST,
    Offences.OUT_OF_TURN: texts.NOTED_OUT_OF_TURN,
    Offences.FALSE_MELD: texts.NOTED_FALSE_MELD,
    Offences.FALSE_BELOTE: texts.NOTED_FALSE_BELOTE,
    Offences.FALSE_CALL_OUT: texts.NOTED_FALSE_CALL_OUT,
    Offences.MISDEAL: texts.NOTED_MISDEAL,
    Offences.EXPOSED: texts.NOTED_EXPOSED,
    Offences.MELD_NOT_SHOWN: texts.NOTED_MELD_NOT_SHOWN,
    Offences.BOTTOM_NOT_SHOWN: texts.NOTED_BOTTOM_NOT_SHOWN,
    Offences.HEAPED_TRICKS: texts.NOTED_HEAPED_TRICKS,
    Offences.SIGNAL: texts.NOTED_SIGNAL,
    Offences.OFFENCE: texts.NOTED_OFFENCE,
}

# Texts for the answers that refuse an event, because of an offence or for another reason.
ANSWER_TEXTS = {
    Offences.REVOKE: texts.REVOKE,
    Offences.NO_RISE: texts.NO_RISE,
    Offences.NO_TRUMP: texts.NO_TRUMP,
    Offences.NO_OVERTRUMP: texts.NO_OVERTRUMP,
    Offences.NOT_LOWEST: texts.NOT_LOWEST,
    Offences.OUT_OF_TURN: texts.OUT_OF_TURN,
    Offences.FALSE_MELD: texts.FALSE_MELD,
    Offences.FALSE_BELOTE: texts.FALSE_BELOTE,
    Answers.BAD_EVENT: texts.BAD_EVENT,
    Answers.NOT_NOW: texts.NOT_NOW,
    Answers.NOT_A_CARD: texts.NOT_A_CARD,
    Answers.CARD_SEEN: texts.CARD_SEEN,
    Answers.NOT_HELD: texts.NOT_HELD,
    Answers.HAND_FULL: texts.HAND_FULL,
    Answers.HAND_SHORT: texts.HAND_SHORT,
    Answers.NOT_A_SEAT: texts.NOT_A_SEAT,
    Answers.BAD_CALL: texts.BAD_CALL,
    Answers.TOO_LOW: texts.TOO_LOW,
    Answers.NO_DOUBLE: texts.NO_DOUBLE,
    Answers.UPCARD_SUIT: texts.UPCARD_SUIT,
    Answers.WRONG_HOUSE: texts.WRONG_HOUSE,
    Answers.WRONG_DEALER: texts.WRONG_DEALER,
    Answers.LATE: texts.LATE,
    Answers.NOTHING: texts.NOTHING,
    Answers.NOT_HERE: texts.NOT_HERE,
    Answers.MATCH_OVER: texts.MATCH_OVER,
    Answers.FULL: texts.FULL,
    Answers.NOT_YOURS: texts.NOT_YOURS,
}

# Texts for the states of a pad that holds no single readable card.
PAD_TEXTS = {
    PadStates.CROWDED: texts.ONE_CARD,
    PadStates.UNREADABLE: texts.PRESS_CARD,
    PadStates.RANDOM: texts.CLEAR_PAD,
}


def call_of(match: "Match", place: int) -> int:
    """Return the index in `texts.MELDS` of the call for a king or queen of trump.

    `place` is the index of this card in `Pairs.at`.
    """
    word = match.house.word
    king = place & 1
    if word == choices.WORD_QUEEN:
        return _KING_OF_THE_BELOTE if king else _BELOTE
    second = match.pairs.calls[place ^ 1] if word == choices.WORD_FIRST else not king
    return _REBELOTE if second else _BELOTE
