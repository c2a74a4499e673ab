"""`marcoria table`: the virtual table, in a browser."""

import sys
import webbrowser
from typing import Annotated

from marcoria.commands.options import Commands, Option, answer, command
from marcoria.commands.parser import find, misused, values
from marcoria.commands.progress import Progress
from marcoria.context import asked

# A browser keeps a match for one address, port included, so the usual port never changes. It is a
# deal's 162 points and 32 cards; it is below 32768, where systems begin to give ports away at
# random, and not among those that IANA has registered: 16163 to 16308 are unassigned.
USUAL_PORT = 16232
_HIGHEST_PORT = 65535


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "table", _table, "lang", "dry_run", "quiet", lenient=True)


def _table(
    rest: list[str],
    port: Annotated[
        int | None,
        Option(help=f"Another port of 127.0.0.1 than {USUAL_PORT}; 0 is any that is free."),
    ] = None,
    no_open: Annotated[bool, Option("--no-open", help="Only say where it is.")] = False,
    headless: Annotated[
        bool, Option("--headless", help="The same: for machines without a screen.")
    ] = False,
    demo: Annotated[
        bool,
        Option("--demo", help="A match of bots in the terminal: marcoria sim --demo."),
    ] = False,
) -> None:
    """Serve the virtual table and open it in the browser, until Ctrl-C."""
    if demo:
        from marcoria.commands import sim

        found = Commands()
        sim.add(found)
        path, match, words = find(found, ["sim", "--demo", *rest])
        match.run(values(path, match, words))
    elif rest:
        raise misused("marcoria table", f"'{rest[0]}' says nothing here.")
    else:
        _serve(port, not (no_open or headless))


def _serve(port: int | None, opens: bool) -> None:
    from marcoria.web.server import Identity, address_of, start
    from marcoria.web.site import site

    if port is None:
        port = USUAL_PORT
    elif not 0 <= port <= _HIGHEST_PORT:
        raise misused("marcoria table", f"--port is from 0 to {_HIGHEST_PORT}, not {port}.")
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
