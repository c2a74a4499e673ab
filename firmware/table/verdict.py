"""What follows an offence that was proved, where the discipline leaves that to the others.

It is loaded when somebody has to say, and dropped afterwards.
"""

from micropython import const

from table.menu import Menu

_RULING = const(19)  # kind of event

_DEALER = const(3)
_VOID = const(2)
_NEW_DEALER = const(5)
_NO_POINTS = const(0x8000)
_MATCH_POINTS = const(2)  # rounding

_JUDGE = const(1)  # what is wished beside texts
_OFFENCES = const(16)
_TO_OTHERS = const(143)  # text
_DIRECTOR = const(144)  # text
_RULINGS = const(148)  # text

_INJURED = b"\x79\x8f\x90"  # decline, to-others, director


class Verdict(Menu):
    """About the offence that was told last, if it was not taken back since."""

    def _choose(self, option: int, seat: int, choice: int) -> None:
        match = self.match
        if option == _JUDGE:
            entry = match.conduct.logged - self.table.untold - 1
            if entry >= 0:
                code = match.conduct.log[entry * 4]
                self.seat = match.conduct.log[entry * 4 + 1]
                self.table.offence(entry)
                self._ask(_OFFENCES + code, self._others(self.seat), _INJURED)
        elif option == _TO_OTHERS:
            self._to_others(match.house.side(seat))
        elif option == _DIRECTOR:
            self.wish = _RULINGS
        else:
            Menu._choose(self, option, seat, choice)

    def _to_others(self, side: int) -> None:
        """The deal ends as if the other side had failed, melds apart."""
        match = self.match
        if self._happen(_RULING, _VOID):
            points = match.house.fail or (16 if match.house.rounding == _MATCH_POINTS else 162)
            self.table.happen(_RULING, side, _NO_POINTS + points)
            self.table.happen(_RULING, _NEW_DEALER, match.totals[_DEALER] + match.house.step & 3)
