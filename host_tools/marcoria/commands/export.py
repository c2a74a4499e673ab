"""`marcoria export`: deals as BDN, its JSON twin, or a sheet."""

import sys
from contextlib import nullcontext
from typing import Annotated

from marcoria.commands.options import Argument, CommandOptions, Commands, Option, answer, command
from marcoria.commands.replay import Houses
from marcoria.context import asked
from marcoria.named_files import at_once, check_writable, replacing

_PANEL = "What the deals say of themselves"
_PRINTED = "Printed"
_FORMS = ("csv", "json", "svg", "png", "pdf", "text")


def _told(says: str) -> Option:
    return Option(help=says, panel=_PANEL, show_default=False)


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "export", export, "dry_run", "lang")


def _form(says: str) -> Option:
    return Option(help=says, panel=_PRINTED)


class ExportOptions(CommandOptions):
    """What is exported, in which form, and what it says of itself."""

    files: Annotated[
        list[str],
        Argument(metavar="FILE...", help="Images of journals; BDN, or its JSON twin."),
    ]
    csv: Annotated[bool, Option("--csv", help="Results for a spreadsheet.")] = False
    svg: Annotated[bool, _form("A picture of one deal, A5.")] = False
    png: Annotated[bool, _form("The same in dots, 300 an inch.")] = False
    pdf: Annotated[bool, _form("A page a deal.")] = False
    text: Annotated[bool, _form("Plain text, a hand as people sit.")] = False
    deal: Annotated[
        str, Option(metavar="N", help="Only the deal of this number.", show_default=False)
    ] = ""
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Where to; .svg, .png, .pdf and .txt are printed.",
            show_default=False,
        ),
    ] = ""
    house: Houses = None
    event: Annotated[str, _told("What is played, like 'Winter cup'.")] = ""
    site: Annotated[str, _told("Where.")] = ""
    date: Annotated[str, _told("When, like 2026-11-23.")] = ""
    table: Annotated[str, _told("What the table is called.")] = ""
    names: Annotated[str, _told("'Ada, Bo, Cy, Di': North, East, South, West.")] = ""


def export(options: ExportOptions) -> None:
    """Write deals as text that people read (BDN, docs/bdn.md), or with --json as its twin."""
    from marcoria.bdn import export as exporting
    from marcoria.bdn.rulebooks import Rulebooks

    wanted = vars(options) | {"json": asked().json}
    output = options.output
    form = exporting.form_of(output, {name: wanted[name] for name in _FORMS})
    told = {name: wanted[name] for name in ("names", "event", "site", "date", "table")}
    export = exporting.Export(
        options.files,
        Rulebooks(options.house or ()),
        exporting.about(**told),
        options.deal,
        asked().lang or "en",
    )
    if not output:
        # Half a document with an error behind it would be no JSON, and a head alone no sheet.
        whole = form in ("json", "csv")
        with at_once(sys.stdout) if whole else nullcontext(sys.stdout) as sink:
            export.write(form, sink)
        return
    check_writable(output)
    if asked().dry_run:
        answer(f"{output} would be written as {form}", output=output, form=form)
        return
    with replacing(output) as part, part.open("w", encoding="utf-8", newline="") as file:
        export.write(form, file)
