"""How a deal goes on of which the journal has lost a part: both sides say so."""

import texts
from codes import events, notes, rulings, seats
from table.menus.menu import Menu
from table.menus.options import Options


class Lost(Menu):
    """What one side says, the other agrees to; what was lost is laid again, or all of it dealt."""

    def _wished(self, wish: int) -> None:
        self.offer(0, 0)

    def offer(self, seat: int, choice: int) -> None:
        self._want(0, 0, 0, 0)
        self._ask(texts.PART_LOST, seats.EVERYONE, _HOW)

    def from_here(self, seat: int, choice: int) -> None:
        self._propose(seat, texts.FROM_HERE, _IS_IT_SO)

    def redeal(self, seat: int, choice: int) -> None:
        self._want(events.RULING, rulings.VOID, 0, notes.DEALT_AGAIN)
        self._propose(seat, texts.REDEAL, _IS_IT_VOID)

    def _propose(self, seat: int, text: int, options: Options) -> None:
        self.seat = seat
        self._ask(text, self.table.others(seat), options)

    def here(self, seat: int, choice: int) -> None:
        """Play goes on as the lights say."""


_HOW = Options(
    (texts.FROM_HERE, Lost.from_here),
    (texts.REDEAL, Lost.redeal),
    left=Lost.offer,
    patient=True,
)
_IS_IT_SO = Options((texts.AGREE, Lost.here), (texts.DECLINE, Lost.offer), left=Lost.offer)
_IS_IT_VOID = Options((texts.AGREE, Lost.yes), (texts.DECLINE, Lost.offer), left=Lost.offer)
