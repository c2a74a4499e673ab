"""What a held key asks for: to take the last card back, or to call oneself out."""

import texts
from codes import answers, disciplines, events, totals
from table.menus import wishes
from table.menus.menu import AGREE, PASS_AGREES, Menu


class Appeal(Menu):
    """The others agree to the first; the second is for whoever calls to be sure of."""

    def _wished(self, wish: int) -> None:
        if wish == wishes.TAKE_BACK:
            self._take_back()
        else:
            self._want(events.CALL_OUT, self.seat, 0, 0)
            self._ask(texts.CALLS_OUT, 1 << self.seat, AGREE)

    def _take_back(self) -> None:
        seat = self.seat
        if self.match.totals[totals.CONDUCT] >= disciplines.POINTS:
            self.table.refuse(answers.NOT_HERE, seat)
            return
        card = self._last_card(seat)
        if card >= 0:
            self._want(events.BACK, seat, 0, 0)
            self._ask(texts.TAKE_BACK, self._others(seat), PASS_AGREES, card)
