"""What has been noted in a deal, and what it costs under the discipline that is agreed on."""

from micropython import const

from codes import answers, disciplines, offences, totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House
    from belote.standing import Standing

_ENTRIES = const(40)  # entries of the log
_LATEST = const(255)  # later than any play

# Offences, a bit each.
_FORFEITED = const(0x103BE)  # revoke to not-lowest, false-meld to false-call-out, offence
_FINED = const(0x17C46)  # revoke, no-rise, out-of-turn, misdeal to heaped-tricks, offence


class Conduct:
    """`log` has four bytes an entry: code, seat, the play it is about and how many cards had been
    laid when it was certain; `logged` are its entries. `suspects` is a mask of seats; `fair` what
    the discipline adds to each side."""

    def __init__(self, house: "House", standing: "Standing") -> None:
        self.house = house
        self.standing = standing
        self.log = bytearray(4 * _ENTRIES)
        self.fair = [0, 0]
        self.clear()

    def clear(self) -> None:
        """A new deal."""
        self.logged = self.suspects = 0
        self.fair[0] = self.fair[1] = 0

    def note(self, seat: int, code: int, play: int, plays: int) -> None:
        """Notes an offence, while there is room, and gives the match to whom it brings it."""
        at = self.logged * 4
        log = self.log
        if at < len(log):
            log[at] = code
            log[at + 1] = seat
            log[at + 2] = play
            log[at + 3] = plays
            self.logged += 1
            self._judge()

    def pardon(self, index: int) -> int:
        """Takes back what an entry has cost."""
        if index >= self.logged or self.log[index * 4] >= offences.PARDONED:
            return answers.NOTHING
        if self._lost() >= 0:
            self.standing.reopen()
        self.log[index * 4] |= offences.PARDONED
        self._judge()
        return 0

    def levy(self, points: list[int]) -> None:
        """Works out what the discipline of points takes and gives, and adds it to the points of
        both sides."""
        fair = self.fair
        fair[0] = fair[1] = 0
        fine = self.house.fine
        if self.standing.totals[totals.CONDUCT] == disciplines.POINTS:
            for at in range(0, self.logged * 4, 4):
                code = self.log[at]
                side = self.house.side(self.log[at + 1])
                if _FINED >> code & 1:
                    fair[side] -= fine
                    if code == offences.REVOKE:
                        fair[side ^ 1] += fine
        for side in range(2):
            points[side] += fair[side]

    def _judge(self) -> None:
        """Gives the match to the other side if one has lost it."""
        lost = self._lost()
        if lost >= 0:
            log = self.log
            self.standing.won_by(self.house.side(log[lost + 1]) ^ 1, log[lost])

    def _lost(self) -> int:
        """Where in the log the offence is that loses the match, -1 for none: a forfeit, or a false
        call-out under every discipline. Of several the play that came first counts."""
        lost = -1
        first = _LATEST
        log = self.log
        forfeits = self.standing.totals[totals.CONDUCT] == disciplines.FORFEIT
        for at in range(0, self.logged * 4, 4):
            code = log[at]
            loses = code == offences.FALSE_CALL_OUT or (forfeits and _FORFEITED >> code & 1)
            if loses and log[at + 2] < first:
                first = log[at + 2]
                lost = at
        return lost
