"""An evening at the table: deals are played, and between them people set things up."""

from micropython import const

import texts
from codes.game import Phases
from codes.journal import RoomLeft
from table.menus import wishes
from table.setup.setup import Setup

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from table.menus.menus import Menus
    from table.play.cards import Cards
    from table.setup.opening import Between, Opens
    from table.table import Table

# What is said after a deal, by the room that the journal has.
_SAID = {
    RoomLeft.NEARLY_FULL: texts.NEARLY_FULL,
    RoomLeft.FULL: texts.NEARLY_FULL,
    RoomLeft.DEAD: texts.NOT_KEPT,
}


class Evening:
    """`menu` is the one between deals that takes keys and cards, None while these are played.
    `changed` is called when the settings may be others."""

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
        # Whether a deal has been under way: also one that ended just before the power did.
        self._dealt = table.journal.ahead

    def step(self, now: int) -> None:
        """Looks at the pads."""
        (self.menu or self.cards).step(now)

    def turning(self) -> bool:
        """Whether the display waits: what a menu has changed, the language or who sits where,
        does not hold yet, or another one opens in a moment."""
        return (self.menu is not None and self.menu.over) or self.menus.turning()

    def tend(self) -> None:
        """Does what must not be done while cards are in play: opens and closes menus, and after a
        deal writes down what the next one starts from."""
        ready = self.table.match.phase == Phases.READY
        ended = ready and self._dealt
        self._dealt = not ready or (ended and self._unread())
        if self.menu:
            if self.menu.over:
                self._go_on(self.menu.following)
        elif self.menus.grant(wishes.SETTINGS):
            self.menu = Setup(self.table)
        elif ended and not self._dealt:
            self._write_down()

    def _go_on(self, following: "Opens | None") -> None:
        """To the next menu, or to the cards again."""
        self.menu = None
        self.changed()
        if following:
            self.menu = following(self.table)
        else:
            self.cards.resume()

    def _unread(self) -> bool:
        """Whether what was lost before the start is not settled yet: nobody can have read it."""
        table = self.table
        told = self.menus.wish != wishes.LOST and not (
            table.voice.notice.text or table.dialogue.asked
        )
        return table.journal.lost and not told

    def _write_down(self) -> None:
        """A deal that was thrown in can still be undone; of any other one only its end is wanted
        now."""
        table = self.table
        match = table.match
        journal = table.journal
        if match.events:
            journal.make_room()
        else:
            history = table.history
            journal.checkpoint(match.totals, match.house.mark, history.rows(), history.older())
        if journal.state in _SAID:
            table.voice.say(_SAID[journal.state])
