"""`marcoria table`: serve the virtual table to a browser."""

import sys
import webbrowser
from typing import Annotated

from marcoria.commands.options import HIGHEST_PORT, Commands, Option, answer, command
from marcoria.commands.parser import find, misused, values
from marcoria.commands.progress import Progress
from marcoria.context import asked

# A browser stores matches under the address of the page, which includes the port, so the default
# port never changes. 16232 stands for the 162 points and 32 cards of a deal. Systems assign random
# ports from 32768 on, and IANA has assigned none of the ports 16163 to 16308.
USUAL_PORT = 16232


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "table", _table, "lang", "dry_run", "quiet", lenient=True)


def _table(
    rest: list[str],
    port: Annotated[
        int | None,
        Option(
            help=f"Port to serve on, 127.0.0.1 only (default: {USUAL_PORT}; 0: any free port)."
        ),
    ] = None,
    no_open: Annotated[
        bool, Option("--no-open", help="Print the address and do not open a browser.")
    ] = False,
    headless: Annotated[bool, Option("--headless", help="Same as --no-open.")] = False,
    demo: Annotated[
        bool,
        Option(
            "--demo", help="Play a match of bots in the terminal, as marcoria sim --demo does."
        ),
    ] = False,
) -> None:
    """Open the virtual table in the browser. Ctrl-C stops it."""
    if demo:
        from marcoria.commands import sim

        found = Commands()
        sim.add(found)
        path, match, words = find(found, ["sim", "--demo", *rest])
        match.run(values(path, match, words))
    elif rest:
        raise misused("marcoria table", f"'{rest[0]}' is not an option of this command.")
    else:
        _serve(port, not (no_open or headless))


def _serve(port: int | None, opens: bool) -> None:
    from marcoria.web.server import Identity, address_of, start
    from marcoria.web.site import site

    if port is None:
        port = USUAL_PORT
    elif not 0 <= port <= HIGHEST_PORT:
        raise misused("marcoria table", f"--port must be from 0 to {HIGHEST_PORT}, not {port}.")
    elif port != USUAL_PORT:
        usual = address_of(USUAL_PORT)
        Progress().note(f"Matches begun at {usual} cannot be seen at another port.")
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
    """Open the browser if wanted, and print the address of the table."""
    if opens and not webbrowser.open(address):
        told += "\nNo browser was found: open the address in one, or play in the terminal: "
        told += "marcoria table --demo"
    answer(told, address=address)
    sys.stdout.flush()
