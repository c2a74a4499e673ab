"""Base of the menus, through which players propose events to each other.

A menu applies the proposed event once a seat that was asked has approved it. Proposals of the
director need no approval by other seats.
"""

from micropython import const

import texts
from codes.game import Answers, Events, Phases, Rulings
from codes.journal import Notes
from codes.table import Ticks
from table.menus import wishes
from table.menus.options import Options

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

# For this time a question ignores the keys of all seats except the seat that asks: no other player
# can have read it yet. This does not apply to a question of the director.
_UNREAD_MS = const(500)
_PATIENCE_MS = const(60000)  # a question without an answer is closed after this time
_GIFTS = (0, 1, Rulings.HANGING)  # rulings that give points to a side or to the hanging points


class Menu:
    """Base class of a menu.

    `open` is set while a question of the menu is on the display. `directs` is set if the director
    has opened the menu. `wish` is the number of the menu or mode to open next (see `wishes`), and
    `wish_directs` is set if the director has requested that menu.
    """

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.match = table.match
        self.seat = 0  # the seat that asks; if the director asks, the seat that answered last
        self.wish = wishes.NONE
        self.open = self.directs = self.wish_directs = False
        self.options = AGREE
        self._since = 0
        # The proposed event, and the note that the journal gets with it.
        self._what = self._who = self._arg = self._note = 0
        self._count = 0  # number of events of the deal when the event was proposed
        self._pressed = 0  # earlier keys of an answer that needs several keys

    def begin(self, wish: int, seat: int, directs: bool) -> None:
        """Open the menu: ask the first question about the request `wish` of a seat."""
        self.seat = seat
        self.wish = wishes.NONE
        self.open = self.wish_directs = False
        self.directs = directs
        self._what = self._who = self._arg = self._note = self._pressed = 0
        self._wished(wish)

    def hears(self, seat: int) -> bool:
        """Return whether a key of `seat` can be an answer now.

        A seat that did not ask the question needs some time to read it. If the director asks,
        every seat can answer at once.
        """
        if not self.open or self.directs or seat == self.seat:
            return True
        return (self.table.now - self._since & Ticks.MASK) >= _UNREAD_MS

    def step(self) -> None:
        """Close a question that gets no answer in time; close a patient one when play goes on."""
        table = self.table
        if table.dialogue.owner is not self:
            self.open = False
        if self.options.patient:
            over = len(self.match.events) != self._count
        else:
            over = (table.now - self._since & Ticks.MASK) > _PATIENCE_MS
        if self.open and over:
            table.dialogue.close()
            self.answered(self.seat, -2)

    def answered(self, seat: int, choice: int) -> None:
        """Handle the index of an option, -1 for PASS, or -2 if `step` closes the question."""
        if not self.open:
            return
        self.open = False
        self.table.voice.hush()
        if self.directs:
            self.seat = seat
        self.options.answer(self, seat, choice)

    def confirm(self) -> None:
        """Handle OK as the answer of every seat to a question that any key answers.

        Menus with such a question override this method.
        """

    def agreed(self) -> None:
        """Apply the proposed event, unless other events have happened since the proposal."""
        if self._count != len(self.match.events):
            self.table.voice.refuse(Answers.LATE, self.seat)
        elif self._happen(self._what, self._who, self._arg):
            if self._note:
                self.table.journal.add(self._note, self.seat, 0)
            if self._what == Events.UNDO:
                self._undo_gifts()

    def _undo_gifts(self) -> None:
        """Undo the rulings that gave points, now that the ruling GIVE after them is undone."""
        while self.table.last_ruling() in _GIFTS:
            self._happen(Events.UNDO, self._who)

    def _give(self, north: int, east: int, hanging: int, why: int) -> bool:
        """Give points to the sides and to the hanging points; return whether all were accepted.

        `why` is the argument of the ruling GIVE: BESIDE, INSTEAD or CORRECTED.
        """
        return (
            self._happen(Events.RULING, 0, Rulings.NO_POINTS + north)
            and self._happen(Events.RULING, 1, Rulings.NO_POINTS + east)
            and self._happen(Events.RULING, Rulings.HANGING, Rulings.NO_POINTS + hanging)
            and self._happen(Events.RULING, Rulings.GIVE, why)
        )

    def yes(self, seat: int, choice: int) -> None:
        """Apply the proposed event: a seat that was asked has approved it."""
        self.agreed()

    def no(self, seat: int, choice: int) -> None:
        """Show that the proposal was declined, if another seat has declined it."""
        if seat != self.seat and not self.directs:
            self.table.voice.say(texts.DECLINED, self.seat)

    def _wished(self, wish: int) -> None:
        """Handle the request `wish`: ask the first question. Each menu overrides this method."""

    def _last_card(self, seat: int) -> int:
        """Return the card laid last if `seat` laid it; else show why not and return -1."""
        audit = self.match.audit
        play = audit.plays - 1
        if play < 0:
            self.table.voice.refuse(Answers.NOTHING, seat)
        elif audit.seat[play] != seat:
            self.table.voice.warn(texts.NOT_LAST, seat)
        else:
            return audit.card[play]
        return -1

    def _wants_undo(self) -> bool:
        """Store a proposal to undo the last event; if there is none, refuse and return False."""
        self._want(Events.UNDO, 0 if self.directs else self.seat, 0, 0)
        return self._is_there(bool(self.match.events))

    def _wants_redeal(self) -> bool:
        """Store a proposal to make the deal void; if there is no deal, refuse and return False."""
        self._want(Events.RULING, Rulings.VOID, 0, Notes.DEALT_AGAIN)
        return self._is_there(self.match.phase > Phases.READY)

    def _is_there(self, what: bool) -> bool:
        if not what:
            self.table.voice.refuse(Answers.NOTHING, self.seat)
        return what

    def _ask(
        self,
        text: int,
        who: int,
        options: Options,
        card: int = 0,
        number: int = 0,
        other_card: int = 0,
    ) -> None:
        self.table.voice.say(text, self.seat, card, other_card=other_card, number=number, ms=0)
        self._ask_below(text, who, options)

    def _ask_below(self, text: int, who: int, options: Options) -> None:
        """Ask a question about the sentence that the display shows already."""
        table = self.table
        self.open = True
        self.options = options
        self._since = table.now
        table.dialogue.ask(self, who, text, options.texts, options.spells)

    def _want(self, what: int, who: int, arg: int, note: int) -> None:
        self._what = what
        self._who = who
        self._arg = arg
        self._note = note
        self._count = len(self.match.events)

    def _happen(self, what: int, who: int, arg: int = 0) -> bool:
        result = self.table.happen(what, who, arg)
        if 0 < result < Answers.NOTED:
            self.table.voice.refuse(result, self.seat)
            return False
        return True


AGREE = Options((texts.AGREE, Menu.yes), (texts.DECLINE, Menu.no), left=Menu.no)
