"""What follows an offence that was proved, where the discipline leaves that to the others."""

import texts
from belote import choices
from codes import events, offences, rulings, totals
from table import sentences
from table.menus import wishes
from table.menus.menu import Menu
from table.menus.options import Options

_A_DEAL = 162  # points that a lost deal brings, and
_IN_TENS = 16  # where they are counted in tens


class Verdict(Menu):
    """About the offence that was told last, if it was not taken back since."""

    def _wished(self, wish: int) -> None:
        match = self.match
        entry = match.conduct.logged - self.table.untold - 1
        code = match.conduct.log[entry * 4] if entry >= 0 else offences.PARDONED
        if code < offences.PARDONED:
            self.seat = match.conduct.log[entry * 4 + 1]
            self.table.offence(entry)
            self._ask_below(sentences.OFFENCE_TEXTS[code], self._others(self.seat), _INJURED)

    def to_others(self, seat: int, choice: int) -> None:
        """The deal ends as if the other side had failed, melds apart."""
        match = self.match
        if self._happen(events.RULING, rulings.VOID):
            tens = match.house.rounding == choices.ROUNDING_MATCH
            points = match.house.fail or (_IN_TENS if tens else _A_DEAL)
            dealer = match.totals[totals.DEALER] + match.house.step & 3
            self.table.happen(events.RULING, match.house.side(seat), rulings.NO_POINTS + points)
            self.table.happen(events.RULING, rulings.NEW_DEALER, dealer)

    def director(self, seat: int, choice: int) -> None:
        self.wish = wishes.DIRECTOR


_INJURED = Options(
    (texts.DECLINE, Verdict.no),
    (texts.TO_OTHERS, Verdict.to_others),
    (texts.DIRECTOR, Verdict.director),
)
