"""Numbers of the game: what happens in a match, what it answers, and how it stands; and how people
write cards, seats and contracts."""

SUITS = "CDHS"
RANKS = "789TJQKA"
SEATS = "NESW"
CONTRACTS = ("C", "D", "H", "S", "NT", "AT")


def card_of(text: str) -> int:
    """The card that `text` names ("7S", "th", "10H"), or -1."""
    text = text.upper().replace("10", "T")
    if len(text) != 2:
        return -1
    rank = RANKS.find(text[0])
    suit = SUITS.find(text[1])
    return -1 if rank < 0 or suit < 0 else suit << 3 | rank


def name_of(card: int) -> str:
    """The two letters of a card."""
    return RANKS[card & 7] + SUITS[card >> 3]


class Answers:
    """Answers of a match to an event: 0 is yes; below NOTED no, for an offence or one of these;
    from there on yes, with an offence noted."""

    BAD_EVENT = 32
    NOT_NOW = 33
    NOT_A_CARD = 34
    CARD_SEEN = 35
    NOT_HELD = 36
    HAND_FULL = 37
    HAND_SHORT = 38
    NOT_A_SEAT = 39
    BAD_CALL = 40
    TOO_LOW = 41
    NO_DOUBLE = 42
    UPCARD_SUIT = 43
    WRONG_HOUSE = 44
    WRONG_DEALER = 45
    LATE = 46
    NOTHING = 47
    NOT_HERE = 48
    MATCH_OVER = 49
    FULL = 50
    NOT_YOURS = 51

    NOTED = 128


class Bids:
    """Calls in an auction; below NO_TRUMPS it is a suit, and up to ALL_TRUMPS a
    contract."""

    NO_TRUMPS = 4
    ALL_TRUMPS = 5
    PASS = 6
    DOUBLE = 7
    REDOUBLE = 8
    THIRD = 9


class Disciplines:
    """Ways to deal with offences."""

    REFUSE = 0
    WARN = 1
    POINTS = 2
    FORFEIT = 3


class Endings:
    """Reasons why a match has ended; the numbers below these are offences that lost it."""

    UNTOLD = 0  # a journal from before this was kept
    TARGET = 32
    CALLED_OUT = 33
    AWARDED = 34  # by a ruling
    STAKE = 35  # a third doubling for the whole match


class Events:
    """Kinds of events of a match; docs/events.md says what each carries."""

    MATCH = 1
    TARGET = 2
    DISCIPLINE = 3
    DEAL = 4
    SCAN = 5
    UPCARD = 6
    BID = 7
    MELD = 8
    CARD = 9
    BACK = 10
    BELOTE = 11
    SALT = 12
    CALL_OUT = 13
    SHOW = 14
    SEVEN = 15
    BOTTOM = 16
    OFFENCE = 17
    CONFIRM = 18
    RULING = 19
    UNDO = 20


class MeldKinds:
    """Kinds of melds as they are announced."""

    TIERCE = 0
    FIFTY = 1
    HUNDRED = 2
    CARRE = 3


class Offences:
    """Offences of an act. The first eight also refuse it where hands are known."""

    REVOKE = 1
    NO_RISE = 2
    NO_TRUMP = 3
    NO_OVERTRUMP = 4
    NOT_LOWEST = 5
    OUT_OF_TURN = 6
    FALSE_MELD = 7
    FALSE_BELOTE = 8
    FALSE_CALL_OUT = 9
    MISDEAL = 10
    EXPOSED = 11
    MELD_NOT_SHOWN = 12
    BOTTOM_NOT_SHOWN = 13
    HEAPED_TRICKS = 14
    SIGNAL = 15
    OFFENCE = 16  # which one is not certain


class Outcomes:
    """Ends of a hand."""

    MADE = 0
    FAILED = 1
    LITIGE = 2
    CAPOT = 3
    REVERSE = 4
    SCORED = 5  # there was no contract


class Phases:
    """Phases of a match, by what it waits for."""

    IDLE = 0  # a match
    READY = 1  # the next deal
    DEALT = 2  # the card turned up
    BIDDING = 3
    PLAY = 4
    DONE = 5  # both sides to confirm


class Rulings:
    """Kinds of rulings, in the place of an event's seat; 0 and 1 give points to that side."""

    VOID = 2
    AWARD = 3  # the match to side 0 or 1; to NEITHER: it is open again
    PARDON = 4
    NEW_DEALER = 5
    HANGING = 6  # points to the sum that hangs
    GIVE = 7  # all points given last count from now on: why is one of the last three below

    NEITHER = 2
    NO_POINTS = 0x8000  # given points count from here, up and down

    BESIDE = 0  # the hands that are played
    INSTEAD = 1  # of the deal under way, which is void
    CORRECTED = 2  # what the last hand has brought


class Scores:
    """The results of a match's hands as the journal has them: points count from ZERO, and 0 is
    no hand."""

    IN_A_CHECKPOINT = 15  # hands
    MOST = 160  # hands that are kept of a match
    PAGE = 8  # on a page of the sheet

    ZERO = 0x4000
    HANGS = 0x8000  # and more for a sum that nobody has yet


class Totals:
    """Places in a match's totals; 0 and 1 are the points of the two sides."""

    HANGING = 2
    DEALER = 3
    THROWN_IN = 4
    POINTS = 5  # to play to
    CONDUCT = 6  # the discipline
    WINNER = 7  # a side, and twice why it has won (`Endings`), or -1
    COUNT = 8

    MOST_POINTS = 9999  # that can be played to


class Seats:
    """Seats are 0 to 3: north, east, south, west; a set of them has a bit each."""

    NOBODY = 4
    EVERYONE = 15  # as a set
