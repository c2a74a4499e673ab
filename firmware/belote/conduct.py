"""The offences of a deal, and what they cost under the discipline of the match."""

from micropython import const

from codes.game import Answers, Disciplines, Offences, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House
    from belote.standing import Standing


# Offences against the duties of a player who lays a card: all that `trick.why` returns.
DUTIES = bytes(
    (
        Offences.REVOKE,
        Offences.NO_RISE,
        Offences.NO_TRUMP,
        Offences.NO_OVERTRUMP,
        Offences.NOT_LOWEST,
    )
)
# Offences that consist in laying a card.
OF_A_PLAY = DUTIES + bytes((Offences.OFFENCE,))
# Offences that lose the match under the discipline `forfeit`.
_FORFEITED = OF_A_PLAY + bytes(
    (Offences.FALSE_MELD, Offences.FALSE_BELOTE, Offences.FALSE_CALL_OUT)
)
# Offences that cost a fine under the discipline `points`.
_FINED = bytes(
    (
        Offences.REVOKE,
        Offences.NO_RISE,
        Offences.OUT_OF_TURN,
        Offences.MISDEAL,
        Offences.EXPOSED,
        Offences.MELD_NOT_SHOWN,
        Offences.BOTTOM_NOT_SHOWN,
        Offences.HEAPED_TRICKS,
        Offences.OFFENCE,
    )
)


class Offence:
    """An offence by a seat.

    `code` is one of `Offences`. `plays` is how many cards had been laid when the offence was
    certain. For the offences in `OF_A_PLAY`, `play` is the index of the play that was the offence.
    For a false belote, `play` is the index of the play of the called card. If the program itself
    has noted an offence about melds or the bottom card, `play` is 0. For all other offences, and
    for each offence that a person has reported, `play` is equal to `plays`.
    """

    def __init__(self, code: int, seat: int, play: int, plays: int) -> None:
        self.code = code
        self.seat = seat
        self.play = play
        self.plays = plays
        self.is_pardoned = False


class Conduct:
    """The offences of a deal and their cost.

    `log` has the offences. `suspects` is the mask of seats that `Audit.suspects` returned after
    the latest trick. `fair` has the points that `levy` added to each side; fines are negative.
    """

    def __init__(self, house: "House", standing: "Standing") -> None:
        self.house = house
        self.standing = standing
        self.fair = [0, 0]
        self.clear()

    def clear(self) -> None:
        """Reset for a new deal."""
        self.log: list[Offence] = []
        self._settled = 0  # index of the first offence in `log` that can lose the match
        self.suspects = 0
        self.fair[0] = self.fair[1] = 0

    def note(self, seat: int, code: int, play: int, plays: int) -> None:
        """Log an offence, and award the match to the other side if the offence loses it."""
        self.log.append(Offence(code, seat, play, plays))
        self._judge()

    def pardon(self, index: int) -> int:
        """Pardon the offence with this index in `log`; return 0 or a refusal.

        If this offence has lost the match, reopen the match, unless another offence loses it.
        """
        if index >= len(self.log) or self.log[index].is_pardoned:
            return Answers.NOTHING
        lost = self._lost()
        self.log[index].is_pardoned = True
        if lost is self.log[index]:
            self.standing.reopen()
            self._judge()
        return 0

    def settle(self) -> None:
        """Let no offence that is in the log now lose the match: the director has decided."""
        self._settled = len(self.log)

    def levy(self, points: list[int]) -> None:
        """Subtract the fines from each side's `points`; add fines for revokes to the other side.

        Only the discipline `points` has fines. A pardoned offence costs nothing.
        """
        fair = self.fair
        fair[0] = fair[1] = 0
        fine = self.house.fine
        if self.standing.totals[Totals.CONDUCT] == Disciplines.POINTS:
            for offence in self.log:
                side = self.house.side(offence.seat)
                if not offence.is_pardoned and offence.code in _FINED:
                    fair[side] -= fine
                    if offence.code == Offences.REVOKE:
                        fair[side ^ 1] += fine
        for side in range(2):
            points[side] += fair[side]

    def _judge(self) -> None:
        """Award the match to the other side if an offence has lost it."""
        lost = self._lost()
        if lost:
            self.standing.won_by(self.house.side(lost.seat) ^ 1, lost.code)

    def _lost(self) -> "Offence | None":
        """Return the offence that loses the match, None if none does.

        Pardoned and settled offences do not count. If several offences lose the match, return the
        one with the smallest `play`. A false call-out loses the match under every discipline, the
        offences in `_FORFEITED` only under `forfeit`.
        """
        lost = None
        forfeits = self.standing.totals[Totals.CONDUCT] == Disciplines.FORFEIT
        for index in range(self._settled, len(self.log)):
            offence = self.log[index]
            code = offence.code
            loses = code == Offences.FALSE_CALL_OUT or (forfeits and code in _FORFEITED)
            if loses and not offence.is_pardoned and (lost is None or offence.play < lost.play):
                lost = offence
        return lost
