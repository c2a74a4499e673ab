"""`marcoria export`: deals as BDN, its JSON twin, or a sheet."""

import sys
from typing import Annotated, Any

import typer

from marcoria.asked import asked
from marcoria.commands.options import command
from marcoria.commands.replay import Houses
from marcoria.errors import Exit, TableError, check_writable, replacing

_PANEL = "What the deals say of themselves"


def _told(says: str) -> Any:
    return typer.Option(help=says, rich_help_panel=_PANEL, show_default=False)


def add(app: typer.Typer) -> None:
    """What it is asked."""
    command(app, "export", _export)


def _export(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Images of journals; BDN, or its JSON twin."),
    ],
    csv: Annotated[bool, typer.Option("--csv", help="Results for a spreadsheet.")] = False,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Instead of standard output.",
            show_default=False,
        ),
    ] = "",
    house: Houses = None,
    event: Annotated[str, _told("What is played, like 'Winter cup'.")] = "",
    site: Annotated[str, _told("Where.")] = "",
    date: Annotated[str, _told("When, like 2026-11-23.")] = "",
    names: Annotated[str, _told("'Ada, Bo, Cy, Di': North, East, South, West.")] = "",
) -> None:
    """Deals as text that people read (BDN, docs/bdn.md), or with --json as its twin."""
    from marcoria.paper import exporting
    from marcoria.paper.rulebooks import Rulebooks

    if csv and asked().json:
        raise TableError("usage", "--csv and --json are two forms: leave one away", Exit.USAGE)
    form = "csv" if csv else "json" if asked().json else "bdn"
    books = Rulebooks(house or ())
    about = exporting.about(names, event, site, date, asked().table)
    if not output:
        exporting.export(files, form, books, about, sys.stdout)
        return
    check_writable(output)
    with replacing(output) as part, part.open("w", encoding="utf-8", newline="") as file:
        exporting.export(files, form, books, about, file)
