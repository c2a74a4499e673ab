"""Why a deal on paper cannot have gone so, in words."""

from marcoria.firmware.codes import answers, offences

SENTENCES = {
    offences.REVOKE: "could follow suit with a hand that was scanned: the table refuses that",
    offences.NO_RISE: "could beat the trick with a hand that was scanned: the table refuses that",
    offences.NO_TRUMP: "could trump with a hand that was scanned: the table refuses that",
    offences.NO_OVERTRUMP: "could trump higher with a scanned hand: the table refuses that",
    offences.NOT_LOWEST: "had a lower trump in a hand that was scanned: the table refuses that",
    offences.OUT_OF_TURN: "it is somebody else's turn",
    offences.FALSE_MELD: "the scanned hand does not hold that",
    offences.FALSE_BELOTE: "the scanned hand does not hold the other card of the pair",
    answers.BAD_EVENT: "that means nothing",
    answers.NOT_NOW: "that is not possible at this moment of the deal",
    answers.NOT_A_CARD: "that is no card",
    answers.CARD_SEEN: "that card is already somewhere else",
    answers.NOT_HELD: "that card is not in this hand, of which all cards are known",
    answers.HAND_FULL: "that hand has all its cards",
    answers.HAND_SHORT: "a scanned hand has too few cards: all of them are scanned first",
    answers.NOT_A_SEAT: "nobody sits there",
    answers.BAD_CALL: "that cannot be said in this house",
    answers.TOO_LOW: "that is not higher than the last contract",
    answers.NO_DOUBLE: "nothing can be doubled or redoubled there",
    answers.UPCARD_SUIT: "first the suit turned up is offered, and then only the others",
    answers.WRONG_HOUSE: "the match is of another house",
    answers.WRONG_DEALER: "somebody else deals",
    answers.LATE: "that is too late",
    answers.NOTHING: "there is nothing that this could be about",
    answers.NOT_HERE: "this house does not play with that",
    answers.MATCH_OVER: "the match is over",
    answers.FULL: "more has happened in this deal than a table takes",
    answers.NOT_YOURS: "that is for somebody else to do",
}
