"""`make bench`: what the engine costs, as a table and in build/bench.json.

Times are of this machine at this moment; counts (bytes) are the same everywhere.
"""

import json
import sys

from marcoria import measure
from marcoria.paths import BUILD, TESTS, use_firmware

use_firmware()
sys.path.append(str(TESTS / "memory"))

import deals  # noqa: E402  (importable only after the lines above)

SECONDS = 3.0
SEED = 1
# A VM's millisecond is about this many on an ESP32 at 240 MHz (geometric mean of 11 programs).
BOARD = 28


class Table:
    """The figures, each with its budget if it has one."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []

    def at_least(self, name: str, value: float, unit: str, budget: float) -> None:
        self._add(name, value, unit, budget, value >= budget, ">=")

    def at_most(self, name: str, value: float, unit: str, budget: float) -> None:
        self._add(name, value, unit, budget, value <= budget, "<=")

    def show(self, name: str, value: float, unit: str) -> None:
        self._add(name, value, unit, None, True, "")

    def _add(
        self, name: str, value: float, unit: str, budget: float | None, ok: bool, sign: str
    ) -> None:
        value = round(value) if abs(value) >= 100 else round(value, 2)
        row = {"name": name, "value": value, "unit": unit, "budget": budget, "ok": ok}
        self.rows.append(row)
        wanted = "" if budget is None else f"{sign} {budget:,}"
        print(f"{name:<52} {value:>12,} {unit:<10} {wanted:>14} {'' if ok else 'MISSED'}")


def on_cpython(table: Table) -> None:
    """How fast the rules are where tools and tests run."""
    table.at_least("legal sets", deals.legal_sets(SECONDS, SEED), "per s", 1_500_000)
    for name in ("piedicavallo", "french"):
        rate = deals.per_second(deals.Deals(name, SEED), SECONDS)
        table.at_least(f"full deals, {name}", rate, "per s", 8_000)
        rate = deals.per_second(deals.MatchDeals(name, SEED), SECONDS)
        table.at_least(f"full deals through the match, audited, {name}", rate, "per s", 4_000)


def in_the_vm(table: Table) -> None:
    """What the board will feel."""
    with measure.load() as load:
        times = {
            "one legal set": load.microseconds("walk({}, 1, 1)", "walk({}, 0, 1)", 32),
            "one apply, a card blind": load.microseconds("applied({}, 1)", "applied({}, 0)", 32),
            "one audit step": load.microseconds("audited({}, 1)", "audited({}, 0)", 32),
        }
        for name, value in times.items():
            table.show(f"VM: {name}", value, "us")
            table.show(f"  on a board at 240 MHz, about (x{BOARD})", value * BOARD / 1000, "ms")
        heap = {
            "legal sets of a deal": "walk(1, 1, 1)",
            "applies of a deal": "applied(1, 1)",
            "audit steps of a deal": "audited(1, 1)",
        }
        for name, call in heap.items():
            table.at_most(f"heap allocated: {name}", load.heap(call), "bytes", 0)
    table.at_most("live heap, match under way", measure.live_heap(), "bytes", 32 * measure.KIB)
    table.at_most("engine .mpy resident", measure.resident_bytes(), "bytes", 18 * measure.KIB)
    table.at_most("largest house file", measure.largest_house(), "bytes", measure.KIB)


def main() -> int:
    table = Table()
    on_cpython(table)
    in_the_vm(table)
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench.json").write_text(json.dumps(table.rows, indent=1) + "\n")
    return 0 if all(row["ok"] for row in table.rows) else 1


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    sys.exit(status)
