"""All menus outside the set-up, of which at most one is open."""

from micropython import const

from codes.game import Answers
from table.menus import wishes
from table.menus.appeal import Appeal
from table.menus.correction import Correction
from table.menus.director import Director
from table.menus.loss import Lost
from table.menus.seat import SeatMenu
from table.menus.verdict import Verdict

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.menus.menu import Menu
    from table.table import Table


class Menus:
    """The menus of a table, and the request to open one.

    `menu` is the open menu, or None. A menu that has closed stays there until `turn` drops it.
    `wish` is the menu to open next, for `seat`. The requests for the set-up, service mode and a
    restart stay in `wish` until another part of the program takes them with `grant`.
    """

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.menu: "Menu | None" = None
        self.wish = wishes.NONE
        self.seat = 0
        self._directs = False
        appeal = Appeal(table)
        seat_menu = SeatMenu(table)
        director = Director(table)
        self._menus = {
            wishes.SEAT_MENU: seat_menu,
            wishes.BY_HAND: seat_menu,
            wishes.SWAPPED: seat_menu,
            wishes.REDEAL: seat_menu,
            wishes.UNDO: seat_menu,
            wishes.SEVEN: seat_menu,
            wishes.PAUSE: seat_menu,
            wishes.TAKE_BACK: appeal,
            wishes.CALL_OUT: appeal,
            wishes.JUDGE: Verdict(table),
            wishes.LOST: Lost(table),
            wishes.CORRECT: Correction(table),
            wishes.DIRECTOR: director,
            wishes.DIRECTOR_UNDO: director,
            wishes.DIRECTOR_SETTINGS: director,
        }

    def request(self, wish: int, seat: int) -> None:
        """Request a menu for a seat; refuse it while a question is open."""
        if self.table.dialogue.asked:
            self.table.voice.refuse(Answers.NOT_NOW, seat)
        else:
            self.wish = wish
            self.seat = seat
            self._directs = False

    def grant(self, wish: int) -> bool:
        """Return whether `wish` is the requested menu or mode, and clear the request if so."""
        if self.wish != wish:
            return False
        self.wish = wishes.NONE
        return True

    def hears(self, seat: int) -> bool:
        """Return whether a key of `seat` can be an answer to the open question."""
        return self.menu is None or self.menu.hears(seat)

    def firm(self) -> bool:
        """Return whether any key of a seat answers the open question, and no key leaves it."""
        return self.menu is not None and self.menu.open and self.menu.options.firm

    def confirm(self) -> None:
        """Handle OK as the answer of every seat to a question that any key answers."""
        if self.menu:
            self.menu.confirm()

    def leave(self) -> None:
        """Ignore all further answers to the open question."""
        if self.menu:
            self.menu.open = False

    def turning(self) -> bool:
        """Return whether a menu or mode is requested but not open, and no question is shown."""
        if self.table.dialogue.asked:
            return False
        return self.wish != wishes.NONE or bool(self.menu and self.menu.wish)

    def step(self) -> None:
        """Close the open question if its time is over, or a patient one if play has gone on."""
        if self.menu:
            self.menu.step()

    def turn(self) -> None:
        """Drop a closed menu and take over its request; without a menu, open the requested one."""
        menu = self.menu
        if menu:
            if not menu.open:
                if menu.wish:
                    self.wish = menu.wish
                    self.seat = menu.seat
                    self._directs = menu.wish_directs
                self.menu = None
        elif self.wish in self._menus and not self.table.dialogue.asked:
            wish = self.wish
            self.wish = wishes.NONE
            self.menu = menu = self._menus[wish]
            menu.begin(wish, self.seat, self._directs)
