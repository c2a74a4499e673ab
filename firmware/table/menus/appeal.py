"""What a held key asks for: to take the last card back, or to call oneself out."""

import texts
from belote import choices
from codes.game import Answers, Disciplines, Events, Phases, Totals
from table.menus import wishes
from table.menus.menu import AGREE, Menu


class Appeal(Menu):
    """The others agree to the first; the second is for whoever calls to be sure of."""

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
        """Nobody is asked whether to risk the match who may not call out now."""
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
