"""Setting up: house, hands, target, discipline, deck, language, places, PIN; who deals.

Every question goes to the seat that opened the menu, unless it is about seats. PASS leads back to
the menu, and from there to the table. A sentence about what went wrong stands in the place of
the menu's own; whatever was chosen before stays.
"""

from micropython import const

from codes import phases, totals
from table.files import HOUSE, HOUSES, names
from table.opening import begin, light, seats
from table.settings import Settings
from table.table import ASKED, OFF, Table

# What comes next: `done` is told.
NOTHING = const(0)
ENROL = const(1)
REPLACE = const(2)
KEYS = const(3)
DRAW = const(4)
FIND_HOUSE = const(8)

_YES = const(99)  # text
_NO = const(100)  # text
_THIS_KEY = const(145)  # text
_SET_UP = const(160)  # text
_START_MATCH = const(161)  # text
_SET_HOUSE = const(162)  # text
_SET_HANDS = const(163)  # text
_SET_TARGET = const(164)  # text
_SET_DISCIPLINE = const(165)  # text
_SET_DECK = const(166)  # text
_SET_LANGUAGE = const(167)  # text
_SET_PLACES = const(168)  # text
_SET_PIN = const(169)  # text
_ENROL_DECK = const(170)  # text
_REPLACE_CARD = const(171)  # text
_ENROL_KEYS = const(172)  # text
_ABANDON_MATCH = const(173)  # text
_SHALL_IT_BE = const(174)  # text
_NEXT_ONE = const(176)  # text
_WHICH_HANDS = const(177)  # text
_WHICH_TARGET = const(180)  # text
_TARGET_MORE = const(181)  # text
_TARGET_LESS = const(182)  # text
_WHICH_DISCIPLINE = const(183)  # text
_AS_THE_HOUSE = const(184)  # text
_REFUSE_IT = const(185)  # text
_WARN_OF_IT = const(186)  # text
_COST_POINTS = const(187)  # text
_COST_MATCH = const(188)  # text
_WHO_DEALS = const(189)  # text
_I_DO = const(190)  # text
_WE_DRAW = const(191)  # text
_WHO_MOVES = const(192)  # text
_MOVES_WITH = const(193)  # text
_OLD_PIN = const(194)  # text
_NEW_PIN = const(195)  # text
_WRONG_PIN = const(197)  # text
_REALLY_ABANDON = const(198)  # text
_NOT_SAVED = const(199)  # text
_NO_DECK = const(202)  # text

# What is not to be changed while a match is under way is not offered.
_BEFORE = bytes(range(_START_MATCH, _ABANDON_MATCH))
_DURING = bytes(
    (_SET_LANGUAGE, _SET_PLACES, _SET_DECK, _SET_HANDS, _REPLACE_CARD, _ENROL_KEYS, _SET_PIN)
    + (_ABANDON_MATCH,)
)
_DISCIPLINES = bytes((_AS_THE_HOUSE, _REFUSE_IT, _WARN_OF_IT, _COST_POINTS, _COST_MATCH))
_SUITS = bytes((_THIS_KEY,) * 4)
_MOST_DECKS = const(4)
_BY_WINNERS = const(1)
# Notes in the journal.
_ABANDONED = const(45)
_DECK_CHANGED = const(46)
_LANGUAGES = (
    ("en", "English"),
    ("it", "Italiano"),
    ("fr", "Français"),
    ("es", "Español"),
    ("bg", "Български"),
    ("pms", "Piedicavallo"),
)


class Setup:
    """The menu between deals. `done(next, chosen)` hears what is to come once the menu is closed:
    if it is a house that was chosen, for which there is no room beside the menu, this opens again,
    with a `sentence` where something went wrong."""

    def __init__(self, table: Table, settings: Settings, done, sentence: int = 0) -> None:  # type: ignore[no-untyped-def]
        self.table = table
        self.settings = settings
        self.done = done
        self.over = False
        self.seat = 0  # who opened the menu's item
        self.titles: list[str] = []  # of what is to be chosen from
        self.codes: list[str] = []
        self.at = 0
        self.choose = self._use_house
        self.target = 0
        self.digits: list[int] = []
        match = table.match
        self.playing = match.phase == phases.READY and match.totals[totals.WINNER] < 0
        self._menu(sentence or _SET_UP)

    def step(self, now: int) -> None:
        """Nothing: it lives on answers."""

    def answered(self, what: int, seat: int, choice: int) -> None:
        """What is under way is known by its question; -1 leaves it."""
        if what == _SET_UP:
            self.seat = seat
            if choice < 0:
                self._close(NOTHING)
            else:
                _OPEN[self.items[choice] - _START_MATCH](self)
        elif choice < 0 and what != _NEW_PIN:
            self._menu(_SET_UP)
        else:
            _ANSWERS[what](self, seat, choice)

    def _menu(self, sentence: int) -> None:
        items = _DURING if self.playing else _BEFORE
        if len(self.table.deck.names) == _MOST_DECKS:
            items = items.replace(bytes((_ENROL_DECK,)), b"")
        self.items = items
        self._ask(_SET_UP, seats(self.table), items, sentence)

    def _ask(self, what: int, who: int, options: bytes, sentence: int = 0) -> None:
        light(self.table, who, ASKED)
        self.table.ask(self, what, who, sentence or what, options)

    def _ask_me(self, what: int, options: bytes, number: int = 0) -> None:
        self.table.say(0, number=number, ms=0)
        self._ask(what, 1 << self.seat, options)

    def _close(self, following: int, chosen: str = "") -> None:
        light(self.table, 0, OFF)
        self.over = True
        self.done(following, chosen)

    def _save(self) -> None:
        self._menu(_SET_UP if self.settings.save() else _NOT_SAVED)

    # --- the match --------------------------------------------------------------------------

    def _start(self) -> None:
        table = self.table
        if not table.deck.names:
            self._menu(_NO_DECK)
            return
        who = seats(table)
        match = table.match
        winner = match.totals[totals.WINNER]
        if match.house.opening == _BY_WINNERS and winner >= 0:
            for seat in range(4):
                if match.house.side(seat) != winner:
                    who &= ~(1 << seat)
        self._ask(_WHO_DEALS, who, bytes((_I_DO, _WE_DRAW)))

    def _dealt_by(self, seat: int, choice: int) -> None:
        if choice:
            self._close(DRAW)
        else:
            begin(self.table, self.settings, seat)
            self._close(NOTHING)

    def _abandon(self) -> None:
        self._ask_me(_REALLY_ABANDON, bytes((_YES,)))

    def _abandoned(self, seat: int, choice: int) -> None:
        self.table.journal.add(_ABANDONED, seat, 0)
        self.playing = False
        self._menu(_SET_UP)

    # --- one of a list ----------------------------------------------------------------------

    def _house(self) -> None:
        found: dict[str, str] = {}
        for where in HOUSES:
            folder = self.settings.folder + where
            for name in names(folder, HOUSE):
                found.setdefault(name, folder + "/" + name + HOUSE)
        self.codes = sorted(found)
        self.titles = [_title(found[name]) or name for name in self.codes]
        self._offer(self._use_house, self.settings.house)

    def _use_house(self, name: str) -> None:
        self._close(FIND_HOUSE, name)

    def _deck(self) -> None:
        self.codes = self.titles = [name.decode() for name in self.table.deck.names]
        if self.codes:
            self._offer(self._use_deck, self.settings.deck)
        else:
            self._menu(_NO_DECK)

    def _use_deck(self, name: str) -> None:
        self.table.deck.active = self.at
        self.table.journal.add(_DECK_CHANGED, self.seat, self.at)
        self.settings.deck = name
        self._save()

    def _language(self) -> None:
        self.codes = [language[0] for language in _LANGUAGES]
        self.titles = [language[1] for language in _LANGUAGES]
        self._offer(self._use_language, self.settings.language)

    def _use_language(self, name: str) -> None:
        self.settings.language = name
        if self.settings.save():
            self._close(NOTHING)  # the menu itself is to be read in it
        else:
            self._menu(_NOT_SAVED)

    def _offer(self, choose, current: str) -> None:  # type: ignore[no-untyped-def]
        self.choose = choose
        self.at = self.codes.index(current) if current in self.codes else 0
        self._offer_one()

    def _offer_one(self) -> None:
        self.table.label = self.titles[self.at].encode()
        self._ask_me(_SHALL_IT_BE, bytes((_YES, _NEXT_ONE)))

    def _offered(self, seat: int, choice: int) -> None:
        if choice:
            self.at = (self.at + 1) % len(self.codes)
            self._offer_one()
        else:
            self.choose(self.codes[self.at])

    # --- how it is played -------------------------------------------------------------------

    def _hands(self) -> None:
        self._ask_me(_WHICH_HANDS, bytes((_NO, _YES)))

    def _use_hands(self, seat: int, choice: int) -> None:
        self.settings.hands = choice
        self._save()

    def _target(self) -> None:
        self.target = self.settings.target or self.table.match.house.target
        self._ask_target()

    def _ask_target(self) -> None:
        self._ask_me(_WHICH_TARGET, bytes((_YES, _TARGET_MORE, _TARGET_LESS)), self.target)

    def _use_target(self, seat: int, choice: int) -> None:
        if choice:
            step = 50 if self.target < 499 + choice else 100  # the same steps up and down
            target = self.target + (step if choice == 1 else -step)
            if 0 < target <= 9999:
                self.target = target
            self._ask_target()
            return
        own = self.table.match.house.target
        self.settings.target = 0 if self.target == own else self.target
        self._save()

    def _discipline(self) -> None:
        self._ask_me(_WHICH_DISCIPLINE, _DISCIPLINES)

    def _use_discipline(self, seat: int, choice: int) -> None:
        self.settings.discipline = choice - 1
        self._save()

    # --- people -----------------------------------------------------------------------------

    def _places(self) -> None:
        self._ask(_WHO_MOVES, seats(self.table), bytes((_I_DO,)))

    def _moves(self, seat: int, choice: int) -> None:
        self.seat = seat
        self.table.say(0, seat, ms=0)
        self._ask(_MOVES_WITH, seats(self.table) & ~(1 << seat), bytes((_I_DO,)))

    def _moved(self, seat: int, choice: int) -> None:
        people = self.settings.names
        people[seat], people[self.seat] = people[self.seat], people[seat]
        self._save()

    def _pin(self) -> None:
        self._ask_digit(_OLD_PIN if self.settings.pin else _NEW_PIN, [])

    def _ask_digit(self, what: int, digits: list) -> None:
        self.digits = digits
        self._ask_me(what, _SUITS, len(digits) + 1)

    def _old_pin(self, seat: int, choice: int) -> None:
        digits = self.digits + [choice]
        if len(digits) < 4:
            self._ask_digit(_OLD_PIN, digits)
        elif digits == self.settings.pin:
            self._ask_digit(_NEW_PIN, [])
        else:
            self._menu(_WRONG_PIN)

    def _new_pin(self, seat: int, choice: int) -> None:
        digits = self.digits + [choice] if choice >= 0 else []
        if 0 < len(digits) < 4:
            self._ask_digit(_NEW_PIN, digits)
            return
        self.settings.pin = digits
        self._save()

    # --- cards ------------------------------------------------------------------------------

    def _enrol(self) -> None:
        self._close(ENROL)

    def _replace(self) -> None:
        self._tags(REPLACE)

    def _keys(self) -> None:
        self._tags(KEYS)

    def _tags(self, following: int) -> None:
        if self.table.deck.names:
            self._close(following)
        else:
            self._menu(_NO_DECK)


def _title(path: str) -> str:
    """The name that a house gives itself; "" if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.startswith("name:"):
                    return str(line[5:].strip())
    except (OSError, UnicodeError):
        pass
    return ""


# From START_MATCH on.
_OPEN = (
    Setup._start,
    Setup._house,
    Setup._hands,
    Setup._target,
    Setup._discipline,
    Setup._deck,
    Setup._language,
    Setup._places,
    Setup._pin,
    Setup._enrol,
    Setup._replace,
    Setup._keys,
    Setup._abandon,
)
_ANSWERS = {
    _SHALL_IT_BE: Setup._offered,
    _WHICH_HANDS: Setup._use_hands,
    _WHICH_TARGET: Setup._use_target,
    _WHICH_DISCIPLINE: Setup._use_discipline,
    _WHO_DEALS: Setup._dealt_by,
    _WHO_MOVES: Setup._moves,
    _MOVES_WITH: Setup._moved,
    _OLD_PIN: Setup._old_pin,
    _NEW_PIN: Setup._new_pin,
    _REALLY_ABANDON: Setup._abandoned,
}
