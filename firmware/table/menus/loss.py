"""Menu of both sides after the journal has lost a part of the match."""

import texts
from codes.game import Events, Phases, Rulings, Seats
from codes.journal import Notes
from table.menus.menu import Menu
from table.menus.options import Options


class Lost(Menu):
    """Question about how play goes on after a loss.

    In a deal one side proposes to lay the lost cards again, or to deal again, and the other side
    has to agree. Before a deal both sides confirm that they have read what was lost, or somebody
    presses OK. The confirmation is written to the journal, so that the table does not ask again at
    its next start.
    """

    def _wished(self, wish: int) -> None:
        self._want(0, 0, 0, 0)
        self._sides = 0  # mask of the sides that have confirmed
        if self.match.phase > Phases.READY:
            self.offer(0, 0)
        else:
            self._tell()

    def _tell(self) -> None:
        none = self.match.phase == Phases.IDLE
        self._ask(texts.ALL_LOST if none else texts.SCORE_LOST, Seats.EVERYONE, _READ)

    def read(self, seat: int, choice: int) -> None:
        """Count the confirmation of a side, and go on when both sides have confirmed."""
        self._sides |= 1 << self.match.house.side(seat)
        if self._sides == 3:
            self._settle()
        else:
            self._tell()

    def confirm(self) -> None:
        """Handle OK as the confirmation of both sides."""
        self.open = False
        self.table.dialogue.close()
        self.table.voice.hush()
        self._settle()

    def _settle(self) -> None:
        self.table.journal.add(Notes.LOSS_READ, 0, 0)
        self.table.journal.lost = False

    def offer(self, seat: int, choice: int) -> None:
        """Ask how to go on with the deal."""
        self._want(0, 0, 0, 0)
        self._ask(texts.PART_LOST, Seats.EVERYONE, _HOW)

    def from_here(self, seat: int, choice: int) -> None:
        """Propose to go on with the cards that are known, and to lay the lost cards again."""
        self._propose(seat, texts.FROM_HERE, _IS_IT_SO)

    def redeal(self, seat: int, choice: int) -> None:
        """Propose to make the deal void."""
        self._want(Events.RULING, Rulings.VOID, 0, Notes.DEALT_AGAIN)
        self._propose(seat, texts.REDEAL, _IS_IT_VOID)

    def _propose(self, seat: int, text: int, options: Options) -> None:
        self.seat = seat
        self._ask(text, self.table.others(seat), options)

    def here(self, seat: int, choice: int) -> None:
        """Do nothing after the other side has agreed: the lights show how play goes on."""


_READ = Options((texts.IS_READ, Lost.read), patient=True, firm=True)
_HOW = Options(
    (texts.FROM_HERE, Lost.from_here),
    (texts.REDEAL, Lost.redeal),
    left=Lost.offer,
    patient=True,
)
_IS_IT_SO = Options((texts.AGREE, Lost.here), (texts.DECLINE, Lost.offer), left=Lost.offer)
_IS_IT_VOID = Options((texts.AGREE, Lost.yes), (texts.DECLINE, Lost.offer), left=Lost.offer)
