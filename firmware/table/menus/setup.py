"""Setting up: house, hands, target, discipline, deck, language, places, PIN; who deals.

Every question goes to the seat that opened the menu, unless it is about seats. PASS leads back to
the menu, and from there to the table. A sentence about what went wrong stands in the place of
the menu's own; whatever was chosen before stays.
"""

from micropython import const

import texts
from belote import choices
from codes import lamps, notes, phases, totals
from table.files import houses, languages
from table.files.settings import PIN_KEYS
from table.menus.draw import Draw
from table.menus.enrol import CommandCards, Replace, open_enrol
from table.menus.opening import begin, light, players
from table.menus.options import Options

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from table.table import Table

_MOST_DECKS = const(4)


class Setup:
    """The menu between deals. When it is `over`, `following` opens what comes next, if that is
    anything but the cards."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.settings = table.settings
        self.over = False
        self.following: "Callable[[Table], Any] | None" = None
        self.seat = 0  # who opened the menu's item
        self.options = _DURING
        self.titles: list[str] = []  # of what is to be chosen from
        self.codes: list[str] = []
        self.at = 0
        self.choose: "Callable[[str], None]" = self._use_house
        self.target = 0
        self.digits: list[int] = []
        match = table.match
        self.playing = match.phase == phases.READY and match.totals[totals.WINNER] < 0
        self._menu()

    def step(self, now: int) -> None:
        """Nothing: it lives on answers."""

    def answered(self, seat: int, choice: int) -> None:
        """The place of an option; -1 leaves what is under way."""
        self.options.answer(self, seat, choice)

    # --- asking -----------------------------------------------------------------------------

    def _menu(self, sentence: int = texts.SET_UP) -> None:
        if self.playing:
            options = _DURING
        elif len(self.table.deck.names) == _MOST_DECKS:
            options = _WITH_ALL_DECKS
        else:
            options = _BEFORE
        self._ask(sentence, players(self.table), options)

    def _ask(self, sentence: int, who: int, options: Options) -> None:
        self.options = options
        light(self.table, who, lamps.ASKED)
        self.table.ask(self, who, sentence, options.texts)

    def _ask_me(self, sentence: int, options: Options, number: int = 0) -> None:
        self.table.say(0, number=number, ms=0)
        self._ask(sentence, 1 << self.seat, options)

    def back(self, seat: int, choice: int) -> None:
        """PASS leads back to the menu."""
        self._menu()

    def close(self, seat: int, choice: int) -> None:
        """PASS in the menu leads to the table."""
        self.seat = seat
        self._close()

    def _close(self, following: "Callable[[Table], Any] | None" = None) -> None:
        light(self.table, 0, lamps.OFF)
        self.following = following
        self.over = True

    def _save(self) -> None:
        self._menu(texts.SET_UP if self.settings.save() else texts.NOT_SAVED)

    # --- the match --------------------------------------------------------------------------

    def start(self, seat: int, choice: int) -> None:
        table = self.table
        if not table.deck.names:
            self._menu(texts.NO_DECK)
            return
        who = players(table)
        match = table.match
        winner = match.totals[totals.WINNER]
        if match.house.opening == choices.OPENING_WINNERS and winner >= 0:
            for one in range(4):
                if match.house.side(one) != winner:
                    who &= ~(1 << one)
        self._ask(texts.WHO_DEALS, who, _WHO_DEALS)

    def deal(self, seat: int, choice: int) -> None:
        begin(self.table, seat)
        self._close()

    def draw(self, seat: int, choice: int) -> None:
        self._close(Draw)

    def abandon(self, seat: int, choice: int) -> None:
        self.seat = seat
        self._ask_me(texts.REALLY_ABANDON, _REALLY_ABANDON)

    def abandoned(self, seat: int, choice: int) -> None:
        self.table.journal.add(notes.ABANDONED, seat, 0)
        self.playing = False
        self._menu()

    # --- one of a list ----------------------------------------------------------------------

    def house(self, seat: int, choice: int) -> None:
        found = houses.find(self.settings.root)
        names = sorted(found)
        titles = [houses.title(found[name]) or name for name in names]
        self._offer(seat, names, titles, self._use_house, self.settings.house)

    def _use_house(self, name: str) -> None:
        house = houses.load(self.settings.root, name)
        if not house:
            self._menu(texts.HOUSE_WRONG)
            return
        self.table.match.use(house)
        settings = self.settings
        if settings.house != name:
            settings.house = name
            settings.target = 0
            settings.discipline = -1
        self._save()

    def deck(self, seat: int, choice: int) -> None:
        names = [name.decode() for name in self.table.deck.names]
        if names:
            self._offer(seat, names, names, self._use_deck, self.settings.deck)
        else:
            self._menu(texts.NO_DECK)

    def _use_deck(self, name: str) -> None:
        self.table.deck.active = self.at
        self.table.journal.add(notes.DECK, self.seat, self.at)
        self.settings.deck = name
        self._save()

    def language(self, seat: int, choice: int) -> None:
        found = languages.find(self.settings.root)
        names = sorted(found)
        titles = [found[name] for name in names]
        self._offer(seat, names, titles, self._use_language, self.settings.language)

    def _use_language(self, name: str) -> None:
        self.settings.language = name
        if self.settings.save():
            self._close()  # the menu itself is to be read in it
        else:
            self._menu(texts.NOT_SAVED)

    def _offer(
        self,
        seat: int,
        names: list[str],
        titles: list[str],
        choose: "Callable[[str], None]",
        current: str,
    ) -> None:
        self.seat = seat
        self.codes = names
        self.titles = titles
        self.choose = choose
        self.at = names.index(current) if current in names else 0
        self._offer_one()

    def _offer_one(self) -> None:
        self.table.label = self.titles[self.at].encode()
        self._ask_me(texts.SHALL_IT_BE, _SHALL_IT_BE)

    def this_one(self, seat: int, choice: int) -> None:
        self.choose(self.codes[self.at])

    def next_one(self, seat: int, choice: int) -> None:
        self.at = (self.at + 1) % len(self.codes)
        self._offer_one()

    # --- how it is played -------------------------------------------------------------------

    def hands(self, seat: int, choice: int) -> None:
        self.seat = seat
        self._ask_me(texts.WHICH_HANDS, _WHICH_HANDS)

    def use_hands(self, seat: int, choice: int) -> None:
        self.settings.hands = choice
        self._save()

    def points(self, seat: int, choice: int) -> None:
        self.seat = seat
        self.target = self.settings.target or self.table.match.house.target
        self._ask_target()

    def _ask_target(self) -> None:
        self._ask_me(texts.WHICH_TARGET, _WHICH_TARGET, self.target)

    def more(self, seat: int, choice: int) -> None:
        self._aim(self.target + (50 if self.target < 500 else 100))

    def less(self, seat: int, choice: int) -> None:
        self._aim(self.target - (50 if self.target <= 500 else 100))

    def _aim(self, target: int) -> None:
        if 0 < target <= totals.MOST_POINTS:
            self.target = target
        self._ask_target()

    def use_target(self, seat: int, choice: int) -> None:
        own = self.table.match.house.target
        self.settings.target = 0 if self.target == own else self.target
        self._save()

    def discipline(self, seat: int, choice: int) -> None:
        self.seat = seat
        self._ask_me(texts.WHICH_DISCIPLINE, _WHICH_DISCIPLINE)

    def use_discipline(self, seat: int, choice: int) -> None:
        self.settings.discipline = choice - 1  # the first option: as the house has it
        self._save()

    # --- people -----------------------------------------------------------------------------

    def places(self, seat: int, choice: int) -> None:
        self._ask(texts.WHO_MOVES, players(self.table), _WHO_MOVES)

    def moves(self, seat: int, choice: int) -> None:
        self.seat = seat
        self.table.say(0, seat, ms=0)
        self._ask(texts.MOVES_WITH, players(self.table) & ~(1 << seat), _MOVES_WITH)

    def moved(self, seat: int, choice: int) -> None:
        people = self.settings.names
        people[seat], people[self.seat] = people[self.seat], people[seat]
        self._save()

    def pin(self, seat: int, choice: int) -> None:
        self.seat = seat
        self.digits = []
        if self.settings.pin:
            self._ask_digit(texts.OLD_PIN, _OLD_PIN)
        else:
            self._ask_digit(texts.NEW_PIN, _NEW_PIN)

    def _ask_digit(self, sentence: int, options: Options) -> None:
        self._ask_me(sentence, options, len(self.digits) + 1)

    def old_pin(self, seat: int, choice: int) -> None:
        self.digits.append(choice)
        if len(self.digits) < PIN_KEYS:
            self._ask_digit(texts.OLD_PIN, _OLD_PIN)
        elif self.digits == self.settings.pin:
            self.digits = []
            self._ask_digit(texts.NEW_PIN, _NEW_PIN)
        else:
            self._menu(texts.WRONG_PIN)

    def new_pin(self, seat: int, choice: int) -> None:
        self.digits.append(choice)
        if len(self.digits) < PIN_KEYS:
            self._ask_digit(texts.NEW_PIN, _NEW_PIN)
            return
        self.settings.pin = self.digits
        self._save()

    def no_pin(self, seat: int, choice: int) -> None:
        self.settings.pin = []
        self._save()

    # --- cards ------------------------------------------------------------------------------

    def enrol(self, seat: int, choice: int) -> None:
        self._close(open_enrol)

    def replace(self, seat: int, choice: int) -> None:
        self._tags(Replace)

    def keys(self, seat: int, choice: int) -> None:
        self._tags(CommandCards)

    def _tags(self, following: "Callable[[Table], Any]") -> None:
        if self.table.deck.names:
            self._close(following)
        else:
            self._menu(texts.NO_DECK)


_START = (texts.START_MATCH, Setup.start)
_HOUSE = (texts.SET_HOUSE, Setup.house)
_HANDS = (texts.SET_HANDS, Setup.hands)
_TARGET = (texts.SET_TARGET, Setup.points)
_DISCIPLINE = (texts.SET_DISCIPLINE, Setup.discipline)
_DECK = (texts.SET_DECK, Setup.deck)
_LANGUAGE = (texts.SET_LANGUAGE, Setup.language)
_PLACES = (texts.SET_PLACES, Setup.places)
_PIN = (texts.SET_PIN, Setup.pin)
_ENROL = (texts.ENROL_DECK, Setup.enrol)
_REPLACE = (texts.REPLACE_CARD, Setup.replace)
_KEYS = (texts.ENROL_KEYS, Setup.keys)
_ABANDON = (texts.ABANDON_MATCH, Setup.abandon)

# What is not to be changed while a match is under way is not offered.
_RULES = (_START, _HOUSE, _HANDS, _TARGET, _DISCIPLINE, _DECK, _LANGUAGE, _PLACES, _PIN)
_BEFORE = Options(*_RULES, _ENROL, _REPLACE, _KEYS, left=Setup.close)
_WITH_ALL_DECKS = Options(*_RULES, _REPLACE, _KEYS, left=Setup.close)
_DURING = Options(
    _LANGUAGE, _PLACES, _DECK, _HANDS, _REPLACE, _KEYS, _PIN, _ABANDON, left=Setup.close
)
_WHO_DEALS = Options((texts.I_DO, Setup.deal), (texts.WE_DRAW, Setup.draw), left=Setup.back)
_REALLY_ABANDON = Options((texts.YES, Setup.abandoned), left=Setup.back)
_SHALL_IT_BE = Options(
    (texts.YES, Setup.this_one), (texts.NEXT_ONE, Setup.next_one), left=Setup.back
)
_WHICH_HANDS = Options((texts.NO, Setup.use_hands), (texts.YES, Setup.use_hands), left=Setup.back)
_WHICH_TARGET = Options(
    (texts.YES, Setup.use_target),
    (texts.TARGET_MORE, Setup.more),
    (texts.TARGET_LESS, Setup.less),
    left=Setup.back,
)
_WHICH_DISCIPLINE = Options(
    (texts.AS_THE_HOUSE, Setup.use_discipline),
    (texts.REFUSE_IT, Setup.use_discipline),
    (texts.WARN_OF_IT, Setup.use_discipline),
    (texts.COST_POINTS, Setup.use_discipline),
    (texts.COST_MATCH, Setup.use_discipline),
    left=Setup.back,
)
_WHO_MOVES = Options((texts.I_DO, Setup.moves), left=Setup.back)
_MOVES_WITH = Options((texts.I_DO, Setup.moved), left=Setup.back)
_OLD_PIN = Options(*[(texts.THIS_KEY, Setup.old_pin)] * 4, left=Setup.back)
_NEW_PIN = Options(*[(texts.THIS_KEY, Setup.new_pin)] * 4, left=Setup.no_pin)
