"""Speed of the simulator when it runs the readers' driver, and virtual times of this driver."""

import random
from time import perf_counter

from marcoria.sim.simtable import SimTable
from readers_program import OPEN_READERS

_POLL = """
async def poll():
    while True:
        await asyncio.sleep_ms(readers.step(time.ticks_ms()))

asyncio.run(poll())
"""
_TIMED_POLL = """
from codes.table import PadStates
async def poll():
    longest = 0
    pads = readers.pads
    while True:
        began = time.ticks_us()
        wait = readers.step(time.ticks_ms())
        took = time.ticks_diff(time.ticks_us(), began)
        if took > longest:
            longest = took
            print("slice", longest)
        if pads.changed:
            pads.changed = 0
            print("laid", [int(state == PadStates.PRESENT) for state in pads.state])
        await asyncio.sleep_ms(wait)

asyncio.run(poll())
"""
_WARM_UP_MS = 2_000
_CLEARED_MS = 250  # ms within which the driver reports that a card was lifted


def times_real_time(backend: str, cards: bool, virtual_s: float) -> float:
    """Return how many virtual seconds are simulated in a real second.

    `cards` puts a card on each pad.
    """
    with SimTable(backend=backend, seed=1, program=OPEN_READERS + _POLL) as table:
        if cards:
            for seat, card in zip("NESW", ("7H", "8S", "KD", "AC"), strict=True):
                table.put(card, seat=seat)
        table.until(_WARM_UP_MS)
        began = perf_counter()
        table.until(virtual_s * 1000)
        return virtual_s / (perf_counter() - began)


def placements(count: int, seed: int = 1) -> tuple[list[float], float]:
    """Return the sorted ms from laying a card to its confirmed UID, and the longest step in ms.

    Cards are laid at random times on random pads, with up to three cards on the others. The
    program runs in the VM, where bytecode costs virtual time as on an ESP32.
    """
    rng = random.Random(seed)
    times = []
    with SimTable(
        backend="vm", seed=seed, program=OPEN_READERS + _TIMED_POLL, priced=True
    ) as table:
        table.until(_WARM_UP_MS)
        for _ in range(count):
            seats = rng.sample("NESW", 1 + rng.randrange(4))
            for seat, card in zip(seats[1:], ("8S", "KD", "AC"), strict=False):
                table.put(card, seat=seat)
            table.until(150 + rng.randrange(150))
            times.append(_placement(table, seats[0]))
            for seat in seats:
                table.lift(seat)
            table.until(_CLEARED_MS)
        slices = [line for line in table.printed.split("\n") if line.startswith("slice")]
    return sorted(times), int(slices[-1].split()[1]) / 1000


def _placement(table: SimTable, seat: str) -> float:
    began, printed = table.backend.now, len(table.printed)
    table.put("7H", seat=seat)
    place = len("laid [") + 3 * "NESW".index(seat)

    def laid() -> bool:
        told = [line for line in table.printed[printed:].split("\n") if line[:4] == "laid"]
        return bool(told) and told[-1][place : place + 1] == "1"

    table.until(laid)
    return float(table.backend.now - began) / 1000
