"""The sheet of an evening: what the last hands have brought, and who has won matches."""

from micropython import const

from codes import scored

_A_HAND = const(4)  # bytes
_WINS = const(60)  # where the matches are that each side has won
_SHEET = const(64)


class History:
    """`rows`: the last hands, newest first, two bytes for each side (codes/scored.py);
    then the matches won since one was left unfinished."""

    def __init__(self) -> None:
        self.rows = bytearray(_SHEET)

    def points(self, hand: int, side: int) -> int:
        """What the last hand (0) or one before it has brought a side."""
        at = hand * _A_HAND + side * 2
        return self.rows[at] | self.rows[at + 1] << 8

    def won(self, side: int) -> int:
        """How many matches before this one."""
        return self.points(scored.MOST, side)

    def hands(self) -> int:
        """How many there are."""
        hands = 0
        while hands < scored.MOST and self.points(hands, 0):
            hands += 1
        return hands

    def begin(self, winner: int) -> None:
        """Another match begins: that side has won the one before, or (-1) neither."""
        for at in range(_WINS if winner >= 0 else _SHEET):
            self.rows[at] = 0
        if winner >= 0:
            self._set(scored.MOST, winner, self.won(winner) + 1)

    def add(self, north: int, east: int) -> None:
        """A hand was played."""
        rows = self.rows
        for at in range(_WINS - 1, _A_HAND - 1, -1):
            rows[at] = rows[at - _A_HAND]
        self._set(0, 0, north)
        self._set(0, 1, east)

    def take_back(self) -> None:
        """It was not."""
        rows = self.rows
        for at in range(_WINS - _A_HAND):
            rows[at] = rows[at + _A_HAND]
        self._set(scored.MOST - 1, 0, 0)
        self._set(scored.MOST - 1, 1, 0)

    def correct(self, side: int, points: int, hanging: int) -> None:
        """The last hand has brought a side so much more, or so much more of it hangs."""
        had = self.points(0, side)
        if had:
            self._set(0, side, had + (hanging if had & scored.HANGS else points))

    def _set(self, hand: int, side: int, points: int) -> None:
        at = hand * _A_HAND + side * 2
        self.rows[at] = points & 255
        self.rows[at + 1] = points >> 8
