"""Questions that people ask each other through the table.

Who wants something names an event; it happens when those have agreed whose say it is, and at once
when the director wants it.
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

_UNREAD_MS = const(500)  # in which nobody can have read a question that is not his own
_PATIENCE_MS = const(60000)
_GIFTS = (0, 1, Rulings.HANGING)


class Menu:
    """One kind of questions. `open` tells whether one of them is under way, `wish` what is to be
    opened next, `directs` and `wish_directs` whether it is the director who asks."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.match = table.match
        self.seat = 0  # who asks
        self.wish = wishes.NONE
        self.open = self.directs = self.wish_directs = False
        self.options = AGREE
        self._since = 0
        self._what = self._who = self._arg = self._note = 0  # the event that is asked for
        self._count = 0  # events of the deal when it was
        self._pressed = 0  # what was, of an answer of several keys

    def begin(self, wish: int, seat: int, directs: bool) -> None:
        """Asks about what a seat wishes."""
        self.seat = seat
        self.wish = wishes.NONE
        self.open = self.wish_directs = False
        self.directs = directs
        self._what = self._who = self._arg = self._note = self._pressed = 0
        self._wished(wish)

    def hears(self, seat: int) -> bool:
        """Whether a key of `seat` can be an answer: not before its question can be read."""
        if not self.open or self.directs or seat == self.seat:
            return True
        return (self.table.now - self._since & Ticks.MASK) >= _UNREAD_MS

    def step(self) -> None:
        """A question that nobody answers is left; play that goes on ends a break."""
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
        """The table's answer to a question: the place of an option, -1 for PASS, -2 for none."""
        if not self.open:
            return
        self.open = False
        self.table.voice.hush()
        if self.directs:
            self.seat = seat
        self.options.answer(self, seat, choice)

    def confirm(self) -> None:
        """Take OK for everybody's answer to a firm question."""

    def agreed(self) -> None:
        """What was asked for happens."""
        if self._count != len(self.match.events):
            self.table.voice.refuse(Answers.LATE, self.seat)
        elif self._happen(self._what, self._who, self._arg):
            if self._note:
                self.table.journal.add(self._note, self.seat, 0)
            if self._what == Events.UNDO:
                self._undo_gifts()

    def _undo_gifts(self) -> None:
        """Points go with the ruling by which they counted."""
        while self.table.last_ruling() in _GIFTS:
            self._happen(Events.UNDO, self._who)

    def _give(self, north: int, east: int, hanging: int, why: int) -> bool:
        """Points for the sides and the sum that hangs; whether they count now."""
        return (
            self._happen(Events.RULING, 0, Rulings.NO_POINTS + north)
            and self._happen(Events.RULING, 1, Rulings.NO_POINTS + east)
            and self._happen(Events.RULING, Rulings.HANGING, Rulings.NO_POINTS + hanging)
            and self._happen(Events.RULING, Rulings.GIVE, why)
        )

    def yes(self, seat: int, choice: int) -> None:
        """Those whose say it is agree."""
        self.agreed()

    def no(self, seat: int, choice: int) -> None:
        """They do not, or say nothing."""
        if seat != self.seat and not self.directs:
            self.table.voice.say(texts.DECLINED, self.seat)

    def _wished(self, wish: int) -> None:
        """For the heirs: asks the first question."""

    def _last_card(self, seat: int) -> int:
        """The card laid last, if `seat` laid it; else -1, and it is told."""
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
        """What came last is to be undone; whether there is anything."""
        self._want(Events.UNDO, 0 if self.directs else self.seat, 0, 0)
        return self._is_there(bool(self.match.events))

    def _wants_redeal(self) -> bool:
        """The deal is to be void; whether there is one."""
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
        """Asks with what the sentence on the display is about."""
        table = self.table
        self.open = True
        self.options = options
        self._since = table.now
        table.dialogue.ask(self, who, text, options.texts)

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
