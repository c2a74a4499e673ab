"""What has been noted in a deal, and what it costs under the discipline that is agreed on."""

from micropython import const

from codes.game import Answers, Disciplines, Offences, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House
    from belote.standing import Standing


# Offences, a bit each.
_FORFEITED = const(0x103BE)  # revoke to not-lowest, false-meld to false-call-out, offence
_FINED = const(0x17C46)  # revoke, no-rise, out-of-turn, misdeal to heaped-tricks, offence


# Offences that a play proves.
OF_A_PLAY = bytes(
    (
        Offences.REVOKE,
        Offences.NO_RISE,
        Offences.NO_TRUMP,
        Offences.NO_OVERTRUMP,
        Offences.NOT_LOWEST,
        Offences.OFFENCE,
    )
)


class Offence:
    """An offence of a seat: its code, the play that it is about, and how many cards had been laid
    when it was certain (`plays`)."""

    def __init__(self, code: int, seat: int, play: int, plays: int) -> None:
        self.code = code
        self.seat = seat
        self.play = play
        self.plays = plays
        self.is_pardoned = False


class Conduct:
    """`log` has the offences of the deal. `suspects` is a mask of seats; `fair` is what the
    discipline adds to each side."""

    def __init__(self, house: "House", standing: "Standing") -> None:
        self.house = house
        self.standing = standing
        self.fair = [0, 0]
        self.clear()

    def clear(self) -> None:
        """A new deal."""
        self.log: list[Offence] = []
        self.suspects = 0
        self.fair[0] = self.fair[1] = 0

    def note(self, seat: int, code: int, play: int, plays: int) -> None:
        """Note an offence, and give the match to whom it brings it."""
        self.log.append(Offence(code, seat, play, plays))
        self._judge()

    def pardon(self, index: int) -> int:
        """Take back what an offence has cost."""
        if index >= len(self.log) or self.log[index].is_pardoned:
            return Answers.NOTHING
        if self._lost():
            self.standing.reopen()
        self.log[index].is_pardoned = True
        self._judge()
        return 0

    def levy(self, points: list[int]) -> None:
        """Works out what the discipline of points takes and gives, and adds it to the points of
        both sides."""
        fair = self.fair
        fair[0] = fair[1] = 0
        fine = self.house.fine
        if self.standing.totals[Totals.CONDUCT] == Disciplines.POINTS:
            for offence in self.log:
                side = self.house.side(offence.seat)
                if not offence.is_pardoned and _FINED >> offence.code & 1:
                    fair[side] -= fine
                    if offence.code == Offences.REVOKE:
                        fair[side ^ 1] += fine
        for side in range(2):
            points[side] += fair[side]

    def _judge(self) -> None:
        """Gives the match to the other side if one has lost it."""
        lost = self._lost()
        if lost:
            self.standing.won_by(self.house.side(lost.seat) ^ 1, lost.code)

    def _lost(self) -> "Offence | None":
        """Return the offence that loses the match: a forfeit, or a false call-out under every
        discipline. Of several the play that came first counts."""
        lost = None
        forfeits = self.standing.totals[Totals.CONDUCT] == Disciplines.FORFEIT
        for offence in self.log:
            code = offence.code
            loses = code == Offences.FALSE_CALL_OUT or (forfeits and _FORFEITED >> code & 1)
            if loses and not offence.is_pardoned and (lost is None or offence.play < lost.play):
                lost = offence
        return lost
