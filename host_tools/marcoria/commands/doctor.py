"""`marcoria doctor`: what is well with a table, and what to do about the rest."""

import json

import typer

from marcoria.asked import asked
from marcoria.commands.options import command
from marcoria.errors import Exit


def add(app: typer.Typer) -> None:
    """What it is asked."""
    command(app, "doctor", _doctor)


def _doctor() -> None:
    """Check a table: port, program, memory, readers, keys, display, lights, journal."""
    from marcoria.device.console import meaning
    from marcoria.device.doctor import examine, status
    from marcoria.device.ports import choose
    from marcoria.device.wire import Wire

    found = []
    for one in examine(lambda: choose(asked().table), Wire, meaning):
        found.append(one)
        if asked().json:
            print(json.dumps(one._asdict(), ensure_ascii=False), flush=True)
        else:
            _tell(*one)
    ended = status(found)
    if ended != Exit.OK:
        raise typer.Exit(ended)


def _tell(check: str, result: str, detail: str, fix: str) -> None:
    from rich.console import Console
    from rich.text import Text

    marks = {"pass": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red")}
    mark, colour = marks[result]
    line = Text.assemble((f" {mark} ", colour), (f"{check:<10}", "bold"), detail)
    console = Console(highlight=False, soft_wrap=True)
    console.print(line)
    if fix:
        console.print(Text(f"   {'':<10}→ {fix}", style="dim" if result == "pass" else colour))
