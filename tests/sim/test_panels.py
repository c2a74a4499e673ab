"""Tables with both kinds of display: after a partial refresh only one kind swaps its memories."""

from marcoria.sim.simtable import open_bar

KEYS = [("MENU", None), ("C", "S"), ("MENU", None), ("CALL", "S"), ("OK", None), ("MENU", None)]


def screens(ping_pong):
    """Press KEYS at a new table; return its screens and the number of partial refreshes.

    The screens are those before the first key and after each key. `ping_pong` says whether the
    display swaps its two memories after a partial refresh.
    """
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
