"""Whole deals in which South takes hearts and leads, and functions that play them in tests."""

import helpers
from helpers import lay, new_match, tell

# The deal of docs/bdn.md and docs/rules-pipe.md, in Piedicavallo. North-South have 42 card points
# and a belote, and West has a fifty. With both announced, the score is 0 to 230. South lays the
# queen of trump as play 11, counted from 0, and the king as the last play.
FAILED = (
    "AH 9H 8H 7H QC JC 7S 7C JH TH KD QH 8D QD JD TD "
    "9D 7D AC AD TS JS AS KS KC 9C 8S 8C TC QS 9S KH"
)
# The card points are 81 to 81.
LITIGE = (
    "7S 9S JS QS 7D 9D AD KD 8C KC TC QC 7C 9C AC QH "
    "9H TH 7H JH KH AH TS 8S TD JD 8D QD 8H AS KS JC"
)
# The card points are 116 to 46; rounded in Piedicavallo, 120 to 50.
MADE = (
    "JC 9C 7C KC QH 9H KH JH JS TS KS 9S 8C QC AH TC "
    "QS AS 7D 7S 7H 8D 8H 9D TD KD AD QD TH JD AC 8S"
)
# North and South win every trick.
CAPOT = (
    "7H 9H JH AD TH 9D KS QH AH 8C AC 9C KH JS 7S TC "
    "8H JD 9S QC QD 8D TD KD KC QS TS 7C AS 7D 8S JC"
)
# North and South win every trick, and every play is legal in the Bulgarian house.
BULGARIAN_CAPOT = (
    "QH 8H 9H TH 7S QS AS TS JS 8C 9S 8S KD 9D 7D JD "
    "7H QD AH AC KH TC QC 7C AD KC TD 8D JH KS 9C JC"
)
# Two players: South has 59 points, North 47. AH and thirteen other cards are in no hand.
TWO = "JS 8S 9H JH 9D JD TD 7D AS AD KS 8H 9C 7C QC 7S KC QH"
# Española for four players: 147 to 39 points.
FOUR = (
    "7C QC JC KC 8C 9C TH JH 8S QS AS 7S TD JD 8D QD "
    "AD 7D KD 9D 8H AH 9H KS 7H AC QH KH JS 9S TC TS"
)
_AUCTION = 2
_STAYS = 1
# The upcard of each deal but the Bulgarian one, which has none. The upcard is a heart. South holds
# it; with two players it is in no hand.
UPCARDS = {FAILED: "AH", LITIGE: "7H", MADE: "9H", CAPOT: "7H", TWO: "AH", FOUR: "8H"}

_houses = {}


def house(name, **changes):
    """Return a house with some keys changed.

    Load each such house only once, because loading needs the most memory in these tests.
    """
    key = name + str(sorted(changes.items()))
    if key not in _houses:
        _houses[key] = helpers.house(name, **changes)
    return _houses[key]


def take(rules, upcard="", discipline=-1, scanned=0, target=0):
    """Return a new match in which South has taken hearts and leads.

    The upcard is "" in a house with an auction. The discipline -1 and the target 0 stand for those
    of the house. `scanned` is 1 for scanned hands.
    """
    dealer = "N" if rules.players == 2 else "W" if rules.direction == 0 else "E"
    game = new_match(rules, dealer)
    if discipline >= 0:
        assert tell(game, "DISCIPLINE N %d" % discipline) == ""
    if target:
        assert tell(game, "TARGET N %d" % target) == ""
    deal_again(game, dealer, upcard, scanned)
    return game


def deal_again(game, dealer, upcard="", scanned=0):
    """Begin the next deal, dealt by `dealer`; the first bidder takes hearts."""
    elder = "NESW"["NESW".index(dealer) + game.house.step & 3]
    assert tell(game, "DEAL %s %d" % (dealer, scanned)) == ""
    if upcard:
        assert tell(game, "UPCARD %s %s; BID %s H" % (dealer, upcard, elder)) == ""
    else:
        line = "BID %s H" % elder
        for _ in range(3):
            elder = "NESW"["NESW".index(elder) + game.house.step & 3]
            line += "; BID %s pass" % elder
        assert tell(game, line) == ""


def played(cards, name="piedicavallo", discipline=1, target=0, **changes):
    """Return a match with a deal played to its last card.

    Fail if a card is refused or proves an offence.
    """
    rules = house(name, **changes)
    upcard = "" if rules.bidding == _AUCTION else UPCARDS[cards]
    game = take(rules, upcard, discipline, 0, target)
    if rules.upcard == _STAYS:
        assert tell(game, "BOTTOM N KH") == ""
    assert lay(game, cards) == []
    return game


def result(game):
    """Return the score of the hand as a text such as "120 50"; North's side comes first."""
    return "%d %d" % tuple(game.score.score)


def points(game):
    return "%d %d" % tuple(game.totals[:2])


def scan(game, seat, text):
    """Scan cards one by one; return the name of the last result, "" if it was accepted.

    Fail if an earlier card is refused.
    """
    told = ""
    for word in text.split():
        assert told == ""
        told = tell(game, "SCAN %s %s" % (seat, word))
    return told
