"""`marcoria standings`: rank pairs and players over many deals."""

import csv
import json
import sys
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.options import Argument, Commands, Option, command, number_of
from marcoria.commands.replay import Houses
from marcoria.context import asked

if TYPE_CHECKING:
    from marcoria.bdn.standings import StandingRow, Standings

_HEADS = ("rank", "names", "deals", "matches", "won", "points", "against", "difference")
_MORE = ("made", "failed", "capots", "decided_by")
_TEXTS = ("names", "decided_by")
# Shorter headings for the columns of _HEADS and _MORE; `_table` prints these headings.
_SHORT = (
    "#",
    "",
    "deals",
    "matches",
    "won",
    "for",
    "against",
    "diff",
    "made",
    "failed",
    "capots",
    "by",
)


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "standings", _standings)


def _standings(
    files: Annotated[list[str], Argument(metavar="FILE.bdn...", help="The deals (docs/bdn.md).")],
    as_csv: Annotated[bool, Option("--csv", help="Print CSV for a spreadsheet.")] = False,
    house: Houses = None,
) -> None:
    """Rank pairs and players: matches, points, contracts, tie-breaks.

    Rank them by matches won, then difference of points, then points. If all three are equal, the
    deals against each other decide.
    """
    from marcoria.bdn.rulebooks import Rulebooks
    from marcoria.bdn.standings import from_files

    found = from_files(files, Rulebooks(house or ()))
    tables = (("pairs", found.pairs), ("players", found.players))
    if asked().json:
        for of, rows in tables:
            for row in rows:
                print(json.dumps({"ok": True, "of": of, **row.facts()}, ensure_ascii=False))
        counts = {"deals": found.deals, "twice": found.twice}
        counts |= {"unfinished": found.unfinished, "unnamed": found.unnamed}
        print(json.dumps({"ok": True, "of": "all", **counts}))
    elif as_csv:
        _sheet(tables)
    else:
        for of, rows in tables:
            _table(of, rows)
        print(_told(found))


def _sheet(tables: tuple[tuple[str, "list[StandingRow]"], ...]) -> None:
    from marcoria.bdn.export import cell

    sheet = csv.writer(sys.stdout, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    sheet.writerow(("of", *_HEADS, *_MORE))
    for of, rows in tables:
        for row in rows:
            facts = {**row.facts(), "names": row.called}
            sheet.writerow([of, *(cell(f"{facts[head]}") for head in (*_HEADS, *_MORE))])


def _table(of: str, rows: "list[StandingRow]") -> None:
    """Print rows in columns, each as wide as its widest cell."""
    if not rows:
        return
    facts = [{**row.facts(), "names": row.called} for row in rows]
    heads = (*_HEADS, *_MORE)
    lines = [list(_SHORT), *([f"{one[head]}" for head in heads] for one in facts)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print(of)
    for line in lines:
        cells = zip(line, widths, heads, strict=True)
        told = (f"{cell:{'<' if head in _TEXTS else '>'}{width}}" for cell, width, head in cells)
        print("  ".join(told).rstrip())
    print()


def _told(found: "Standings") -> str:
    """Return in words how many deals were counted, and which were not."""
    words = [number_of(found.deals, "deal")]
    if found.twice:
        words.append(f"{number_of(found.twice, 'duplicate')} ignored")
    if found.unfinished:
        words.append(f"{found.unfinished} unfinished or without a result, not counted")
    if found.unnamed:
        words.append(f"{number_of(found.unnamed, 'side')} without names, not ranked")
    return "; ".join(words)
