"""An evening at the table: deals, and the menus between them."""

from micropython import const

import texts
from codes.game import Phases
from codes.journal import RoomLeft
from table.files import decks
from table.menus import wishes
from table.setup.setup import Setup

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from table.menus.menus import Menus
    from table.play.cards import Cards
    from table.setup.opening import Between, Opens
    from table.table import Table

# Texts that are shown after a deal, by the room that the journal has left.
_SAID = {
    RoomLeft.NEARLY_FULL: texts.NEARLY_FULL,
    RoomLeft.FULL: texts.NEARLY_FULL,
    RoomLeft.DEAD: texts.NOT_KEPT,
}


class Evening:
    """Controller that switches between play and the menus of the set-up.

    `menu` is the open menu of the set-up (of `table.setup`), which handles cards and answers. It
    is None if no such menu is open. `menus` are all other menus. `changed` is called when the
    settings may have changed.
    """

    def __init__(
        self,
        table: "Table",
        cards: "Cards",
        menus: "Menus",
        changed: "Callable[[], None]",
    ) -> None:
        self.table = table
        self.cards = cards
        self.menus = menus
        self.changed = changed
        self.menu: "Between | None" = None
        # True if a checkpoint must be written once no deal is under way. At the start it must be
        # written if the journal has events after its last checkpoint.
        self._dealt = table.journal.ahead

    def step(self, now: int) -> None:
        """Run a step of the open menu, or of the cards if no menu is open."""
        (self.menu or self.cards).step(now)

    def turning(self) -> bool:
        """Return whether the display has to wait.

        It waits while the changes of a closed menu, such as another language, are not in use yet,
        and while another menu is about to open.
        """
        return (self.menu is not None and self.menu.over) or self.menus.turning()

    def tend(self) -> None:
        """Do the work that must wait until no cards are in play.

        That is to open and close menus, and to write a checkpoint after a deal.
        """
        phase = self.table.match.phase
        if phase != Phases.READY:
            self._dealt = phase != Phases.IDLE
        if self.menu:
            if self.menu.over:
                self._go_on(self.menu.following)
        elif self._dealt and phase == Phases.READY and not self._unread():
            self._dealt = False
            self._write_down()
        elif self.menus.grant(wishes.SETTINGS):
            self.menu = Setup(self.table)

    def _go_on(self, following: "Opens | None") -> None:
        """Open the following menu, or return to play."""
        self.menu = None
        self.changed()
        if following:
            self.menu = following(self.table)
        else:
            self.cards.resume()

    def _unread(self) -> bool:
        """Return whether players still have to read that a part of the match was lost."""
        table = self.table
        told = self.menus.wish != wishes.LOST and not (
            table.voice.notice.text or table.dialogue.asked
        )
        return table.journal.lost and not told

    def _write_down(self) -> None:
        """Write a checkpoint, or only make room in the journal after a deal without a result.

        A deal without a result, such as a void one, can still be undone, so its events are needed.
        If a change of a deck could not be saved during the deal, try again to save it. If the
        journal is nearly full or cannot be written, show a sentence about it.
        """
        table = self.table
        decks.save(table.deck)
        match = table.match
        journal = table.journal
        if match.events:
            journal.make_room()
        else:
            history = table.history
            journal.checkpoint(match.totals, match.house.mark, history.rows(), history.older())
        if journal.state in _SAID:
            table.voice.say(_SAID[journal.state])
