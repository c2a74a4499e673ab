"""The composition: makes the table from its parts, as the settings and the journal say."""

import random
import time

from micropython import const

import board
import texts
from belote.house import House
from belote.match import Match
from codes import phases, totals
from drivers.parts import Parts, Unfit, open_journal
from journal.journal import Journal
from table.evening import Evening
from table.files import decks, houses
from table.files.deck import Deck
from table.files.settings import Settings
from table.play.cards import Cards
from table.play.keys import Keys
from table.table import Table
from tasks import Tasks
from ui.face import Face
from ui.lights import SeatLights
from ui.type import Type

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from recovery import Recovery

_UNTOLD = const(-2)  # a winner: of a match that the journal says nothing of
_BRIGHTNESS = (24, 64, 128, 255)


async def build(recovery: "Recovery") -> Tasks:
    """The table, as it was when it last stopped."""
    journal = Journal(open_journal(board), random.getrandbits(30))
    recovery.writes(journal)
    await recovery.step()
    parts = Parts(board, recovery.lights)
    await recovery.step()
    table = _open_table(journal, parts)
    await recovery.step()
    _restore(table)
    await recovery.step()
    keys = Keys(table)
    cards = Cards(table, parts.readers, keys.command)
    lights = SeatLights(table, parts.lights)
    if recovery.safe:
        table.say(texts.SAFE_MODE, ms=0)
        recovery.redden()
    else:
        cards.step(time.ticks_ms())
        lights.step(time.ticks_ms())
    type = Type(parts.image, "/lib/ui")

    def changed() -> None:
        """What the settings say is so from now on."""
        settings = table.settings
        parts.buzzer.volume = settings.volume
        parts.lights.brightness = _BRIGHTNESS[settings.brightness]
        type.speak(settings.language, settings.names)

    changed()
    evening = Evening(table, cards, keys.menus, changed)
    face = Face(table, parts.display, type)
    return Tasks(parts, table, keys, evening, lights, face, recovery)


def _open_table(journal: Journal, parts: Parts) -> Table:
    """What people have chosen, their decks, their house; and one sentence if something of that is
    wrong."""
    settings = Settings("/settings.json")
    deck = Deck()
    wrong = decks.load(deck, settings.folder + "/decks", settings.deck)
    house = houses.load(settings.folder, settings.house)
    match = Match(house or _any_house(settings.folder))
    table = Table(match, journal, parts.readers.pads, deck, settings)
    if wrong:
        table.label = wrong[0].encode()
        table.say(texts.DECK_WRONG, number=wrong[2])
    if not house:
        table.label = settings.house.encode()
        table.say(texts.HOUSE_WRONG)
    return table


def _any_house(root: str) -> House:
    """One that came with the table."""
    house = houses.any_house(root)
    if not house:
        raise Unfit("no house: flash the table's image")
    return house


def _restore(table: Table) -> None:
    """Lets what the journal has of the match happen again."""
    match = table.match
    match.totals[totals.WINNER] = _UNTOLD

    def again(what: int, seat: int, arg: int) -> None:
        _begin(match)
        table.apply(what, seat, arg)

    mark = table.journal.restore(match.totals, table.history, again)
    _begin(match)
    if match.totals[totals.WINNER] == _UNTOLD or 0 <= mark != match.house.mark:
        match.use(match.house)  # it has nothing, or a match of another house


def _begin(match: Match) -> None:
    """A match whose totals are known waits for a deal."""
    if match.phase == phases.IDLE and match.totals[totals.WINNER] != _UNTOLD:
        match.resume()
