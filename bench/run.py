"""Program of `make bench`: prints all figures as a table and saves them in build/bench.json.

The exit status is 1 if a figure misses its budget. The speeds of rules, archives, simulator and
bots, and the times of the solvers, are scaled to the reference machine by a loop timed in the same
run (calibration.py). Other real times, such as those of the page and of hubs, are not scaled: they
depend on this machine and its load. Counts and virtual times are equal on every machine.
"""

import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import process_time

import engine_on_board
from marcoria.game.houses import names
from marcoria.guard import guarded
from marcoria.paths import BUILD, TESTS

sys.path += [
    str(TESTS),
    *(
        str(TESTS / name)
        for name in ("memory", "drivers", "table", "device", "web", "analysis", "hub")
    ),
]

from board_names import use_board_names

use_board_names()  # modules of the tests use the board's module names

import archive
import bar
import club
import deals
import display
import hosting
import match
import page
import peers
import play_on_board
import readers
import reporting
import simulator
import solving
import start_on_board
from calibration import calibrated, slowness
from duel import Duel, Result, run
from figures import Table
from hosting import times_of_nothing
from marcoria.firmware.codes.display import Refreshes

SECONDS = 3.0
SEED = 1
WALL_DEALS = 3
REBUILT_DEALS, REBUILT_TABLES = 20, 200
# Each table sends a frame every CLUB_EVERY_S, because a trick takes about that long.
CLUB_TABLES, CLUB_S, CLUB_EVERY_S = 10_000, 60.0, 22.5
PLACEMENTS = 1000
HOUSE = "piedicavallo"
# SALOTTO is the house for the page's response times, FARTHEST the house for the page's memory. The
# scores of FARTHEST are so low that no match reaches its target during the measurement.
SALOTTO, FARTHEST = "salotto", "bulgarian"
LARGEST = ("espanola-2", HOUSE, "bulgarian")
HIGHEST = 384 * 1024  # maximum number of bytes of heap in use, of the VM's 512 KiB
JUDGED = 8 * 1024  # maximum number of bytes that a step which handles a card or a key may allocate
DRAWN = 1024  # maximum number of bytes that a step which draws a line of a page may allocate
DEALS = 100  # deals for which the growth of memory is measured
CARDS = 600  # cards laid while the display is refreshed
VISITS = 3  # visits of the page, to measure its start
DROPPED = 64  # cards dropped on the page with the mouse
SOLVED = 200  # deals that each solver solves
# Rules for duels without bidding and announcements: no contract can fail, and a capot brings
# nothing. colver too plays by `under: free`.
CARDS_ONLY = (
    "under: free",
    "success: none",
    "fail: 0",
    "capot_as: bonus",
    "capot: 0",
    "reverse: 0",
)
# Duels with other programs: both strategies, the rules, how many deals, and the goal: the lowest
# mean difference that is good enough.
DUELS = (
    ("player", "colver", peers.RULES, 1000, -2.0),
    ("expert", "colver-isdd:20", CARDS_ONLY, 400, 5.0),
)
DUELLED = 400  # deals of each duel between players of this project
DOUBTED = 100  # deals in which colver is asked twice before each card
FEW = 20  # cards laid during refreshes at a table without the page, to compare response times
WATCHED_S = 20.0  # time for which the bots of the page are measured
GROWN = 128  # maximum bytes by which the heap may grow; see tests/sim/test_match_takes.py
FIRST = 20  # deals after which the lists of the page are full and its code is compiled
LIGHT = 1_200_000  # maximum number of compressed bytes that a visitor loads before the first deal
CACHED = 2_500_000  # maximum number of bytes that are cached for offline use
# Work that takes 1 ms in the VM takes about this many ms on an ESP32 at 240 MHz. For MicroPython's
# published VM the number is 28, the geometric mean of 11 programs. The VM used here keeps try
# blocks in WebAssembly, so it is 2.7 times as fast.
BOARD = 76


def on_cpython(table: Table) -> None:
    """Measure the speed of the rules on CPython."""
    rate = calibrated(lambda: deals.legal_sets(SECONDS, SEED))
    table.at_least("legal sets", rate, "per s", 1_500_000)
    for name in ("piedicavallo", "french"):
        loads = deals.Deals(name, SEED), deals.MatchDeals(name, SEED)
        rate, audited = (calibrated(partial(deals.per_second, load, SECONDS)) for load in loads)
        table.at_least(f"full deals, {name}", rate, "per s", 8_000)
        table.show("  through a match with audit (aim 0.4)", audited / rate, "x")


def in_the_vm(table: Table) -> None:
    """Measure time and heap of the engine in the VM, and the sizes of files."""
    with engine_on_board.load() as load:
        times = {
            "one legal set": load.microseconds("walk({}, 1, 1)", "walk({}, 0, 1)", 32),
            "one apply, a card blind": load.microseconds("applied({}, 1)", "applied({}, 0)", 32),
            "one audit step": load.microseconds("audited({}, 1)", "audited({}, 0)", 32),
        }
        for name, value in times.items():
            table.show(f"VM: {name}", value, "us")
            table.show(f"  on a board at 240 MHz, about (x{BOARD})", value * BOARD / 1000, "ms")
        heap = {
            "legal sets of a deal": ("walk(1, 1, 1)", 0),
            # The limit allows an object for each card, and the growth of the list of events.
            "applies of a deal": ("applied(1, 1)", 32 * 96),
            "audit steps of a deal": ("audited(1, 1)", 0),
        }
        for name, (call, most) in heap.items():
            table.at_most(f"heap allocated: {name}", load.heap(call), "bytes", most)
    table.at_most(
        "live heap, match under way",
        engine_on_board.live_heap(),
        "bytes",
        64 * engine_on_board.KIB,
    )
    table.at_most("engine .mpy", engine_on_board.engine_bytes(), "bytes", 48 * engine_on_board.KIB)
    table.at_most(
        "files on the flash", engine_on_board.flash_bytes(), "bytes", 640 * engine_on_board.KIB
    )
    table.at_most(
        "largest house file", engine_on_board.largest_house(), "bytes", engine_on_board.KIB
    )


def on_the_pads(table: Table) -> None:
    """Measure how fast cards are read, in register accesses and in virtual time."""
    budgets = {"empty pad": 9, "7-byte UID": 42, "two cards": 50}
    for what, count in readers.accesses().items():
        if what in budgets:
            table.at_most(f"register accesses, {what}", count, "", budgets[what])
        else:
            table.show(f"register accesses, {what}", count, "")
    for cards in (0, 4):
        table.show(f"four pads in turn, {cards} cards", readers.cycle_ms(cards), "ms")
    table.at_most(
        "longest slice of the readers, faults included", readers.longest_slice_ms(), "ms", 10
    )
    times, longest_ms = simulator.placements(PLACEMENTS)
    table.at_most("longest slice of the readers, bytecode priced", longest_ms, "ms", 10)
    for name, place in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
        value = times[round((len(times) - 1) * place)]
        table.show(f"card down to confirmed UID, {name}, bytecode priced", value, "ms")


def on_the_display(table: Table) -> None:
    """Measure refreshes of the display."""
    for name, how in (("full", Refreshes.FULL), ("partial", Refreshes.PARTIAL)):
        cost = display.refresh(how)
        table.show(f"display, {name}: bytes", cost["bytes"], "bytes")
        table.show(f"display, {name}: SPI calls", cost["calls"], "")
        table.at_most(f"display, {name}: longest slice", cost["slice_us"] / 1000, "ms", 10)


def of_the_start(table: Table) -> None:
    """Measure the start in the middle of a deal; bytecode and files cost virtual time."""
    for name, end in (("in the last block", 250), ("across two blocks", 20)):
        found = start_on_board.start(HOUSE, end)
        table.show(f"a deal {name} of a full journal: reads for files", found.reads, "")
        table.at_most("  first light", found.light, "ms", 500)
        table.at_most("  light of the seat whose turn it is", found.turn, "ms", 2_500)
        table.at_most("  first command to the display", found.display, "ms", 3_000)
        table.at_most("  highest live heap", found.highest, "bytes", HIGHEST)


def of_a_match(table: Table) -> None:
    """Measure the heap use of a match in the VM."""
    for house in LARGEST:
        highest = play_on_board.highest_heap(house, 3)
        table.show(f"highest live heap until a match begins, {house}", highest["before"], "bytes")
        table.at_most(f"highest live heap of a match, {house}", highest["match"], "bytes", HIGHEST)
        table.at_most(
            "  longest collection between tricks", highest["collection"] / 1000, "ms", 45
        )
        menus = play_on_board.heap_of_menus(house)
        table.at_most(f"  with a menu open in a trick, {house}", menus, "bytes", HIGHEST)
    used = play_on_board.heap_of_deals(HOUSE, DEALS)
    table.at_most(f"live heap grown in {DEALS} deals", play_on_board.growth(used), "bytes", GROWN)
    for name, steps in play_on_board.allocations(HOUSE, 3).items():
        drawn = DRAWN if name == play_on_board.DRAWING else 0
        most = JUDGED if name in play_on_board.JUDGING else drawn
        table.at_most(f"heap allocated in a step: {name}", steps.most, "bytes", most)


def of_the_answers(table: Table) -> None:
    """Measure the table's response times in virtual time, and the speed of bots in real time."""
    for name, steps in play_on_board.slices(HOUSE, 3).items():
        table.at_most(f"longest step in play: {name}", steps.most / 1000, "ms", 10)
    found = match.answers(HOUSE, CARDS)
    times = found.refreshing
    table.show("cards laid while refreshing", len(times), "")
    table.show("  card down to light, p50", times[len(times) // 2], "ms")
    table.at_most("  p99", _p99(times), "ms", 120)
    table.show("  max", times[-1], "ms")
    table.at_most("  longest gap of the readers in play", found.gap, "ms", 30)
    with tempfile.TemporaryDirectory() as folder:
        wired = match.answers(HOUSE, CARDS, before=reporting.over_wifi(folder))
    slower = _p99(wired.times) - _p99(found.times)
    table.at_most("  p99 of all cards, time added by reports over WiFi", slower, "ms", 1)
    table.show("  longest gap of the readers while it reports", wired.gap, "ms")
    for backend in ("cpython", "vm"):
        speed = calibrated(partial(match.times_real_time, HOUSE, backend))
        table.show(f"a whole match of bots, {backend}", speed, "x real")


def _p99(times: list[float]) -> float:
    """Return the time that one of a hundred exceeds; `times` is sorted."""
    return times[round((len(times) - 1) * 0.99)]


def of_the_simulator(table: Table) -> None:
    """Measure how many times faster than a real table the simulator runs."""
    for backend, empty, full, virtual_s in (("cpython", 100, 25, 60), ("vm", 10, 4, 20)):
        for cards, budget in ((False, empty), (True, full)):
            speed = calibrated(partial(simulator.times_real_time, backend, cards, virtual_s))
            pads = "four cards" if cards else "empty pads"
            table.at_least(f"simulator, {backend}, {pads}", speed, "x real", budget)


def on_paper(table: Table) -> None:
    """Measure the processor time and memory for archives of deals."""
    few, many, most = archive.SIZES
    with tempfile.TemporaryDirectory() as folder:
        for what, costs in (
            ("replayed", archive.replays(HOUSE, Path(folder))),
            ("exported", archive.exports(HOUSE, Path(folder))),
        ):
            rate = many / costs[many].seconds * slowness(process_time)
            if what == "replayed":
                table.at_least(f"deals on paper {what}, of {many:,}", rate, "per s", 1_000)
            else:
                table.show(f"deals of journals {what}, of {many:,}", rate, "per s")
            early = (costs[many].seconds - costs[few].seconds) / (many - few)
            late = (costs[most].seconds - costs[many].seconds) / (most - many)
            table.at_most(f"  time per deal, {most:,} to {many:,}", late / early, "x", 1.3)
            grown = costs[most].memory - costs[few].memory
            table.at_most(f"  memory grown from {few:,} to {most:,}", grown, "MiB", 8)


def of_the_bar(table: Table) -> None:
    """Measure a bar's hub, and how soon it shows a trick of a table that reports over WiFi."""
    cost = bar.cost()
    table.at_most("hub of a bar: start", cost.start_s, "s", 3)
    table.at_most("  memory", cost.bytes, "bytes", 120 * 1024 * 1024)
    table.at_most("  idle", cost.idle * 100, "% of a core", 1)
    times = bar.delays(HOUSE, WALL_DEALS, SEED)
    table.show("last card of a trick to the wall, p50", median(times), "ms")
    table.at_most("  p99", _p99(times), "ms", 500)


def of_the_club(table: Table) -> None:
    """Measure a club's hub with many tables, in real time and at the present load."""
    again = club.rebuild(club.played(HOUSE, REBUILT_DEALS), REBUILT_TABLES)
    table.at_least("results derived again", again.deals / again.seconds, "deals/s", 2000)
    table.at_most("  rows that differ", int(not again.is_same), "", 0)
    if not club.is_possible():
        print("the hub of a club: not measured; `make servers` installs what it needs")
        return
    found = club.load(club.played(HOUSE, 4), CLUB_TABLES, CLUB_S, CLUB_EVERY_S, SEED)
    table.show(f"frames of {CLUB_TABLES} tables", found.sent / CLUB_S, "per s")
    table.at_most("  not acknowledged", found.sent - found.acknowledged, "", 0)
    table.show("  frame to acknowledgement, p50", median(found.times), "ms")
    table.at_most("  p99", _p99(found.times), "ms", 250)
    for part, cores in found.cores.items():
        table.show(f"  cores for the {part}", cores, "")
    table.at_most("  all of them", sum(found.cores.values()), "cores", 1)
    records = club.played(HOUSE, 4)
    times = bar.delays_among(records, CLUB_TABLES, CLUB_EVERY_S, HOUSE, WALL_DEALS, SEED)
    table.show(f"last card of a trick to the wall among {CLUB_TABLES}, p50", median(times), "ms")
    table.at_most("  p99", _p99(times), "ms", 1000)


def of_the_host(table: Table) -> None:
    """Measure the link, and commands that should answer at once."""
    table.show("records over the link", hosting.records_a_second(HOUSE), "per s")
    table.at_most("longest step of the link", hosting.longest_step_us(HOUSE) / 1000, "ms", 5)
    most, _ = play_on_board.garbage_of_a_host(HOUSE)
    table.at_most("  garbage from requests between two collections", most, "bytes", 128 * 1024)
    nothing = "x python -c pass"
    table.at_most("marcoria --help, processor time", times_of_nothing("--help"), nothing, 4)
    table.at_most("marcoria flash --help", times_of_nothing("flash", "--help"), nothing, 7)
    table.at_most("marcoria deploy, up to date", hosting.times_of_a_deploy(), nothing, 6)
    table.at_most("marcoria sim, a short scenario", hosting.times_of_a_scenario(), nothing, 35)


def of_the_page(table: Table) -> None:
    """Measure the virtual table in Chromium, in real time and at the present load."""
    with page.guests() as guests:
        _of_its_start(table, guests)
        times, task = guests.answers(SALOTTO, DROPPED)
        own = median(match.answers(SALOTTO, FEW, priced=False).times)
        table.show("card dropped to light on the page, p50", median(times), "ms")
        table.show("  the table's own share, in virtual time", own, "ms")
        table.at_most("  time that the page adds, p50", median(times) - own, "ms", 150)
        p99 = _p99(times)
        table.at_most("  p99", p99 - own, "ms", 150)
        real, fast = guests.bots(WATCHED_S, "1"), guests.bots(WATCHED_S, "fast")
        table.at_most("share of a core for the worker in real time", real.share * 100, "%", 25)
        table.at_least("the page at full speed, four bots", fast.speed, "x real", 4)
        # Chromium reports no task below 50 ms.
        table.at_most("longest task of the page's thread", max(task, real.task), "ms", 50)
        _of_its_memory(table, *guests.memory(FARTHEST, FIRST, DEALS))


def _of_its_start(table: Table, guests: page.Guests) -> None:
    first, second = zip(*(guests.starts() for _ in range(VISITS)), strict=True)
    table.at_most("page to playable, first visit", median(first), "ms", 2_000)
    table.show("  second visit, offline", median(second), "ms")
    loaded, kept = guests.loaded()
    table.at_most("compressed bytes loaded until then", loaded, "bytes", LIGHT)
    table.at_most("  cached for offline use", kept, "bytes", CACHED)


def _of_its_memory(table: Table, early: page.Memory, late: page.Memory) -> None:
    """Add the memory of the page to the table: `early` after FIRST deals, `late` after DEALS more.

    Garbage was collected before each measurement.
    """
    table.show("heap of the page", early.page, "bytes")
    table.show(f"  grown in {DEALS} deals, with compiled code", late.page - early.page, "bytes")
    table.at_most("  grown by the page's own objects", late.own - early.own, "bytes", 100_000)
    table.at_most("  grown by DOM nodes", late.nodes - early.nodes, "nodes", 250)
    table.show("heap of its worker", early.worker, "bytes")
    table.at_most(f"  grown in {DEALS} deals", late.worker - early.worker, "bytes", 100_000)
    machines = sum(early.machines)
    table.show("memories of its VMs", machines, "bytes")
    table.at_most(f"  grown in {DEALS} deals", sum(late.machines) - machines, "bytes", 0)


def of_the_solvers(table: Table) -> None:
    """Measure the solvers of deals with open cards, scaled to the reference machine."""
    slower = slowness()
    for name, times, median_ms, p95_ms in (
        ("solver, a whole deal", solving.whole_deals(SOLVED, SEED), 30, 120),
        ("solver, costs of a played deal", solving.played_deals(SOLVED, SEED), 50, 220),
        ("solver in Python, five tricks", solving.endings_in_python(SOLVED, SEED), 15, None),
    ):
        table.at_most(name, median(times) / slower, "ms", median_ms)
        late = times[len(times) * 95 // 100] / slower
        if p95_ms:
            table.at_most("  95 of 100", late, "ms", p95_ms)
        else:
            table.show("  95 of 100", late, "ms")


def of_the_players(table: Table) -> None:
    """Let players of different levels play the same deals with swapped sides."""
    duel = Duel("expert", "baseline", "french", rules=CARDS_ONLY, seed=SEED)
    result = _duel(table, duel, DUELLED, 24)
    table.at_least("  lower end of the interval", result.mean - result.interval, "points", 20)
    for house in names():
        duel = Duel("expert", "player", house, "whole", seed=SEED)
        result = _duel(table, duel, DUELLED, None)
        table.at_least("  lower end of the interval", result.mean - result.interval, "points", 0)


def _duel(table: Table, duel: Duel, deals: int, goal: float | None) -> Result:
    """Play a duel, add its result to the table and return it.

    The mean difference must reach the goal; None means no goal.
    """
    result = run(duel, range(deals), processes=2)
    what = f"{duel.first} against {duel.second}, {duel.kind}, {duel.house}, {deals} deals"
    if goal is None:
        table.show(what, result.mean, "points")
    else:
        table.at_least(what, result.mean, "points", goal)
    table.show("  95 % interval, plus or minus", result.interval, "points")
    for who, name in enumerate((duel.first, duel.second)):
        table.show(f"  time a card, {name}", mean(result.times[who]), "ms")
    return result


def of_the_peers(table: Table) -> None:
    """Compare with other programs, if they are installed.

    Nothing is scaled, because both programs run on the same machine under the same load.
    """
    if not peers.is_installed():
        print("other programs: not compared; `make peers` installs them")
        return
    race = peers.SolverRace(SOLVED, SEED)
    table.at_most("deals with other values than colver's", len(race.differing), "", 0)
    table.at_most("  time of Marcoria / time of colver", sum(race.ours) / sum(race.theirs), "x", 1)
    for name, times in (("", race.ours), (", colver", race.theirs)):
        table.show(f"solver, all cards of a deal{name}", median(times), "ms")
        table.show("  95 of 100", sorted(times)[len(times) * 95 // 100], "ms")
    for first, second, rules, count, goal in DUELS:
        _duel(table, Duel(first, second, peers.HOUSE, rules=rules, seed=SEED), count, goal)
    influence = peers.unseen_influence(DOUBTED, SEED) * 100
    table.show("cards of colver that depend on unseen cards", influence, "%")


def main() -> int:
    table = Table()
    table.show("time of this machine / time of the reference", slowness(), "x")
    on_cpython(table)
    on_paper(table)
    in_the_vm(table)
    on_the_pads(table)
    on_the_display(table)
    of_the_start(table)
    of_a_match(table)
    of_the_answers(table)
    of_the_solvers(table)
    of_the_players(table)
    of_the_peers(table)
    of_the_bar(table)
    of_the_club(table)
    of_the_host(table)
    of_the_simulator(table)
    of_the_page(table)
    return 0 if table.keep(BUILD / "bench.json") else 1


if __name__ == "__main__":
    sys.exit(guarded(lambda: sys.exit(main())))
