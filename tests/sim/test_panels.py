"""Whole tables with display panels that swap their two RAMs after a partial refresh or do not."""

from marcoria.sim.simtable import open_bar

KEYS = [("MENU", None), ("C", "S"), ("MENU", None), ("CALL", "S"), ("OK", None), ("MENU", None)]


def screens(ping_pong):
    """Press some keys; return the screen after each key, and the number of partial refreshes."""
    with open_bar(seed=3, program="") as table:
        table.set("display.ping_pong", ping_pong)
        table.boot("main")
        table.until(9_000)
        seen = [bytes(table.screen())]
        for key, seat in KEYS:
            table.press(key, seat)
            table.until(3_000)
            seen.append(bytes(table.screen()))
        return seen, table.get("display.strokes.counters")["partial"]


def test_the_table_looks_the_same_with_and_without_ping_pong():
    seen, partial = screens(True)
    assert (seen, partial) == screens(False)
    assert partial == len(KEYS) and len(set(seen)) == len(KEYS) + 1
