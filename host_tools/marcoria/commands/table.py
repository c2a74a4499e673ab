"""`marcoria table`: the virtual table, in a browser."""

import sys
import webbrowser
from typing import Annotated

import typer

from marcoria.asked import asked
from marcoria.commands.options import answer, asks_all
from marcoria.errors import Exit, TableError

_OTHERS = {"allow_extra_args": True, "ignore_unknown_options": True}


def add(app: typer.Typer) -> None:
    """What it is asked."""
    app.command("table", context_settings=_OTHERS)(asks_all(_table))


def _table(
    context: typer.Context,
    port: Annotated[int, typer.Option(help="Of 127.0.0.1; any that is free.")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Only say where it is.")] = False,
    headless: Annotated[
        bool, typer.Option("--headless", help="The same: for machines without a screen.")
    ] = False,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="A match of bots in the terminal: marcoria sim --demo."),
    ] = False,
) -> None:
    """The virtual table: opens it in the browser, until Ctrl-C."""
    if demo:
        words = ["sim", "--demo", *context.args]
        context.find_root().command(args=words, standalone_mode=False)
    elif context.args:
        told = f"'{context.args[0]}' says nothing here: marcoria table --help"
        raise TableError("usage", told, Exit.USAGE)
    else:
        _serve(port, not (no_open or headless or asked().dry_run))


def _serve(port: int, opens: bool) -> None:
    from marcoria.web.serving import Serving
    from marcoria.web.site import site

    with Serving(site(), port) as serving:
        opened = opens and webbrowser.open(serving.address)
        answer(_where(serving.address, opened or not opens), address=serving.address)
        sys.stdout.flush()
        if not asked().dry_run:
            serving.serve_forever()


def _where(address: str, as_wanted: bool) -> str:
    told = f"The virtual table is at {address} until Ctrl-C."
    if as_wanted:
        return told
    more = "No browser was found here: open that address in one, or play in the terminal"
    return f"{told}\n{more}: marcoria table --demo"
