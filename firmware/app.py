"""Composition of the program: makes the parts, the match, and the objects that show the match.

A start lights the seats before it loads the modules of the display. It draws the first page while
it loads the modules of the set-up and the link. So functions for these stages import their modules
when they are called.
"""

import random
import time

from micropython import const

import board
import texts
from belote.house import House
from belote.housefile import HouseError
from belote.match import Match
from boot import slot
from codes.journal import Notes, RoomLeft
from drivers.parts import Parts, Unfit, celsius, check, open_journal
from journal.journal import Journal
from table.files import decks, houses
from table.files.deck import Deck
from table.files.settings import Settings
from table.play.cards import Cards
from table.play.keys import Keys
from table.restore import restore, tell
from table.table import Table
from ui.lights import SeatLights

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from boot.recovery import Recovery
    from courier.access import Access
    from drivers.ws2812 import Lights
    from tasks import Tasks

_BRIGHTNESS = (24, 64, 128, 255)


class Sitting:
    """Objects that the table needs before the seats' lights can show whose turn it is."""

    def __init__(self, parts: Parts, table: Table) -> None:
        self.parts = parts
        self.table = table
        self.keys = Keys(table)
        self.cards = Cards(table, parts.readers, self.keys.command)
        self.seat_lights = SeatLights(table, parts.lights)

    def light(self) -> None:
        """Show whose turn it is."""
        now = time.ticks_ms()
        self.cards.step(now)
        self.seat_lights.step(now)


async def sit_down(recovery: "Recovery", lights: "Lights") -> Sitting:
    """Open the parts and the table, restore the match from the journal, and return the sitting.

    An unreadable journal leads to safe mode. In safe mode turn all lights red, and show a sentence
    that says why. Otherwise show whose turn it is.
    """
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
        table.voice.say(texts.UNREADABLE if unreadable else texts.SAFE_MODE, ms=0)
        recovery.redden()
    else:
        tell(table, sitting.keys.menus)
        sitting.light()
    return sitting


async def _open_table(journal: Journal, parts: Parts, recovery: "Recovery") -> Table:
    """Load settings, deck, house and match; return the table.

    If the settings, a deck or the house are wrong, show a sentence. If several of them are wrong,
    the sentence is about the house, or else about the deck. If the house is wrong, load a house
    that came with the program instead.
    """
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
        table.voice.say(texts.SETTINGS_WRONG)
    if wrong:
        table.voice.call(wrong[0].encode())
        table.voice.say(texts.DECK_WRONG, number=wrong[2])
    if not house:
        table.voice.call(label)
        table.voice.say(texts.HOUSE_WRONG)
    return table


def _any_house(root: str) -> House:
    """Return a house that came with the program and has no mistake; raise Unfit if none exists."""
    house = houses.any_house(root)
    if not house:
        raise Unfit("no house: flash the table's image")
    return house


class Showing:
    """Pages of the display, and what the link needs: the question as text, and the glyphs."""

    def __init__(self, sitting: Sitting) -> None:
        from ui.face import Face
        from ui.question import PlainQuestion
        from ui.type import Type

        self._parts = parts = sitting.parts
        self._table = sitting.table
        self._type = Type(parts.image, slot.FOLDER + "/ui")
        self.face = Face(sitting.table, parts.display, self._type)
        self.question = PlainQuestion(sitting.table, self._type.speech)
        self.glyphs = self._type.glyphs
        self.adjust()

    def adjust(self) -> None:
        """Apply the settings to the buzzer, the lights and the texts.

        The texts also get the names of the house and of the sides.
        """
        settings = self._table.settings
        self._parts.buzzer.volume = settings.volume
        self._parts.lights.brightness = _BRIGHTNESS[settings.brightness]
        self._type.speech.speak(settings.language, settings.names)
        self._type.speech.play(self._table.match.house)


def access(sitting: Sitting) -> "Access":
    """Return the settings with which the table reaches its hub over WiFi."""
    from courier.access import Access

    return Access(sitting.table.settings.root)


def complete(
    sitting: Sitting, showing: Showing, recovery: "Recovery", access: "Access"
) -> "Tasks":
    """Create the objects that the first page does not need; return the tasks of the table."""
    from courier.frames import Frames
    from courier.secret import Secret
    from journal.host import Tail
    from link.commands import Context, HubParts
    from link.link import Link
    from table.evening import Evening
    from tasks import Tasks

    table, parts, keys = sitting.table, sitting.parts, sitting.keys
    _recall(table)
    evening = Evening(table, sitting.cards, keys.menus, showing.adjust)
    tail = Tail(table.journal)
    secret = Secret(table.settings.root)
    courier = None
    if access.is_complete:
        from courier.courier import Courier

        courier = Courier(table, secret, access)
    hub = HubParts(secret, Frames(table.journal, secret), access, courier)
    asked = showing.question
    context = Context(table, parts, evening, tail, hub, asked, showing.glyphs, recovery.safe)
    link = Link(parts.console, context)
    lights, face = sitting.seat_lights, showing.face
    return Tasks(parts, table, keys, evening, lights, face, link, courier, recovery)


def _recall(table: Table) -> None:
    """Load the state of the PIN's lock from the journal.

    If the PIN was removed from the settings without being entered, show a sentence about this,
    unless the display already has a sentence.
    """
    from journal.latest import latest

    about_the_pin = bytes(
        (Notes.PIN_TRY, Notes.PIN_RIGHT, Notes.PIN_CHANGED, Notes.PIN_GONE, Notes.PIN_AGAIN)
    )
    state, seq = latest(table.journal, about_the_pin)
    table.lock.recall(state, seq, time.ticks_ms())
    if table.lock.gone and not table.voice.notice.text:
        table.voice.say(texts.PIN_GONE, ms=0)
