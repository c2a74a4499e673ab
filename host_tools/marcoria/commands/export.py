"""`marcoria export`: convert deals to BDN, JSON, CSV or a printable form."""

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.options import Argument, CommandOptions, Commands, Option, answer, command
from marcoria.commands.replay import Houses
from marcoria.commands.solver import start_weighing
from marcoria.context import asked
from marcoria.errors import Exit, TableError
from marcoria.named_files import at_once, check_writable, replacing

if TYPE_CHECKING:
    from marcoria.bdn.export import Export

_PANEL = "Tags to set in the deals"
_PRINTED = "Printable forms"
_FORMS = ("csv", "json", "svg", "png", "pdf", "text")


def _told(says: str) -> Option:
    return Option(help=says, panel=_PANEL, show_default=False)


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "export", export, "dry_run", "lang")


def _form(says: str) -> Option:
    return Option(help=says, panel=_PRINTED)


class ExportOptions(CommandOptions):
    """Options of `marcoria export`."""

    files: Annotated[
        list[str],
        Argument(metavar="FILE...", help="Journal images, BDN files or JSON files made from BDN."),
    ]
    csv: Annotated[bool, Option("--csv", help="Results as CSV for a spreadsheet.")] = False
    svg: Annotated[bool, _form("One deal as an SVG picture, A5.")] = False
    png: Annotated[bool, _form("One deal as a PNG picture, A5, 300 dpi.")] = False
    pdf: Annotated[bool, _form("A PDF document, one page a deal.")] = False
    text: Annotated[bool, _form("Plain text, hands placed as the players sit.")] = False
    costs: Annotated[bool, _form("Show par and the cost of each card (docs/analysis.md).")] = False
    deal: Annotated[
        str, Option(metavar="N", help="Export only the deal with this number.", show_default=False)
    ] = ""
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Output file; .json, .csv, .svg, .png, .pdf or .txt chooses the form.",
            show_default=False,
        ),
    ] = ""
    house: Houses = None
    event: Annotated[str, _told("Name of the event, such as 'Winter cup'.")] = ""
    site: Annotated[str, _told("Place of the event.")] = ""
    date: Annotated[str, _told("Date, such as 2026-11-23.")] = ""
    table: Annotated[str, _told("Name of the table.")] = ""
    names: Annotated[str, _told("Players North, East, South, West: 'Ada, Bo, Cy, Di'.")] = ""


def export(options: ExportOptions) -> None:
    """Convert deals to BDN text (docs/bdn.md), JSON, CSV, SVG, PNG, PDF or plain text."""
    from marcoria.bdn import export as exporting
    from marcoria.bdn.rulebooks import Rulebooks

    wanted = vars(options) | {"json": asked().json}
    output = options.output
    form = exporting.form_of(output, {name: wanted[name] for name in _FORMS})
    if options.costs and form not in exporting.FORMS:
        raise TableError("usage", f"--costs needs a printable form, not {form}", Exit.USAGE)
    told = {name: wanted[name] for name in ("names", "event", "site", "date", "table")}
    with start_weighing() if options.costs else nullcontext() as weigh:
        export = exporting.Export(
            options.files,
            Rulebooks(options.house or ()),
            exporting.about(**told),
            options.deal,
            asked().lang or "en",
            weigh,
        )
        _write(export, form, output)


def _write(export: "Export", form: str, output: str) -> None:
    """Write the deals to the file `output`, or to standard output if `output` is "".

    With --dry-run, do not write the file.
    """
    if not output:
        # Print JSON and CSV only when complete: an error halfway would leave an incomplete text.
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
