"""What a match takes on the board, counted in the VM while people play one: of the heap at most,
of the flash for code, and what its steps allocate and how long they are."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import Unpack

from marcoria.bots.company import Company, settings
from marcoria.build.deploy import SLOTS, main
from marcoria.coroutines import finish
from marcoria.device.journal import records
from marcoria.device.wire import Client
from marcoria.paths import FIRMWARE
from marcoria.sim.options import TableOptions
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from marcoria.sim.vm.backend import VmBackend

# No match ends before its deals are counted, unless somebody wins it at one stroke.
_FAR = 9999
_TARGET = 5  # in `totals`
# After a deal everything that waited for its end is done by then.
_SETTLED_MS = 6_000
_ASKED_MS = 30_000
_QUESTIONS: tuple[tuple[str, dict[str, int]], ...] = (
    *(("state", {}), ("test", {}), ("reads", {"seat": 2}), ("hello", {})),
    *(("house", {}), ("names", {}), ("flash", {"block": 0, "slot": 8})),
)

# The steps in which a card or a key is judged: an event with melds, or a sentence, makes objects.
JUDGING = ("Tasks.read", "Tasks.press")
DRAWING = "Face.step"  # each line of a page makes some

# Looks at a meter before and after each step of the tasks, of those that began and ended in the
# bidding or the play: the most that one has taken, how many there were and how many took any.
_COUNTING = """
import gc, time
from tasks import Tasks
from ui.face import Face
most = {}
def in_play():
    evening = recovery.evening  # the first page is drawn before it is there
    return evening is not None and 3 <= evening.table.match.phase <= 4
def count(owner, name):
    step = getattr(owner, name)
    found = most[owner.__name__ + "." + name] = [0, 0, 0]
    def counted(self, now):
        playing = in_play()
        before = meter()
        wait = step(self, now)
        used = meter() - before
        if playing and in_play():
            found[1] += 1
            if used:
                found[2] += 1
            if used > found[0]:
                found[0] = used
        return wait
    setattr(owner, name, counted)
for name in ("keep", "read", "press", "shine", "talk"):
    count(Tasks, name)
count(Face, "step")
"""
# Adds up what the link allocates, until the tasks collect.
_GARBAGE = """
import gc
from tasks import Tasks
talk, collect = Tasks.talk, Tasks._collect
since = most = collections = 0
def counted_talk(self, now):
    global since, most
    before = gc.mem_alloc()
    wait = talk(self, now)
    since += gc.mem_alloc() - before
    most = max(most, since)
    return wait
def counted_collect(self):
    global since, collections
    done = collect(self)
    if done:
        since = 0
        collections += 1
    return done
Tasks.talk, Tasks._collect = counted_talk, counted_collect
"""
_UNCOLLECTED = "import gc\ngc.collect = int\n"
_TELL = "for name in most: print(name, *most[name])"
_FOUND = main(SLOTS[0]).decode().replace("bundle.start()", "bundle.mount(sys.path[0])")
_MAIN = (
    _FOUND
    + (FIRMWARE / "boot" / "program.py").read_text(encoding="utf-8")
    + "run(bundle.unmount)\n"
)
_BEGIN = "recovery = Recovery()"  # in there; before it modules are found


@contextmanager
def sitting(
    house: str,
    backend: str = "vm",
    scanned: bool = False,
    seed: int = 1,
    target: int = _FAR,
    program: str = "main",
    **options: Unpack[TableOptions],
) -> Iterator[Company]:
    """Four people who have agreed on a match of that house, or two."""
    chosen = settings(house, scanned, -1, target, "en")
    with open_bar(backend, seed, program, chosen, **options) as table:
        company = Company(table, house, scanned=scanned, seed=seed)
        finish(company.agree(0, target or company.people.house.target))
        yield company


def _table(company: Company) -> SimTable:
    table = company.body.table
    assert isinstance(table, SimTable)
    return table


def _backend(company: Company) -> VmBackend:
    backend = _table(company).backend
    assert isinstance(backend, VmBackend)
    return backend


def highest_heap(house: str, deals: int, **options: Unpack[TableOptions]) -> dict[str, int]:
    """The most bytes in use after any step: from the plug until a match is agreed upon
    (`before`), and in so many deals of it (`match`), score pages included; and how many us the
    longest `collection` there took."""
    options["watched"] = True
    with sitting(house, **options) as company:
        finish(company.body.wait(_SETTLED_MS))
        before = _backend(company).memory(anew=True)["highest"]
        for _ in range(deals):
            play_deal(company)
        finish(company.body.wait(_SETTLED_MS))
        found = _table(company).memory()
        return {"before": before, "match": found["highest"], "collection": found["longest"]}


def heap_of_menus(house: str, **options: Unpack[TableOptions]) -> int:
    """The most bytes in use in a trick while the menu of a seat, or the director's, is open."""
    options["watched"] = True
    with sitting(house, **options) as company:
        body, show, say = company.body, company.screen, company.words
        finish(company.people.play_cards(5))
        finish(body.wait(_SETTLED_MS))
        _backend(company).memory(anew=True)
        finish(body.chord(0))
        finish(show.await_words(say["manual"]))
        finish(show.choose(0, say["manual"]))
        finish(show.await_words(say["which-suit"].removeprefix("%s")))
        finish(body.press(0, "PASS"))
        finish(body.wait(_SETTLED_MS))
        finish(body.press_director("MENU"))
        finish(show.await_words(say["rulings"]))
        finish(show.choose(0, say["offence-of"]))
        finish(show.await_words(say["another"]))
        finish(body.press(0, "PASS"))
        finish(body.wait(_SETTLED_MS))
        return int(_table(company).memory()["highest"])


def heap_of_deals(house: str, deals: int, scanned: bool = False, seed: int = 1) -> list[int]:
    """The bytes in use in each of so many deals, with the last trick on the table."""
    with sitting(house, scanned=scanned, seed=seed) as company:
        return [play_deal(company) for _ in range(deals)]


def growth(used: list[int]) -> int:
    """By how much the least of the later half is more than the least of the first."""
    half = len(used) // 2
    return min(used[half:]) - min(used[:half])


def play_deal(company: Company) -> int:
    """Plays a deal to its end, those before it that are thrown in included, if need be of a new
    match. Returns the bytes in use with the last trick on the table (0: nobody can tell)."""
    people = company.people
    last = people.house.players * people.house.cards
    used = -1
    while used < 0:
        if people.over:
            finish(company.body.wait(_SETTLED_MS))
            finish(company.agree_again(people.game.totals[_TARGET]))
        finish(people.act())
        while not people.resting:
            finish(people.act())
            if people.game.audit.plays == last and used < 0:
                used = _table(company).memory().get("used", 0)
    return used


@dataclass(frozen=True)
class StepCosts:
    """What the steps of one task took: the most of one, how many there were and took any."""

    most: int
    count: int
    taking: int


Taken = dict[str, StepCosts]


def allocations(
    house: str,
    deals: int,
    scanned: bool = False,
    before: str = "",
    **options: Unpack[TableOptions],
) -> Taken:
    """The most bytes that one step of each task has allocated between the first call of a deal
    and its last card, and how many steps there were. `before`: statements to begin with."""
    return _taken("gc.mem_alloc", before, house, deals, scanned, **options)


def slices(house: str, deals: int) -> Taken:
    """The longest step of each task there, in us, bytecode priced; without the collections, which
    have a budget of their own."""
    return _taken("time.ticks_us", _UNCOLLECTED, house, deals, False, priced=True)


def asked(house: str) -> tuple[Taken, Taken]:
    """Return the same two of a deal in which a host listens and asks after each event."""
    heap = _taken("gc.mem_alloc", "", house, 1, False, play=_ask_and_play)
    times = _taken("time.ticks_us", _UNCOLLECTED, house, 1, False, play=_ask_and_play, priced=True)
    return heap, times


def garbage_of_a_host(house: str) -> tuple[int, int]:
    """Return the most bytes that the link has allocated between two collections while a host asks
    as fast as it can for half a minute of play, and how many collections there were."""
    program = _MAIN.replace(_BEGIN, _GARBAGE + _BEGIN)
    with sitting(house, program=program) as company:
        finish(company.people.play_cards(5))
        host = Client(SimPort(_table(company)))
        until = company.body.table.now + _ASKED_MS
        for do, fields in cycle(_QUESTIONS):
            host.ask(do, **fields)
            if company.body.table.now >= until:
                break
        most, collections = _backend(company).run("print(most, collections)").split()
    return int(most), int(collections)


def _ask_and_play(company: Company) -> None:
    host = Client(SimPort(_table(company)))
    listening = records(host)
    questions = cycle(_QUESTIONS)

    def ask(*_: int) -> None:
        next(listening)
        do, fields = next(questions)
        host.ask(do, **fields)
        host.ask("flash", block=0, slot=8)

    company.people.heard = ask
    play_deal(company)


def _taken(
    meter: str,
    before: str,
    house: str,
    deals: int,
    scanned: bool,
    play: Callable[[Company], object] = play_deal,
    **options: Unpack[TableOptions],
) -> Taken:
    counting = f"{before}{_COUNTING}meter = {meter}\n"
    program = _MAIN.replace(_BEGIN, counting + _BEGIN)
    with sitting(house, scanned=scanned, program=program, **options) as company:
        for _ in range(deals):
            play(company)
        told = _backend(company).run(_TELL).split("\n")
    rows = [line.split() for line in told if line]
    return {name: StepCosts(*map(int, figures)) for name, *figures in rows}
