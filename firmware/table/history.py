"""The sheet of a match: what its hands have brought, and how many matches each side has won."""

from micropython import const

from codes.game import Scores

_A_HAND = const(4)  # bytes, two for each side
_WINS = const(60)  # where in the rows of a checkpoint the matches are that each side has won
_SHEET = const(64)  # bytes
_FIRST = const(2)  # bytes before the hands that a checkpoint has no room for
_FARTHEST = const(0x3FFF)  # points that fit there, up and down
NOBODY = const(-1)


class Hand:
    """The result of a hand: the `points` of each side. Those of the side `hangs` are not its own
    yet."""

    def __init__(self, north: int, east: int, hangs: int = NOBODY) -> None:
        self.points = [north, east]
        self.hangs = hangs

    def put(self, data: bytearray, at: int) -> None:
        """Write the hand as the journal has it."""
        for side in range(2):
            points = min(max(self.points[side], -_FARTHEST), _FARTHEST) + Scores.ZERO
            if side == self.hangs:
                points += Scores.HANGS
            data[at + side * 2] = points & 255
            data[at + side * 2 + 1] = points >> 8


class History:
    """`hands` are those of the match, the oldest first, and `first` is the number of the oldest:
    1, unless there were more than there is room for; 0 if nobody knows. `won` is how many matches
    each side has won since one was left unfinished."""

    def __init__(self) -> None:
        self.hands: "list[Hand]" = []
        self.first = 1
        self.won = [0, 0]

    def begin(self, winner: int) -> None:
        """Begin another match: that side has won the one before, or (-1) neither."""
        self.hands = []
        self.first = 1
        if winner >= 0:
            self.won[winner] += 1
        else:
            self.won = [0, 0]

    def add(self, hand: Hand) -> None:
        """Add a hand that was played. If there are too many the oldest goes."""
        self.hands.append(hand)
        if len(self.hands) > Scores.MOST:
            self.hands.pop(0)
            self.first += self.first > 0

    def take_back(self) -> None:
        """Take the last hand back."""
        if self.hands:
            self.hands.pop()

    def correct(self, north: int, east: int, hanging: int) -> None:
        """Change the last hand: each side has so much more, or so much more of its points hang."""
        if self.hands:
            hand = self.hands[-1]
            for side in range(2):
                more = east if side else north
                hand.points[side] += hanging if side == hand.hangs else more

    def rows(self) -> bytearray:
        """Return the last hands, the newest first, and the matches won, as a checkpoint has
        them."""
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
        """Return the hands before those, the oldest first, behind the number of the first hand;
        nothing while a checkpoint has room for all."""
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
        """Take over what a checkpoint has, and the hands before those if they are known."""
        hands = _hands(rows, 0, _WINS)
        hands.reverse()
        self.first = 1
        if len(hands) == Scores.IN_A_CHECKPOINT:
            self.first = older[0] | older[1] << 8 if older else 0
            hands = _hands(older, _FIRST, len(older)) + hands
        self.hands = hands
        self.won = [rows[at] | rows[at + 1] << 8 for at in (_WINS, _WINS + 2)]


def _hands(data: "bytes | bytearray", at: int, end: int) -> "list[Hand]":
    """Return the hands that stand there, up to the first that is none."""
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
