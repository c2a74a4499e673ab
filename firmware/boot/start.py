"""The start: load the modules once, in a fixed order, then run the table."""

import gc
import time

from micropython import const

from codes.journal import Crashes
from drivers.parts import Unfit

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from app import Showing
    from boot.recovery import Recovery

# Each module comes after the modules that it imports, so that each import is a separate step.
FIRST = (
    # The journal comes first, because crashes are recorded in it.
    "drivers.flashlog",
    "journal.checkpoint",
    "journal.blocks",
    "journal.past",
    "journal.keep",
    "journal.replay",
    "journal.journal",
    # Drivers of the parts on the pins.
    "drivers.mfrc522_chip",
    "drivers.mfrc522_pads",
    "drivers.mfrc522",
    "drivers.mcp23017",
    "drivers.buzzer",
    "drivers.console",
    "drivers.ssd1683",
    # The rules of the game.
    "codes.game",
    "belote.event",
    "belote.house",
    "belote.housekeys",
    "belote.housefile",
    "belote.auction",
    "belote.trick",
    "belote.audit",
    "belote.standing",
    "belote.conduct",
    "belote.melds",
    "belote.announcements",
    "belote.pairs",
    "belote.score",
    "belote.tally",
    "belote.play",
    "belote.match",
    # Files and sentences of the table.
    "table.files.storage",
    "table.files.pin",
    "table.files.settings",
    "table.files.houses",
    "table.files.languages",
    "table.files.deck",
    "table.files.decks",
    "table.lock",
    "table.notice",
    "table.look",
    "table.history",
    "table.dialogue",
    "table.sentences",
    "table.call_queue",
    "table.voice",
    "table.table",
    # Menus during play.
    "table.menus.options",
    "table.menus.menu",
    "table.menus.appeal",
    "table.menus.correction",
    "table.menus.swap",
    "table.menus.seat",
    "table.menus.director",
    "table.menus.verdict",
    "table.menus.loss",
    "table.menus.menus",
    # Keys and cards.
    "table.play.calls",
    "table.play.keys",
    "table.play.pad_cards",
    "table.play.demand",
    "table.play.doubt",
    "table.play.exchange",
    "table.play.pad_check",
    "table.play.cards",
    # Lights, which show whose turn it is.
    "ui.lights",
    "table.restore",
    "app",
)
SECOND = (
    # Pages of the display.
    "ui.glyphs",
    "ui.text_names",
    "ui.language",
    "ui.composer",
    "ui.question",
    "ui.type",
    "ui.below",
    "ui.details",
    "ui.lines",
    "ui.pen",
    "ui.pages",
    "ui.view",
    "ui.face",
)
LAST = (
    # The set-up between deals.
    "table.setup.opening",
    "table.setup.card_entry",
    "table.setup.draw",
    "table.setup.enrolment",
    "table.setup.enrol",
    "table.setup.change",
    "table.setup.questions",
    "table.setup.agreement",
    "table.setup.selection",
    "table.setup.terms",
    "table.setup.pin",
    "table.setup.checkup",
    "table.setup.setup",
    "table.evening",
    # The link, and the tasks that run all parts.
    "journal.latest",
    "journal.host",
    "courier.secret",
    "courier.access",
    "courier.frames",
    "link.line",
    "link.commands",
    "link.link",
    "table.watch",
    "tasks",
)
# Only a table that reports over WiFi loads these.
NETWORK = (
    "chumicro_mqtt._wire",
    "chumicro_mqtt.client",
    "courier.trouble",
    "courier.clock",
    "courier.lookup",
    "courier.radio",
    "courier.wire",
    "courier.courier",
)


_STEPS = const(12)  # steps of drawing the first page after each import of LAST or NETWORK


async def start(recovery: "Recovery", loaded: "Callable[[], None]") -> None:
    """Make the table, call `loaded` once all modules are imported, and run the tasks for ever.

    If the start fails, `recovery` handles the error, and no task runs.
    """
    try:
        lights = recovery.light()
        await _load(FIRST, recovery)
        import app

        sitting = await app.sit_down(recovery, lights)
        await _load(SECOND, recovery)
        showing = app.Showing(sitting)
        await _load(LAST, recovery, showing)
        access = app.access(sitting)
        if access.is_complete:
            await _load(NETWORK, recovery, showing)
        tasks = app.complete(sitting, showing, recovery, access)
        recovery.watch(tasks.evening)
        loaded()
    except Unfit as error:
        recovery.refuse(error)
        return
    except Exception as error:
        recovery.crash(Crashes.START, error)
        return
    await tasks.run()


async def _load(
    modules: "tuple[str, ...]", recovery: "Recovery", showing: "Showing | None" = None
) -> None:
    """Import modules one by one; with `showing`, go on drawing the first page between them."""
    for name in modules:
        __import__(name)
        if showing:
            for _ in range(_STEPS):
                showing.face.step(time.ticks_ms())
        await recovery.step()
    gc.collect()
