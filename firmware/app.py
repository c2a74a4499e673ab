"""The composition, first part: parts, match and seats' lights, as settings and journal say."""

import random
import time

from micropython import const

import board
import texts
from belote.house import House
from belote.housefile import HouseError
from belote.match import Match
from codes.journal import RoomLeft
from drivers.parts import Parts, Unfit, celsius, check, open_journal
from journal.journal import Journal
from restore import restore, tell
from table.files import decks, houses
from table.files.deck import Deck
from table.files.settings import Settings
from table.play.cards import Cards
from table.play.keys import Keys
from table.table import Table
from ui.lights import SeatLights

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from drivers.ws2812 import Lights
    from recovery import Recovery


class Sitting:
    """What is there when the seats have their lights."""

    def __init__(self, parts: Parts, table: Table) -> None:
        self.parts = parts
        self.table = table
        self.keys = Keys(table)
        self.cards = Cards(table, parts.readers, self.keys.command)
        self.seat_lights = SeatLights(table, parts.lights)

    def light(self) -> None:
        """Shows whose turn it is."""
        now = time.ticks_ms()
        self.cards.step(now)
        self.seat_lights.step(now)


async def sit_down(recovery: "Recovery", lights: "Lights") -> Sitting:
    """The match and its table, as they were when the table last stopped."""
    check()
    journal = Journal(open_journal(board), random.getrandbits(30))
    recovery.writes(journal)
    await recovery.step()
    parts = Parts(board, lights)
    await recovery.step()
    table = await _open_table(journal, parts, recovery)
    await recovery.step()
    sitting = Sitting(parts, table)
    unreadable = journal.state == RoomLeft.UNREADABLE
    if recovery.safe or unreadable:
        recovery.safe = True
        table.say(texts.UNREADABLE if unreadable else texts.SAFE_MODE, ms=0)
        recovery.redden()
    else:
        tell(table, sitting.keys.menus)
        sitting.light()
    return sitting


async def _open_table(journal: Journal, parts: Parts, recovery: "Recovery") -> Table:
    """What people have chosen, their decks, their house; and one sentence if something of that is
    wrong."""
    settings = Settings("")
    parts.readers.tune(settings.gains.encode())
    deck = Deck()
    wrong = decks.load(deck, settings.root + decks.FOLDER, settings.deck)
    house, label = None, b""
    try:
        house = houses.load_anyhow(settings.root, settings.house, settings.agreed)
    except HouseError as error:
        label = houses.label(settings.house, error)
    match = Match(house or _any_house(settings.root))
    table = Table(match, journal, parts.readers.pads, deck, settings)
    table.there = board.TOUCHED
    table.celsius = celsius
    sure = house is not None and not settings.wrong
    await restore(table, sure, recovery.step)
    if settings.wrong:
        table.say(texts.SETTINGS_WRONG)
    if wrong:
        table.call(wrong[0].encode())
        table.say(texts.DECK_WRONG, number=wrong[2])
    if not house:
        table.call(label)
        table.say(texts.HOUSE_WRONG)
    return table


def _any_house(root: str) -> House:
    """One that came with the table."""
    house = houses.any_house(root)
    if not house:
        raise Unfit("no house: flash the table's image")
    return house
