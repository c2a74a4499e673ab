"""`marcoria doctor`: check a table, and print how to fix each fault."""

import json
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import connected
from marcoria.commands.options import CommandEnd, Commands, Option, command
from marcoria.commands.progress import Progress
from marcoria.context import asked
from marcoria.errors import Exit

if TYPE_CHECKING:
    from marcoria.device.doctor import Check
    from marcoria.device.wire import Client

Touch = Annotated[
    bool,
    Option(
        "--touch", help="Also test by hand: press every key, rap, and lay a card at each seat."
    ),
]
Pin = Annotated[
    str, Option(metavar="CDHS", help="The director's PIN, for --touch.", show_default=False)
]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "doctor", _doctor, "table", "quiet")


def _doctor(touch: Touch = False, pin: Pin = "") -> None:
    """Check a table: port, program, memory, readers, keys, display, lights, journal."""
    from marcoria.board.profile import left_out
    from marcoria.device.doctor import ChecksEnd, examine, status

    def touched(client: "Client") -> "Iterator[Check]":
        return _touched(client, pin) if touch else iter(())

    found = []
    try:
        with connected() as table:
            for one in examine(table, touched, left_out):
                found.append(one)
                _tell(one)
        ended = status(found)
    except ChecksEnd as stopped:
        ended = stopped.status
    if ended != Exit.OK:
        raise CommandEnd(ended)


def _touched(client: "Client", pin: str) -> "Iterator[Check]":
    """Run the self-test, show which keys and pads are not touched yet, and yield the results."""
    from marcoria.device.doctor import trial

    with Progress() as progress:
        progress.note(
            "at each seat press every key, rap and lay a card; Ctrl-C or PASS twice ends the test"
        )
        room = shutil.get_terminal_size().columns - 1
        yield from trial(client, pin, lambda left: progress.say(f"left: {left}"[:room]))


def _tell(one: "Check") -> None:
    if asked().json:
        print(json.dumps(one._asdict(), ensure_ascii=False), flush=True)
    else:
        _show(*one)


def _show(check: str, result: str, detail: str, fix: str) -> None:
    from rich.text import Text

    from marcoria.terminal import console

    marks = {"pass": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red")}
    mark, colour = marks[result]
    line = Text.assemble((f" {mark} ", colour), (f"{check:<10}", "bold"), detail)
    out = console()
    out.print(line, soft_wrap=True)
    if fix:
        hint = Text(f"   {'':<10}→ {fix}", style="dim" if result == "pass" else colour)
        out.print(hint, soft_wrap=True)
