"""Between deals: houses are loaded, menus opened, and all they need is let go of again."""

import sys

from micropython import const

# What `Setup` may lead to; one more is the menu of settings itself.
_DRAW = const(4)
_SETUP = const(5)
_GO_ON = const(6)  # from here on nobody can wish for another menu
_RESUME = const(7)
_FIND_HOUSE = const(8)
_NEW_HOUSE = const(10)

_READY = const(1)  # phase

_SETTINGS = const(133)  # text
_SERVICE = const(135)  # text
_RULINGS = const(148)  # text
_NOT_SAVED = const(199)  # text
_HOUSE_WRONG = const(200)  # text
_NEARLY_FULL = const(219)  # text
_NOT_KEPT = const(220)  # text
_STATES = (0, _NEARLY_FULL, _NEARLY_FULL, _NOT_KEPT)  # of the journal

# What a menu needs, in the order in which it is loaded.
_MODULES = {
    _DRAW: ("table.laying", "table.draw"),
    _FIND_HOUSE: ("belote.housefile",),
    _SETUP: ("table.opening", "table.setup"),
}
_ENROL = ("table.deckfile", "table.laying", "table.enrol")
_BRIGHTNESS = (24, 64, 128, 255)

# What is not needed while people play.
_PASSING = (
    "app",
    "belote.house",
    "belote.housefile",
    "board",
    "drivers.parts",
    "between",
    "table.deckfile",
    "table.doubt",
    "table.draw",
    "table.enrol",
    "table.exchange",
    "table.files",
    "table.laying",
    "table.opening",
    "table.settingsfile",
    "table.setup",
)


def load_house(name: str):  # type: ignore[no-untyped-def]
    """The house of that name, None if there is none or its file is wrong."""
    from belote.housefile import HouseError, load
    from table.files import HOUSE, HOUSES

    for folder in HOUSES:
        try:
            with open(folder + "/" + name + HOUSE, encoding="utf-8") as file:
                return load(file.read())
        except OSError:
            pass
        except HouseError:
            return None
    return None


def any_house():  # type: ignore[no-untyped-def]
    """The first house that is right."""
    from table.files import HOUSE, HOUSES, names

    for name in names(HOUSES[-1], HOUSE):
        house = load_house(name)
        if house:
            return house
    return None


def forget(name: str) -> None:
    """Gives back the memory of a module, once nobody holds anything of it."""
    if name in sys.modules:
        del sys.modules[name]
        package, _, last = name.rpartition(".")
        if package:
            delattr(sys.modules[package], last)


def drop() -> None:
    """Forgets what is not needed while people play."""
    for name in _PASSING:
        forget(name)


def go_on(tasks) -> None:  # type: ignore[no-untyped-def]
    """Opens the menu that is wanted or, once it is closed, lets the cards be played again; and
    after a deal does what waited for its end."""
    match = tasks.table.match
    keys = tasks.keys
    if keys.wish == _SERVICE:
        from trouble import rest

        keys.wish = 0
        rest(tasks)
    elif tasks.wanted < _GO_ON and (
        keys.wish == _SETTINGS or (keys.wish == _RULINGS and not match.phase)
    ):
        keys.wish = 0
        tasks.wanted = _SETUP
        return
    if tasks.wanted:
        if tasks.menu:  # there is room for one
            _close(tasks)
            return
        step = _STEPS.get(tasks.wanted)
        if step:
            step(tasks)
            return
        if tasks.cards:
            _put_away_cards(tasks)
            return
        if _load(tasks.wanted):
            return
        wanted = tasks.wanted
        tasks.wanted = 0
        tasks.menu = _open(tasks, wanted)
        del sys.modules[__name__]  # the menu needs the room
    elif tasks.menu and tasks.menu.over:
        _close(tasks)
        tasks.wanted = _GO_ON
        return
    elif not tasks.menu and match.phase == _READY:
        _write_down(tasks.table)
    if not tasks.menu:
        drop()


def _close(tasks) -> None:  # type: ignore[no-untyped-def]
    """Lets go of the menu; whoever has asked the last question is still known by it."""
    tasks.menu = tasks.table.owner = None
    drop()


def _put_away_cards(tasks) -> None:  # type: ignore[no-untyped-def]
    """A menu has their place, in memory too."""
    tasks.cards = tasks.keys.cards = None
    forget("table.cards")


def _find_house(tasks) -> None:  # type: ignore[no-untyped-def]
    """The house that was chosen, in steps: for both at once there is no room."""
    if not _load(_FIND_HOUSE):
        tasks.loading = load_house(tasks.chosen)
        tasks.wanted = _NEW_HOUSE
        drop()


def use_house(tasks) -> None:  # type: ignore[no-untyped-def]
    """It has been loaded, or could not be: to the menu again."""
    house = tasks.loading
    settings = tasks.settings
    tasks.loading = None
    tasks.wanted = _SETUP
    if not house:
        tasks.sentence = _HOUSE_WRONG
        return
    tasks.table.match.use(house)
    if settings.house != tasks.chosen:
        settings.house = tasks.chosen
        settings.target = 0
        settings.discipline = -1
    if not settings.save():
        tasks.sentence = _NOT_SAVED


def _load_decks(tasks) -> None:  # type: ignore[no-untyped-def]
    """The decks may be others now. One a step, for not all machines collect in the middle."""
    if not tasks.loading:
        from table.deckfile import Loading

        settings = tasks.settings
        tasks.loading = Loading(tasks.deck, settings.folder + "/decks", settings.deck)
    elif not tasks.loading.step():
        tasks.loading = None
        tasks.wanted = _RESUME
        drop()


def _resume(tasks) -> None:  # type: ignore[no-untyped-def]
    """Cards again: they are loaded in one step, and what the settings need in another."""
    if not tasks.cards:
        from table.cards import Cards

        tasks.cards = tasks.keys.cards = Cards(tasks.table, tasks.readers)
        return
    tasks.wanted = 0
    apply(tasks)
    drop()


def _write_down(table) -> None:  # type: ignore[no-untyped-def]
    """After a deal: room for the next one, and what that starts from. A deal that was thrown in
    can still be undone."""
    match = table.match
    journal = table.journal
    if match.count:
        journal.make_room()
    else:
        journal.checkpoint(match.totals, match.house.mark, table.history)
    if journal.state:
        table.say(_STATES[journal.state])


def _load(what: int) -> bool:
    """Loads the next module that a menu needs: each in a step of its own, for not all machines
    collect in the middle of one. Whether there was any left."""
    for name in _MODULES.get(what, _ENROL):
        if name not in sys.modules:
            __import__(name)
            return True
    return False


def _open(tasks, what: int):  # type: ignore[no-untyped-def]
    table = tasks.table
    settings = table.settings
    if what == _SETUP:
        from table.setup import Setup

        def done(following: int, chosen: str) -> None:
            tasks.wanted = following
            tasks.chosen = chosen

        sentence = tasks.sentence
        tasks.sentence = 0
        return Setup(table, settings, done, sentence)
    if what == _DRAW:
        from table.draw import Draw

        return Draw(table, settings)
    from table.enrol import open_enrol

    return open_enrol(what, table, settings)


def apply(tasks) -> None:  # type: ignore[no-untyped-def]
    """What the settings say is so from now on."""
    settings = tasks.table.settings
    tasks.buzzer.volume = settings.volume
    tasks.lights.lights.brightness = _BRIGHTNESS[settings.brightness]
    tasks.type.speak(settings.language, settings.names)


_STEPS = {
    _FIND_HOUSE: _find_house,
    _NEW_HOUSE: use_house,
    _GO_ON: _load_decks,
    _RESUME: _resume,
}
