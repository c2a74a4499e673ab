"""Numbers of the game, and the names of cards, seats and contracts."""

SUITS = "CDHS"
RANKS = "789TJQKA"
SEATS = "NESW"
CONTRACTS = ("C", "D", "H", "S", "NT", "AT")


def card_of(text: str) -> int:
    """Return the card that `text` names ("7S", "th", "10H"), -1 if it names none."""
    text = text.upper().replace("10", "T")
    if len(text) != 2:
        return -1
    rank = RANKS.find(text[0])
    suit = SUITS.find(text[1])
    return -1 if rank < 0 or suit < 0 else suit << 3 | rank


def name_of(card: int) -> str:
    """Return the name of a card, such as "7S"."""
    return RANKS[card & 7] + SUITS[card >> 3]


class Answers:
    """Answers of a match to an event.

    0: accepted. 1 to NOTED - 1: refused, because of an offence (see `Offences`) or for one of the
    reasons below. NOTED plus the number of an offence: accepted, and this offence was logged. If
    several offences were logged, the number is that of the first.
    """

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
    """Calls in the bidding: 0 to 3 are suits, and all numbers up to ALL_TRUMPS are contracts."""

    NO_TRUMPS = 4
    ALL_TRUMPS = 5
    PASS = 6
    DOUBLE = 7
    REDOUBLE = 8
    THIRD = 9  # a third doubling


class Disciplines:
    """Ways to deal with offences."""

    REFUSE = 0
    WARN = 1
    POINTS = 2
    FORFEIT = 3


class Endings:
    """Reasons why a match has ended; numbers from 1 to 31 are offences that lost the match."""

    UNTOLD = 0  # the journal is from an older program, which did not keep the reason
    TARGET = 32
    CALLED_OUT = 33
    AWARDED = 34  # by a ruling
    STAKE = 35  # by a deal on which a third doubling had staked the match


class Events:
    """Kinds of events of a match; docs/events.md has their seats and arguments."""

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
    """Kinds of offences.

    A journal stores these numbers: a new offence gets a number from 1 to 31 that was never used.
    The offences in `table.sentences.ANSWER_TEXTS` are also reasons to refuse an event.
    """

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
    OFFENCE = 16  # an offence whose kind is not certain


class Outcomes:
    """Outcomes of a deal."""

    MADE = 0
    FAILED = 1
    LITIGE = 2
    CAPOT = 3
    REVERSE = 4  # a capot of the defenders
    SCORED = 5  # no capot in a house with `success: none`: each side scores its own points


class Phases:
    """Phases of a match."""

    IDLE = 0  # waits for a match
    READY = 1  # waits for the next deal
    DEALT = 2  # waits for the upcard
    BIDDING = 3
    PLAY = 4
    DONE = 5  # waits for both sides to confirm


class Rulings:
    """Kinds of rulings; a RULING event has the kind in place of a seat.

    Kinds 0 and 1 store points for side 0 or 1, and HANGING stores hanging points. After them, GIVE
    adds the stored points to the totals.
    """

    VOID = 2
    AWARD = 3  # the argument is the side that wins the match; NEITHER reopens the match
    PARDON = 4
    NEW_DEALER = 5
    HANGING = 6
    GIVE = 7  # the argument is BESIDE, INSTEAD or CORRECTED

    NEITHER = 2
    # The argument of kinds 0, 1 and HANGING is NO_POINTS plus the points, which may be negative.
    NO_POINTS = 0x8000

    BESIDE = 0  # the points come in addition to those of the deals
    INSTEAD = 1  # the points replace those of the deal under way, which is void
    CORRECTED = 2  # the points correct the result of the last deal


class Scores:
    """Numbers for the results of hands (played deals), in the journal and on the display.

    The journal stores points with ZERO added; a stored 0 means that there is no hand.
    """

    IN_A_CHECKPOINT = 15  # hands that fit into a checkpoint
    MOST = 160  # maximum number of hands of a match that are stored
    PAGE = 8  # hands on a page of the display

    ZERO = 0x4000
    HANGS = 0x8000  # added to points that hang


class Totals:
    """Indexes of a match's totals; 0 and 1 are the points of the two sides."""

    HANGING = 2
    DEALER = 3
    THROWN_IN = 4
    POINTS = 5  # the target
    CONDUCT = 6  # the discipline
    WINNER = 7  # the side, plus twice the reason (`Endings`); -1 for none
    COUNT = 8

    MOST_POINTS = 9999  # the highest target


class Seats:
    """Numbers of seats: north, east, south and west are 0 to 3; a set of seats is a mask."""

    NOBODY = 4
    EVERYONE = 15  # the set of all seats
