"""The composition: makes the table from its parts, as the settings and the journal say.

Step by step, and what a step needs is let go of before the next one, for together they would not
fit. At the end this module goes as well.
"""

import asyncio
import gc
import random
import time

from micropython import const

from between import any_house, apply, drop, forget, load_house
from tasks import Tasks

_HASTY = const(2)  # starts before this one that did not last a minute: there may be no end to it
_WATCHDOG_MS = const(4000)
_LATER = (
    "table.director",
    "table.doubt",
    "table.exchange",
    "table.menu",
    "table.seatmenu",
    "table.swapped",
    "table.verdict",
    "trouble",
)
_DIM = const(0x101010)  # what all lights show until the table is there

# Notes in the journal.
_BOOT = const(32)
_SAFE = const(49)

_HOUSE_WRONG = const(200)  # text
_DECK_WRONG = const(201)  # text
_SAFE_MODE = const(216)  # text

_IDLE = const(0)
_WINNER = const(7)
_UNTOLD = const(-2)  # a winner: of a match that the journal says nothing of


async def build(tasks: Tasks) -> None:
    """The table, as it was when it last stopped."""
    for step in (
        _open_lights,
        _learn_names,
        _open_journal,
        _open_parts,
        _open_files,
        _open_house,
        _open_match,
        _open_table,
        _open_face,
    ):
        try:
            step(tasks)
        finally:
            drop()  # who has to tell that a step failed needs room too
            gc.collect()
        await asyncio.sleep_ms(0)  # some machines collect no earlier


def _open_lights(tasks: Tasks) -> None:
    """The lights, for somebody has plugged the table in, and waits; and before them what helps if
    they or anything else cannot be opened."""
    from drivers import parts

    tasks.cause = parts.hurry()
    tasks.restart = parts.restart
    tasks.watchdog = parts.Watchdog
    tasks.dog = parts.Watchdog(timeout=_WATCHDOG_MS)
    import board

    tasks.lights = lights = parts.open_lights(board)
    for light in range(board.LIGHTS_COUNT):
        lights.set(light, _DIM)
    lights.show(time.ticks_ms())


def _learn_names(tasks: Tasks) -> None:
    """Loads what people may need while they play, and lets go of it again: a module's names, and
    the room for it in its package, stay on the heap for ever, and so come to lie there now."""
    for name in _LATER:
        __import__(name)
    for name in _LATER:
        forget(name)


def _open_journal(tasks: Tasks) -> None:
    """Before the other parts: starts that come to no end are to be counted."""
    import board
    from drivers.parts import open_journal
    from journal.journal import Journal

    tasks.journal = journal = Journal(open_journal(board), random.getrandbits(30))
    tasks.safe = journal.hasty >= _HASTY
    journal.add(_SAFE if tasks.safe else _BOOT, 0, tasks.cause)


def _open_parts(tasks: Tasks) -> None:
    """What else is on the pins."""
    import board
    from drivers import parts

    tasks.readers = parts.open_readers(board)
    tasks.expanders = parts.open_keys(board)
    tasks.buzzer = parts.open_buzzer(board)
    tasks.display = parts.open_display(board, tasks.image)


def _open_files(tasks: Tasks) -> None:
    """What people have chosen, and their decks."""
    from table.deck import Deck
    from table.deckfile import load
    from table.settings import Settings

    tasks.settings = settings = Settings("/settings.json")
    tasks.deck = deck = Deck()
    tasks.wrong = load(deck, settings.folder + "/decks", settings.deck)


def _open_house(tasks: Tasks) -> None:
    """Before the match, for to read a house needs much of the memory that the match will take."""
    tasks.loading = load_house(tasks.settings.house)


def _open_match(tasks: Tasks) -> None:
    from belote.match import Match
    from table.table import Table

    house = tasks.loading
    tasks.loading = None
    match = Match(house or any_house())  # type: ignore[no-untyped-call]
    tasks.table = table = Table(match, tasks.journal, tasks.readers.pads, tasks.deck)
    table.settings = tasks.settings  # type: ignore[attr-defined]
    if tasks.wrong:
        table.label = tasks.wrong[0].encode()
        table.say(_DECK_WRONG, number=tasks.wrong[2])
    if not house:
        table.label = tasks.settings.house.encode()
        table.say(_HOUSE_WRONG)


def _open_table(tasks: Tasks) -> None:
    """The match as the journal has it, and what people do with it."""
    from table.cards import Cards
    from table.keys import Keys
    from ui.lights import SeatLights

    table = tasks.table
    _restore(table)
    tasks.cards = Cards(table, tasks.readers)
    tasks.keys = Keys(table, tasks.cards)
    table.command = tasks.keys.command
    tasks.lights = SeatLights(table, tasks.lights)
    if tasks.safe:
        table.say(_SAFE_MODE, ms=0)
        from trouble import redden

        redden(tasks)
    else:
        tasks.cards.step(time.ticks_ms())
        tasks.lights.step(time.ticks_ms())


def _restore(table) -> None:  # type: ignore[no-untyped-def]
    """Lets what the journal has of the match happen again."""
    match = table.match
    totals = match.totals
    totals[_WINNER] = _UNTOLD

    def again(what: int, seat: int, arg: int) -> None:
        _begin(match)
        table.apply(what, seat, arg)

    mark = table.journal.restore(totals, table.history, again)
    _begin(match)
    if totals[_WINNER] == _UNTOLD or 0 <= mark != match.house.mark:
        match.use(match.house)  # it has nothing, or a match of another house


def _begin(match) -> None:  # type: ignore[no-untyped-def]
    """A match whose totals are known waits for a deal."""
    if match.phase == _IDLE and match.totals[_WINNER] != _UNTOLD:
        match.resume()


def _open_face(tasks: Tasks) -> None:
    from ui.face import Face
    from ui.type import Type

    tasks.type = Type(tasks.image, "/lib/ui")
    tasks.face = Face(tasks.table, tasks.display, tasks.type)
    apply(tasks)
