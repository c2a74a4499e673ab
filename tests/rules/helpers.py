"""Helpers of portable tests: houses with changed keys, and hands and events from text."""

from belote import housefile
from belote.housefile import load
from belote.housekeys import BY_NAME
from belote.match import Match
from belote.trick import FREE, Trick
from codes.game import CONTRACTS, SEATS, Answers, Events, Offences, card_of

FOLDER = housefile.__file__[: housefile.__file__.rfind("/")] + "/houses/"
NAMES = ("piedicavallo", "salotto", "espanola-2", "espanola-4", "bulgarian", "french", "libre")

CODES = {"": 0}  # the codes of offences and answers by name, such as "no-rise"
for _codes in (Offences, Answers):
    for _name in dir(_codes):
        if _name.isupper() and _name != "NOTED":
            CODES[_name.lower().replace("_", "-")] = getattr(_codes, _name)
# The keys that `House.find_duties` reads, each with its words.
PLAY_KEYS = {
    name: BY_NAME[name].choices.words
    for name in (
        "rise_partner",
        "no_rise",
        "rise_plain",
        "cut",
        "overcut",
        "under",
        "partner",
        "over_partner",
    )
}
CALLS = ("C", "D", "H", "S", "NT", "AT", "pass", "double", "redouble", "third")


def text_of(name):
    """Return the text of a house file."""
    with open(FOLDER + name + ".house", encoding="utf-8") as file:
        return file.read()


def without(text, key):
    """Return the text of a house file without a key; the key may be missing already."""
    start = ("\n" + text).find("\n" + key + ":")
    return text if start < 0 else text[:start] + text[text.find("\n", start) + 1 :]


def house(name, **changes):
    """Return a house with some keys changed."""
    text = text_of(name)
    for key in changes:
        text = without(text, key) + key + ": " + str(changes[key]) + "\n"
    return load(text)


def hand_of(text):
    """Return the hand of a text such as "7S AS TH": a mask of ranks for each suit, then a 0."""
    hand = bytearray(5)
    for word in text.split():
        card = card_of(word)
        assert card >= 0, word
        hand[card >> 3] |= 1 << (card & 7)
    return hand


def seat_of(letter):
    return SEATS.index(letter)


def trick_of(rules, contract, leader, text):
    """Return a trick of these cards, led by `leader`."""
    trick = Trick(rules)
    trick.contract(CONTRACTS.index(contract))
    trick.start(seat_of(leader))
    for word in text.split():
        trick.lay(card_of(word))
    return trick


def may_lay(trick, text):
    """Return the legal cards of the hand `text`, in the order of `text`."""
    legal = trick.legal(hand_of(text))
    words = []
    for word in text.split():
        card = card_of(word)
        if legal & 1 << (card & 7) if legal >> 8 & 7 == card >> 3 else legal & FREE:
            words.append(word)
    return " ".join(words)


def new_match(rules, dealer="N"):
    game = Match(rules)
    assert game.apply(Events.MATCH, seat_of(dealer), rules.mark) == 0
    return game


def code_name(result):
    """Return the name of a result of `Match.apply`.

    The name is "" if the event was accepted, a text such as "revoke" if it was refused, and a text
    such as "+revoke" if it was accepted and an offence was noted. An unknown code is a text such
    as "?31".
    """
    for name in CODES:
        if CODES[name] == result & 127:
            return "+" + name if result & 128 else name
    return "?%d" % result


def tell(game, line):
    """Apply the events of a line such as "DEAL N; UPCARD N 7S; BID W pass; CARD W AS".

    A ruling is "RULING kind argument". Return the name of the last result; fail if an earlier
    event is refused.
    """
    result = ""
    for event in line.split(";"):
        assert result == "" or result[0] == "+", result + " before " + event
        words = event.split()
        what = getattr(Events, words[0])
        arg = words[2] if len(words) > 2 else "0"
        if words[0] == "BID":
            number = CALLS.index(arg)
        elif words[0] in ("SCAN", "UPCARD", "CARD", "SHOW", "BOTTOM"):
            number = card_of(arg)
        elif words[0] == "OFFENCE":
            number = CODES[arg]
        else:
            number = int(arg)
        seat = SEATS.find(words[1]) if len(words) > 1 and words[1] in SEATS else 0
        if words[0] == "RULING":
            seat = int(words[1])
        result = code_name(game.apply(what, seat, number))
    return result


def lay(game, text):
    """Lay cards in turn; return the cards that proved an offence, with the results.

    Fail if a card is refused.
    """
    told = []
    for word in text.split():
        result = code_name(game.apply(Events.CARD, game.trick.seat, card_of(word)))
        assert result == "" or result[0] == "+", word + " " + result
        if result:
            told.append(word + " " + result)
    return told


def log_of(game):
    """Return the noted offences as texts such as "E no-trump play 1 after 12"."""
    lines = []
    for one in game.conduct.log:
        told = (SEATS[one.seat], code_name(one.code), one.play, one.plays)
        lines.append("%s %s play %d after %d" % told)
    return lines
