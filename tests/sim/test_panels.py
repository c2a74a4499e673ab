"""The whole table on panels whose RAMs change places after a partial refresh, and on others."""

from marcoria.sim.simtable import open_bar

KEYS = [("MENU", None), ("C", "S"), ("MENU", None), ("CALL", "S"), ("OK", None), ("MENU", None)]


def screens(ping_pong):
    """What is seen after each of some keys, and how many partial refreshes it took."""
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


def test_the_table_looks_the_same_on_both():
    seen, partial = screens(True)
    assert (seen, partial) == screens(False)
    assert partial == len(KEYS) and len(set(seen)) == len(KEYS) + 1
