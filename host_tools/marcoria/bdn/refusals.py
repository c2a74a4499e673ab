"""Why a deal on paper cannot have gone so, in words."""

from marcoria.firmware.codes.game import Answers, Offences

SENTENCES = {
    Offences.REVOKE: "could follow suit with a hand that was scanned: the table refuses that",
    Offences.NO_RISE: "could beat the trick with a hand that was scanned: the table refuses that",
    Offences.NO_TRUMP: "could trump with a hand that was scanned: the table refuses that",
    Offences.NO_OVERTRUMP: "could trump higher with a scanned hand: the table refuses that",
    Offences.NOT_LOWEST: "had a lower trump in a hand that was scanned: the table refuses that",
    Offences.OUT_OF_TURN: "it is somebody else's turn",
    Offences.FALSE_MELD: "the scanned hand does not hold that",
    Offences.FALSE_BELOTE: "the scanned hand does not hold the other card of the pair",
    Answers.BAD_EVENT: "that means nothing",
    Answers.NOT_NOW: "that is not possible at this moment of the deal",
    Answers.NOT_A_CARD: "that is no card",
    Answers.CARD_SEEN: "that card is already somewhere else",
    Answers.NOT_HELD: "that card is not in this hand, of which all cards are known",
    Answers.HAND_FULL: "that hand has all its cards",
    Answers.HAND_SHORT: "a scanned hand has too few cards: all of them are scanned first",
    Answers.NOT_A_SEAT: "nobody sits there",
    Answers.BAD_CALL: "that cannot be said in this house",
    Answers.TOO_LOW: "that is not higher than the last contract",
    Answers.NO_DOUBLE: "nothing can be doubled or redoubled there",
    Answers.UPCARD_SUIT: "first the suit turned up is offered, and then only the others",
    Answers.WRONG_HOUSE: "the match is of another house",
    Answers.WRONG_DEALER: "somebody else deals",
    Answers.LATE: "that is too late",
    Answers.NOTHING: "there is nothing that this could be about",
    Answers.NOT_HERE: "this house does not play with that",
    Answers.MATCH_OVER: "the match is over",
    Answers.FULL: "more has happened in this deal than a table takes",
    Answers.NOT_YOURS: "that is for somebody else to do",
}
