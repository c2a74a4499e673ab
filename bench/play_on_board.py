"""Cost of a match on the board, measured in the VM.

The figures are the highest heap use, the allocations of steps and their durations.
"""

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

# A target so high that a match ends early only by a rule that wins it at once.
_FAR = 9999
_TARGET = 5  # index of the target in `totals`
_NO_HANDS = "from boot.program import recovery; recovery.evening.table.history.hands.clear()"
# The table needs less than this time for all work that waits for the end of a deal.
_SETTLED_MS = 6_000
_ASKED_MS = 30_000
_QUESTIONS: tuple[tuple[str, dict[str, int]], ...] = (
    *(("state", {}), ("test", {}), ("reads", {"seat": 2}), ("hello", {})),
    *(("house", {}), ("names", {}), ("flash", {"block": 0, "slot": 8})),
)

# Steps that handle a card or a key. They allocate memory for events with melds and for sentences.
JUDGING = ("Tasks.read", "Tasks.press")
DRAWING = "Face.step"  # each line of a page allocates some objects

# Code that measures the cost of each task's steps: the bytes or the time by which the result of
# `meter` grows during a step. For the steps that begin and end during bidding or play it stores
# the highest cost, the number of steps, and the number of steps with any cost.
_COUNTING = """
import gc, time
from tasks import Tasks
from ui.face import Face
most = {}
def in_play():
    evening = recovery.evening  # None while the first page is drawn
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
# Code that adds up the allocations of the link until the tasks collect garbage. It stores the
# highest sum and the number of collections.
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
_BEGIN = "recovery = Recovery()"  # the line of the program before which other code is inserted


@contextmanager
def sitting(
    house: str,
    backend: str = "vm",
    scanned: bool = False,
    seed: int = 1,
    target: int = _FAR,
    program: str = "main",
    before: Callable[[SimTable], object] = lambda _: None,
    **options: Unpack[TableOptions],
) -> Iterator[Company]:
    """Yield a company of two or four simulated players who have agreed on a match of a house.

    A `target` of 0 stands for the target of the house. `before` is called before the table is
    switched on.
    """
    chosen = settings(house, scanned, -1, target, "en")
    with open_bar(backend, seed, "", chosen, **options) as table:
        before(table)
        table.boot(program)
        company = Company(table, house, scanned=scanned, seed=seed)
        finish(company.agree(0, target or company.people.house.target))
        yield company


def table_of(company: Company) -> SimTable:
    table = company.body.table
    assert isinstance(table, SimTable)
    return table


def _backend(company: Company) -> VmBackend:
    backend = table_of(company).backend
    assert isinstance(backend, VmBackend)
    return backend


def highest_heap(house: str, deals: int, **options: Unpack[TableOptions]) -> dict[str, int]:
    """Return the highest heap use in bytes after any step, before and during a match.

    `before` is the highest use from power-on until a match is agreed, and `match` the highest
    during its deals and score pages. `collection` is the time in us of the longest garbage
    collection during the match.
    """
    options["watched"] = True
    with sitting(house, **options) as company:
        finish(company.body.wait(_SETTLED_MS))
        before = _backend(company).memory(anew=True)["highest"]
        for _ in range(deals):
            play_deal(company)
        finish(company.body.wait(_SETTLED_MS))
        found = table_of(company).memory()
        return {"before": before, "match": found["highest"], "collection": found["longest"]}


def heap_of_menus(house: str, **options: Unpack[TableOptions]) -> int:
    """Return the highest heap use in bytes while a seat's or the director's menu is open.

    Both menus are opened in the middle of a trick.
    """
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
        return int(table_of(company).memory()["highest"])


def heap_of_deals(house: str, deals: int, scanned: bool = False, seed: int = 1) -> list[int]:
    """Return the heap use in bytes at the end of each deal, with the last trick on the table.

    The list of the match's results is emptied after each deal, because it grows with each deal.
    """
    used = []
    with sitting(house, scanned=scanned, seed=seed, target=0) as company:
        for _ in range(deals):
            used.append(play_deal(company))
            _backend(company).run(_NO_HANDS)
    return used


def growth(used: list[int]) -> int:
    """Return the lowest value in the second half of a list minus the lowest in the first half."""
    half = len(used) // 2
    return min(used[half:]) - min(used[:half])


def play_deal(company: Company) -> int:
    """Play deals until a deal has been played to its last card and has ended.

    A deal does not count if all players pass, or if the match ends before the last card. If a
    match is over, start a new one. Return the heap use in bytes with the last trick on the table,
    or 0 on CPython.
    """
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
                used = table_of(company).memory().get("used", 0)
    return used


@dataclass(frozen=True)
class StepCosts:
    """Cost of the steps of a task.

    `most` is the highest cost of a step, `count` the number of steps, and `taking` the number of
    steps with any cost.
    """

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
    """Return the allocations in bytes of each task's steps during bidding and play.

    `before` has Python statements that run before the measurement.
    """
    return _taken("gc.mem_alloc", before, house, deals, scanned, **options)


def slices(house: str, deals: int) -> Taken:
    """Return the durations of each task's steps during bidding and play, in us of virtual time.

    Garbage collection is left out, because it has a budget of its own.
    """
    return _taken("time.ticks_us", _UNCOLLECTED, house, deals, False, priced=True)


def asked(house: str) -> tuple[Taken, Taken]:
    """Return the costs of each task's steps in a deal, with requests of a host after each event.

    The first result has the allocations in bytes, the second the durations in us.
    """
    heap = _taken("gc.mem_alloc", "", house, 1, False, play=_ask_and_play)
    times = _taken("time.ticks_us", _UNCOLLECTED, house, 1, False, play=_ask_and_play, priced=True)
    return heap, times


def garbage_of_a_host(house: str) -> tuple[int, int]:
    """Return the most bytes that the link allocates between two garbage collections.

    Also return the number of collections. A host sends requests as fast as it can in the middle of
    a trick, for half a minute of virtual time.
    """
    program = _MAIN.replace(_BEGIN, _GARBAGE + _BEGIN)
    with sitting(house, program=program) as company:
        finish(company.people.play_cards(5))
        host = Client(SimPort(table_of(company)))
        until = company.body.table.now + _ASKED_MS
        for do, fields in cycle(_QUESTIONS):
            host.ask(do, **fields)
            if company.body.table.now >= until:
                break
        most, collections = _backend(company).run("print(most, collections)").split()
    return int(most), int(collections)


def _ask_and_play(company: Company) -> None:
    host = Client(SimPort(table_of(company)))
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
