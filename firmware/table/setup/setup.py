"""The set-up: a menu for settings, decks, the self-test and the start of a match.

Questions go to the seat that chose the item, unless they are about seats or the dealer. At a
question, PASS leads back to the menu. In the menu, PASS closes the menu. After an error the menu
shows a sentence about the error in place of its own sentence. Settings that were made before the
error stay.
"""

from micropython import const

import texts
from belote import choices
from codes.game import Phases, Totals
from codes.journal import Notes
from codes.table import Lamps
from table.menus.options import Options
from table.setup.change import CommandCards, Replace
from table.setup.checkup import Checkup
from table.setup.draw import Draw
from table.setup.enrol import open_enrol
from table.setup.opening import begin, light, players
from table.setup.pin import PinItem
from table.setup.questions import Asker
from table.setup.selection import DeckItem, HouseItem, LanguageItem
from table.setup.terms import DisciplineItem, HandsItem, PlacesItem, TargetItem

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.setup.opening import Opens
    from table.table import Table

_MOST_DECKS = const(4)


class Setup(Asker):
    """The menu of the set-up. Between two deals of a match it has fewer items."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.settings = table.settings
        self.over = False
        self.following: "Opens | None" = None
        match = table.match
        self.playing = match.phase == Phases.READY and match.totals[Totals.WINNER] < 0
        self.offer()

    def step(self, now: int) -> None:
        """Do nothing: the menu only handles answers."""

    def offer(self, sentence: int = texts.SET_UP) -> None:
        """Ask all players which item to open."""
        if self.playing:
            options = _DURING
        elif len(self.table.deck.names) == _MOST_DECKS:
            options = _WITH_ALL_DECKS
        else:
            options = _BEFORE
        self._ask(sentence, players(self.table), options)

    def leave(self, seat: int, choice: int) -> None:
        """Close the menu."""
        self.close()

    def close(self, following: "Opens | None" = None) -> None:
        """End the menu, and open `following` if it is given."""
        light(self.table, 0, Lamps.OFF)
        self.following = following
        self.over = True

    # --- items about the match --------------------------------------------------------------

    def start(self, seat: int, choice: int) -> None:
        """Ask who deals; in some houses only the side that won the last match may answer."""
        table = self.table
        if not table.deck.names:
            self.offer(texts.NO_DECK)
            return
        who = players(table)
        match = table.match
        winner = match.standing.winner()
        if match.house.opening == choices.OPENING_WINNERS and winner >= 0:
            for one in range(4):
                if match.house.side(one) != winner:
                    who &= ~(1 << one)
        self._ask(texts.WHO_DEALS, who, _WHO_DEALS)

    def deal(self, seat: int, choice: int) -> None:
        """Begin the match; the seat that answered is the dealer."""
        begin(self.table, seat)
        self.close()

    def draw(self, seat: int, choice: int) -> None:
        """Begin the draw."""
        self.close(Draw)

    def abandon(self, seat: int, choice: int) -> None:
        """Ask whether to abandon the match."""
        self.table.voice.say(0, ms=0)
        self._ask(texts.REALLY_ABANDON, 1 << seat, _REALLY_ABANDON)

    def abandoned(self, seat: int, choice: int) -> None:
        """Write to the journal that the match is abandoned, and offer all items."""
        self.table.journal.add(Notes.ABANDONED, seat, 0)
        self.playing = False
        self.offer()

    def back(self, seat: int, choice: int) -> None:
        """Go back to the menu."""
        self.offer()

    # --- items about cards and keys ---------------------------------------------------------

    def enrol(self, seat: int, choice: int) -> None:
        """Begin or continue the enrolment of a new deck."""
        self.close(open_enrol)

    def replace(self, seat: int, choice: int) -> None:
        """Begin to replace tags of the deck in use."""
        self._tags(Replace)

    def keys(self, seat: int, choice: int) -> None:
        """Begin to enrol command cards."""
        self._tags(CommandCards)

    def check(self, seat: int, choice: int) -> None:
        """Begin the self-test."""
        self.close(Checkup)

    def _tags(self, following: "Opens") -> None:
        if self.table.deck.names:
            self.close(following)
        else:
            self.offer(texts.NO_DECK)


_START = (texts.START_MATCH, Setup.start)
_HOUSE = (texts.SET_HOUSE, HouseItem)
_HANDS = (texts.SET_HANDS, HandsItem)
_TARGET = (texts.SET_TARGET, TargetItem)
_DISCIPLINE = (texts.SET_DISCIPLINE, DisciplineItem)
_DECK = (texts.SET_DECK, DeckItem)
_LANGUAGE = (texts.SET_LANGUAGE, LanguageItem)
_PLACES = (texts.SET_PLACES, PlacesItem)
_PIN = (texts.SET_PIN, PinItem)
_ENROL = (texts.ENROL_DECK, Setup.enrol)
_REPLACE = (texts.REPLACE_CARD, Setup.replace)
_KEYS = (texts.ENROL_KEYS, Setup.keys)
_CHECKUP = (texts.CHECKUP, Setup.check)
_ABANDON = (texts.ABANDON_MATCH, Setup.abandon)

# During a match (_DURING) the menu has only items that may be used between two deals.
_RULES = (_START, _HOUSE, _HANDS, _TARGET, _DISCIPLINE, _DECK, _LANGUAGE, _PLACES, _PIN)
_BEFORE = Options(*_RULES, _ENROL, _REPLACE, _KEYS, _CHECKUP, left=Setup.leave)
_WITH_ALL_DECKS = Options(*_RULES, _REPLACE, _KEYS, _CHECKUP, left=Setup.leave)
_DURING = Options(
    _LANGUAGE, _PLACES, _DECK, _HANDS, _REPLACE, _KEYS, _PIN, _CHECKUP, _ABANDON, left=Setup.leave
)
_WHO_DEALS = Options((texts.I_DO, Setup.deal), (texts.WE_DRAW, Setup.draw), left=Setup.back)
_REALLY_ABANDON = Options((texts.YES, Setup.abandoned), left=Setup.back)
