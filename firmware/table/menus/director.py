"""The director's menu, behind his PIN."""

from micropython import const

import texts
from codes.game import Answers, Events, Offences, Phases, Rulings, Seats, Totals
from table import sentences
from table.lock import Attempt
from table.menus import wishes
from table.menus.menu import AGREE, Menu
from table.menus.options import Options

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table


class Director(Menu):
    """What is wished: that the director comes, it may be to undo something or to set up."""

    def __init__(self, table: "Table") -> None:
        Menu.__init__(self, table)
        self._to = wishes.DIRECTOR  # what for
        self._place = 0  # in _SEEN_BY_PEOPLE
        self._attempt = Attempt(table.lock)

    def _wished(self, wish: int) -> None:
        self._to = wish
        self.directs = True
        if not self.table.lock.pin.length:
            self._admit()
        elif self._attempt.begin(self.table.now):
            self._ask_pin()
        else:
            self._shut()

    def hears(self, seat: int) -> bool:
        """Return whether a key of `seat` can be an answer: not during a PIN of another seat."""
        return not (self.open and self.options is _PIN) or self._attempt.hears(seat)

    def _ask_pin(self) -> None:
        self._ask(texts.PIN, Seats.EVERYONE, _PIN, number=self.table.lock.pin.length)

    def pin_key(self, seat: int, choice: int) -> None:
        """Take one of the suit keys that spell the PIN."""
        attempt = self._attempt
        if not attempt.press(seat, choice):
            self._ask_pin()
        elif attempt.opens(self.table.now):
            self._admit()
        else:
            self._shut()

    def _shut(self) -> None:
        self.table.voice.say(self._attempt.sentence, number=self._attempt.number)

    def _admit(self) -> None:
        """First what the director has to know."""
        lock = self.table.lock
        news = lock.news()
        if news:
            self._ask(news, Seats.EVERYONE, _NEWS, number=lock.missed)
        else:
            _ADMITTED[self._to](self)

    def told(self, seat: int, choice: int) -> None:
        """The director has read it."""
        self.table.lock.told(seat)
        _ADMITTED[self._to](self)

    def rule(self) -> None:
        """Asks which ruling."""
        over = self.match.totals[Totals.WINNER] >= 0
        self._ask(texts.RULINGS, Seats.EVERYONE, _AT_THE_END if over else _IN_A_MATCH)

    def take_back(self) -> None:
        """Asks whether what came last is undone."""
        if self._wants_undo():
            self._ask(texts.UNDO, Seats.EVERYONE, AGREE)

    def set_up(self) -> None:
        self.wish = wishes.SETTINGS

    # --- rulings ----------------------------------------------------------------------------

    def undo(self, seat: int, choice: int) -> None:
        self.take_back()

    def by_hand(self, seat: int, choice: int) -> None:
        self._as_director(wishes.BY_HAND)

    def swapped(self, seat: int, choice: int) -> None:
        self._as_director(wishes.SWAPPED)

    def correct(self, seat: int, choice: int) -> None:
        self._as_director(wishes.CORRECT)

    def redeal(self, seat: int, choice: int) -> None:
        if self._wants_redeal():
            self._ask(texts.REDEAL, Seats.EVERYONE, AGREE)

    def _as_director(self, wish: int) -> None:
        """What seats wish too; nobody need agree to it."""
        self.wish = wish
        self.wish_directs = True

    def pause(self, seat: int, choice: int) -> None:
        self.wish = wishes.PAUSE

    def service(self, seat: int, choice: int) -> None:
        self._ask(texts.SERVE, Seats.EVERYONE, _IS_IT_NOW)

    def serve(self, seat: int, choice: int) -> None:
        self.wish = wishes.SERVICE

    def settings(self, seat: int, choice: int) -> None:
        if self.match.phase > Phases.READY and self.match.totals[Totals.WINNER] < 0:
            self.table.voice.refuse(Answers.NOT_NOW, seat)
        else:
            self.wish = wishes.SETTINGS

    def award(self, seat: int, choice: int) -> None:
        self._happen(Events.RULING, Rulings.AWARD, self.match.house.side(seat))

    def reopen(self, seat: int, choice: int) -> None:
        self._happen(Events.RULING, Rulings.AWARD, Rulings.NEITHER)

    def next_dealer(self, seat: int, choice: int) -> None:
        self._happen(Events.RULING, Rulings.NEW_DEALER, seat)

    # --- offences ---------------------------------------------------------------------------

    def pardon(self, seat: int, choice: int) -> None:
        """Asks whether the last offence is pardoned."""
        self._pardon(len(self.match.conduct.log) - 1)

    def pardon_another(self, seat: int, choice: int) -> None:
        self._pardon(self._arg - 1)

    def _pardon(self, entry: int) -> None:
        """Ask about an offence, or the last one before it that is not pardoned."""
        log = self.match.conduct.log
        while entry >= 0 and log[entry].is_pardoned:
            entry -= 1
        if entry < 0:
            self.table.voice.refuse(Answers.NOTHING, self.seat)
        else:
            self.table.voice.tell_offence(log[entry])
            self._want(Events.RULING, Rulings.PARDON, entry, 0)
            text = sentences.OFFENCE_TEXTS[log[entry].code]
            self._ask_below(text, Seats.EVERYONE, _WHICH_TO_PARDON)

    def accuse(self, seat: int, choice: int) -> None:
        """Asks which offence that only people see is noted."""
        self._place = 0
        self._accuse()

    def accuse_another(self, seat: int, choice: int) -> None:
        self._place = (self._place + 1) % len(_SEEN_BY_PEOPLE)
        self._accuse()

    def _accuse(self) -> None:
        code = _SEEN_BY_PEOPLE[self._place]
        who = self.match.totals[Totals.DEALER] if code == Offences.MISDEAL else self.seat
        text = sentences.OFFENCE_TEXTS[code]
        self.table.voice.accuse(text, who, ms=0)
        self._want(Events.OFFENCE, who, code, 0)
        self._ask_below(text, Seats.EVERYONE, _WHICH_TO_NOTE)


_SEEN_BY_PEOPLE = bytes(
    (
        Offences.OUT_OF_TURN,
        Offences.MISDEAL,
        Offences.EXPOSED,
        Offences.MELD_NOT_SHOWN,
        Offences.BOTTOM_NOT_SHOWN,
        Offences.HEAPED_TRICKS,
        Offences.SIGNAL,
    )
)
_ADMITTED = {
    wishes.DIRECTOR: Director.rule,
    wishes.DIRECTOR_UNDO: Director.take_back,
    wishes.DIRECTOR_SETTINGS: Director.set_up,
}
_NEWS = Options((texts.RESUME, Director.told))
_PIN = Options(*[(texts.THIS_KEY, Director.pin_key)] * 4, spells=True)
_IN_A_MATCH = Options(
    (texts.UNDO, Director.undo),
    (texts.CORRECT, Director.correct),
    (texts.PARDON, Director.pardon),
    (texts.REDEAL, Director.redeal),
    (texts.OFFENCE_OF, Director.accuse),
    (texts.AWARDED, Director.award),
    (texts.REOPEN, Director.reopen),
    (texts.NEXT_DEALER, Director.next_dealer),
    (texts.PAUSED, Director.pause),
    (texts.SETTINGS, Director.settings),
    (texts.SERVICE, Director.service),
    (texts.MANUAL, Director.by_hand),
    (texts.SWAPPED, Director.swapped),
)
_AT_THE_END = Options(
    (texts.SETTINGS, Director.settings),
    (texts.UNDO, Director.undo),
    (texts.PARDON, Director.pardon),
    (texts.REOPEN, Director.reopen),
    (texts.CORRECT, Director.correct),
    (texts.SERVICE, Director.service),
)
_IS_IT_NOW = Options((texts.AGREE, Director.serve), (texts.DECLINE, Director.no))
_WHICH_TO_PARDON = Options(
    (texts.AGREE, Director.yes),
    (texts.ANOTHER, Director.pardon_another),
    (texts.DECLINE, Director.no),
)
_WHICH_TO_NOTE = Options(
    (texts.AGREE, Director.yes),
    (texts.ANOTHER, Director.accuse_another),
    (texts.DECLINE, Director.no),
)
