"""`marcoria table`: the virtual table, in a browser."""

import sys
import webbrowser
from typing import Annotated

import typer

from marcoria.asked import asked
from marcoria.commands.options import answer, asks_all
from marcoria.commands.progress import Progress
from marcoria.errors import Exit, TableError

_OTHERS = {"allow_extra_args": True, "ignore_unknown_options": True}
# A browser keeps a match for one address, port included, so the usual port never changes. It is a
# deal's 162 points and 32 cards; it is below 32768, where systems begin to give ports away at
# random, and not among those that IANA has registered: 16163 to 16308 are unassigned.
USUAL_PORT = 16232


def add(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("table", context_settings=_OTHERS)(asks_all(_table))


def _table(
    context: typer.Context,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help=f"Another port of 127.0.0.1 than {USUAL_PORT}; 0 is any that is free.",
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Only say where it is.")] = False,
    headless: Annotated[
        bool, typer.Option("--headless", help="The same: for machines without a screen.")
    ] = False,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="A match of bots in the terminal: marcoria sim --demo."),
    ] = False,
) -> None:
    """Serve the virtual table and open it in the browser, until Ctrl-C."""
    if demo:
        words = ["sim", "--demo", *context.args]
        context.find_root().command(args=words, standalone_mode=False)
    elif context.args:
        told = f"'{context.args[0]}' says nothing here: marcoria table --help"
        raise TableError("usage", told, Exit.USAGE)
    else:
        _serve(port, not (no_open or headless))


def _serve(port: int | None, opens: bool) -> None:
    from marcoria.web.serving import address_of
    from marcoria.web.site import site
    from marcoria.web.starting import Identity, start

    if port is None:
        port = USUAL_PORT
    elif port != USUAL_PORT:
        usual = address_of(USUAL_PORT)
        Progress().note(f"A match that was left at {usual} is not seen at another port.")
    if asked().dry_run:
        told = f"The virtual table would be at {address_of(port)}"
        answer(told, address=address_of(port))
        return
    found = start(site(), port)
    if isinstance(found, Identity):
        told = f"The virtual table is at {address_of(port)} already, started in {found.folder}."
        _tell(told, address_of(port), opens)
        return
    with found:
        _tell(f"The virtual table is at {found.address} until Ctrl-C.", found.address, opens)
        found.serve_forever()


def _tell(told: str, address: str, opens: bool) -> None:
    """Open the browser if that is wanted, and say where the table is."""
    if opens and not webbrowser.open(address):
        told += "\nNo browser was found here: open that address in one, or play in the terminal: "
        told += "marcoria table --demo"
    answer(told, address=address)
    sys.stdout.flush()
