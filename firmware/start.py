"""The start: everything is loaded once, in this order, and stays."""

from micropython import const

from recovery import START

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from recovery import Recovery

# Each after what it needs itself, so that each is a step of its own.
MODULES = (
    # The journal: whatever fails from here on is written down.
    "drivers.flashlog",
    "journal.checkpoint",
    "journal.past",
    "journal.keep",
    "journal.journal",
    # What is on the pins.
    "drivers.mfrc522_chip",
    "drivers.mfrc522_pads",
    "drivers.mfrc522",
    "drivers.mcp23017",
    "drivers.buzzer",
    "drivers.ssd1683",
    # The game.
    "belote.cards",
    "belote.house",
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
    "belote.calling_out",
    "belote.play",
    "belote.upcard",
    "belote.match",
    # The table around it: files, what is told,
    "table.files.storage",
    "table.files.settings",
    "table.files.houses",
    "table.files.deck",
    "table.files.decks",
    "table.notice",
    "table.sentences",
    "table.table",
    # questions while people play,
    "table.menus.options",
    "table.menus.menu",
    "table.menus.appeal",
    "table.menus.swapped",
    "table.menus.seat",
    "table.menus.director",
    "table.menus.verdict",
    "table.menus.menus",
    # keys and cards,
    "table.play.calls",
    "table.play.keys",
    "table.play.laid",
    "table.play.wanted",
    "table.play.doubt",
    "table.play.exchange",
    "table.play.resumed",
    "table.play.cards",
    # and what is done between deals.
    "table.menus.opening",
    "table.menus.laying",
    "table.menus.draw",
    "table.menus.enrol",
    "table.menus.setup",
    "table.evening",
    # What is seen.
    "ui.lights",
    "ui.glyphs",
    "ui.language",
    "ui.type",
    "ui.below",
    "ui.fields",
    "ui.drawing",
    "ui.rows",
    "ui.pages",
    "ui.face",
    # All of it together.
    "watch",
    "tasks",
    "app",
)


async def start(recovery: "Recovery") -> None:
    """Makes the table, and lets it work for ever."""
    try:
        for name in MODULES:
            __import__(name)
            await recovery.step()
        from app import build

        tasks = await build(recovery)
        recovery.watches(tasks)
    except Exception as error:
        recovery.crash(START, error)
        return
    await tasks.run()
