"""Score sheet of a match: the points of its hands (played deals), and the matches won."""

from micropython import const

from codes.game import Scores

_A_HAND = const(4)  # bytes of a hand, two for each side
_WINS = const(60)  # offset of the matches won by each side in the rows of a checkpoint
_SHEET = const(64)  # bytes of the rows of a checkpoint
_FIRST = const(2)  # bytes at the beginning of `older`: the number of the first hand
_FARTHEST = const(0x3FFF)  # maximum points of a side that are stored, positive or negative
NOBODY = const(-1)


class Hand:
    """Result of a hand: the `points` of each side.

    `hangs` is the side whose points hang, or NOBODY. Points that hang count for no side until a
    later deal decides which side gets them.
    """

    def __init__(self, north: int, east: int, hangs: int = NOBODY) -> None:
        self.points = [north, east]
        self.hangs = hangs

    def put(self, data: bytearray, at: int) -> None:
        """Write the hand into `data` at the offset `at`, in the journal's format."""
        for side in range(2):
            points = min(max(self.points[side], -_FARTHEST), _FARTHEST) + Scores.ZERO
            if side == self.hangs:
                points += Scores.HANGS
            data[at + side * 2] = points & 255
            data[at + side * 2 + 1] = points >> 8


class History:
    """Hands of the match, and the number of matches won by each side.

    `hands` has the oldest hand first. `first` is the number of that hand in the match: 1, a higher
    number if earlier hands were dropped, or 0 if it is not known. `won` has the number of matches
    that each side has won. If a match begins and the match before has no winner, both numbers of
    `won` become 0.
    """

    def __init__(self) -> None:
        self.hands: "list[Hand]" = []
        self.first = 1
        self.won = [0, 0]

    def begin(self, winner: int) -> None:
        """Begin another match; `winner` is the side that won the match before, -1 for none."""
        self.hands = []
        self.first = 1
        if winner >= 0:
            self.won[winner] += 1
        else:
            self.won = [0, 0]

    def add(self, hand: Hand) -> None:
        """Add a hand, and drop the oldest hand if there are too many."""
        self.hands.append(hand)
        if len(self.hands) > Scores.MOST:
            self.hands.pop(0)
            self.first += self.first > 0

    def take_back(self) -> None:
        """Remove the last hand."""
        if self.hands:
            self.hands.pop()

    def correct(self, north: int, east: int, hanging: int) -> None:
        """Add points to both sides of the last hand.

        The side whose points hang gets `hanging` instead of its `north` or `east`.
        """
        if self.hands:
            hand = self.hands[-1]
            for side in range(2):
                more = east if side else north
                hand.points[side] += hanging if side == hand.hangs else more

    def rows(self) -> bytearray:
        """Return the last hands, newest first, and the matches won, in a checkpoint's format."""
        data = bytearray(_SHEET)
        at = 0
        for hand in reversed(self.hands[-Scores.IN_A_CHECKPOINT :]):
            hand.put(data, at)
            at += _A_HAND
        for side in range(2):
            data[_WINS + side * 2] = self.won[side] & 255
            data[_WINS + side * 2 + 1] = self.won[side] >> 8 & 255
        return data

    def older(self) -> bytearray:
        """Return the hands that `rows` leaves out, oldest first, in the journal's format.

        The number of the first hand comes before them. The result is empty while there are fewer
        hands than a checkpoint holds.
        """
        count = len(self.hands) - Scores.IN_A_CHECKPOINT
        if count < 0:
            return bytearray()
        data = bytearray(_FIRST + count * _A_HAND)
        data[0] = self.first & 255
        data[1] = self.first >> 8 & 255
        for i in range(count):
            self.hands[i].put(data, _FIRST + i * _A_HAND)
        return data

    def load(self, rows: "bytes | bytearray", older: "bytes | bytearray") -> None:
        """Load the rows of a checkpoint, and the older hands.

        `older` is empty if the older hands are not known.
        """
        hands = _hands(rows, 0, _WINS)
        hands.reverse()
        self.first = 1
        if len(hands) == Scores.IN_A_CHECKPOINT:
            self.first = older[0] | older[1] << 8 if older else 0
            hands = _hands(older, _FIRST, len(older)) + hands
        self.hands = hands
        self.won = [rows[at] | rows[at + 1] << 8 for at in (_WINS, _WINS + 2)]


def _hands(data: "bytes | bytearray", at: int, end: int) -> "list[Hand]":
    """Return the hands in `data` from the offset `at` to `end`, or to the first empty hand."""
    hands = []
    while at + _A_HAND <= end:
        sides = [data[at] | data[at + 1] << 8, data[at + 2] | data[at + 3] << 8]
        if not sides[0]:
            break
        hangs = NOBODY
        for side in range(2):
            if sides[side] & Scores.HANGS:
                hangs = side
                sides[side] -= Scores.HANGS
        hands.append(Hand(sides[0] - Scores.ZERO, sides[1] - Scores.ZERO, hangs))
        at += _A_HAND
    return hands
