"""Menu that opens when a key is held for a second: take the last card back, or call out."""

import texts
from belote import choices
from codes.game import Answers, Disciplines, Events, Phases, Totals
from table.menus import wishes
from table.menus.menu import AGREE, Menu


class Appeal(Menu):
    """Menu that a held key opens.

    The other side has to agree before a card is taken back. A player who calls out has to confirm
    it.
    """

    def _wished(self, wish: int) -> None:
        if wish == wishes.TAKE_BACK:
            self._take_back()
        else:
            self._call_out()

    def _take_back(self) -> None:
        seat = self.seat
        if self.match.totals[Totals.CONDUCT] >= Disciplines.POINTS:
            self.table.voice.refuse(Answers.NOT_HERE, seat)
            return
        card = self._last_card(seat)
        if card >= 0:
            self._want(Events.BACK, seat, 0, 0)
            self._ask(texts.TAKE_BACK, self.table.others(seat), AGREE, card)

    def _call_out(self) -> None:
        """Ask a seat to confirm that it calls out, if it may do so now."""
        match = self.match
        seat = self.seat
        barred = match.tally.bars_call(seat) if match.phase == Phases.PLAY else Answers.LATE
        if barred == Answers.NOT_YOURS:
            on_lead = match.house.call_out == choices.CALL_OUT_LEAD
            self.table.voice.warn(texts.CALL_ON_LEAD if on_lead else texts.CALL_WITH_POINTS, seat)
        elif barred:
            self.table.voice.refuse(barred, seat)
        else:
            self._want(Events.CALL_OUT, seat, 0, 0)
            self._ask(texts.CALLS_OUT, 1 << seat, AGREE)
