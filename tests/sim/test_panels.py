"""The whole table on panels with and without RAM ping-pong after a partial refresh."""

from marcoria.sim.simtable import open_bar

KEYS = [("MENU", None), ("C", "S"), ("MENU", None), ("CALL", "S"), ("OK", None), ("MENU", None)]


def screens(ping_pong):
    """Return the screens after each of some keys, and the number of partial refreshes."""
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
