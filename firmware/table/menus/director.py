"""The director's menu, which the PIN protects."""

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
    """Menu of the director: rulings, undo and settings."""

    def __init__(self, table: "Table") -> None:
        Menu.__init__(self, table)
        self._to = wishes.DIRECTOR  # the request that is carried out once the PIN was entered
        self._place = 0  # index in _SEEN_BY_PEOPLE
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
        """Return whether a key of `seat` counts; it does not while another seat enters the PIN."""
        return not (self.open and self.options is _PIN) or self._attempt.hears(seat)

    def _ask_pin(self) -> None:
        self._ask(texts.PIN, Seats.EVERYONE, _PIN, number=self.table.lock.pin.length)

    def pin_key(self, seat: int, choice: int) -> None:
        """Add a suit key to the attempt; if it was the last key, compare the keys with the PIN."""
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
        """Open the requested menu; first report wrong tries or a PIN that was removed."""
        lock = self.table.lock
        news = lock.news()
        if news:
            self._ask(news, Seats.EVERYONE, _NEWS, number=lock.missed)
        else:
            _ADMITTED[self._to](self)

    def told(self, seat: int, choice: int) -> None:
        """Open the requested menu, now that the director has read the report."""
        self.table.lock.told(seat)
        _ADMITTED[self._to](self)

    def rule(self) -> None:
        """Ask which ruling to make."""
        over = self.match.totals[Totals.WINNER] >= 0
        self._ask(texts.RULINGS, Seats.EVERYONE, _AT_THE_END if over else _IN_A_MATCH)

    def take_back(self) -> None:
        """Ask whether to undo the last event."""
        if self._wants_undo():
            self._ask(texts.UNDO, Seats.EVERYONE, AGREE)

    def set_up(self) -> None:
        """Open the set-up."""
        self.wish = wishes.SETTINGS

    # --- rulings ----------------------------------------------------------------------------

    def undo(self, seat: int, choice: int) -> None:
        """Ask whether to undo the last event."""
        self.take_back()

    def by_hand(self, seat: int, choice: int) -> None:
        """Open the menu for a card that the pad does not read."""
        self._as_director(wishes.BY_HAND)

    def swapped(self, seat: int, choice: int) -> None:
        """Open the menu for a card that the table read as another card."""
        self._as_director(wishes.SWAPPED)

    def correct(self, seat: int, choice: int) -> None:
        """Open the menu that corrects the points."""
        self._as_director(wishes.CORRECT)

    def redeal(self, seat: int, choice: int) -> None:
        """Ask whether to make the deal void."""
        if self._wants_redeal():
            self._ask(texts.REDEAL, Seats.EVERYONE, AGREE)

    def _as_director(self, wish: int) -> None:
        """Open a menu that seats have as well; the director needs nobody's consent."""
        self.wish = wish
        self.wish_directs = True

    def pause(self, seat: int, choice: int) -> None:
        """Start a break."""
        self.wish = wishes.PAUSE

    def service(self, seat: int, choice: int) -> None:
        """Ask whether to start service mode."""
        self._ask(texts.SERVE, Seats.EVERYONE, _IS_IT_NOW)

    def serve(self, seat: int, choice: int) -> None:
        """Start service mode."""
        self.wish = wishes.SERVICE

    def settings(self, seat: int, choice: int) -> None:
        """Open the set-up, unless a deal of an unfinished match is under way."""
        if self.match.phase > Phases.READY and self.match.totals[Totals.WINNER] < 0:
            self.table.voice.refuse(Answers.NOT_NOW, seat)
        else:
            self.wish = wishes.SETTINGS

    def award(self, seat: int, choice: int) -> None:
        """Award the match to the side of the seat that answered."""
        self._happen(Events.RULING, Rulings.AWARD, self.match.house.side(seat))

    def reopen(self, seat: int, choice: int) -> None:
        """Reopen the match."""
        self._happen(Events.RULING, Rulings.AWARD, Rulings.NEITHER)

    def next_dealer(self, seat: int, choice: int) -> None:
        """Make the seat that answered the next dealer."""
        self._happen(Events.RULING, Rulings.NEW_DEALER, seat)

    # --- offences ---------------------------------------------------------------------------

    def pardon(self, seat: int, choice: int) -> None:
        """Ask whether to pardon the last offence that is not pardoned."""
        self._pardon(len(self.match.conduct.log) - 1)

    def pardon_another(self, seat: int, choice: int) -> None:
        """Ask whether to pardon the next older offence that is not pardoned."""
        self._pardon(self._arg - 1)

    def _pardon(self, entry: int) -> None:
        """Ask whether to pardon the offence with the index `entry` in the log.

        If it is pardoned already, ask about the last offence before it that is not. If there is
        none, refuse the request.
        """
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
        """Ask whether to note an offence of the first kind in _SEEN_BY_PEOPLE."""
        self._place = 0
        self._accuse()

    def accuse_another(self, seat: int, choice: int) -> None:
        """Ask whether to note an offence of the next kind in _SEEN_BY_PEOPLE."""
        self._place = (self._place + 1) % len(_SEEN_BY_PEOPLE)
        self._accuse()

    def _accuse(self) -> None:
        code = _SEEN_BY_PEOPLE[self._place]
        who = self.match.totals[Totals.DEALER] if code == Offences.MISDEAL else self.seat
        text = sentences.OFFENCE_TEXTS[code]
        self.table.voice.accuse(text, who, ms=0)
        self._want(Events.OFFENCE, who, code, 0)
        self._ask_below(text, Seats.EVERYONE, _WHICH_TO_NOTE)


# Kinds of offences that people report to the director.
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
