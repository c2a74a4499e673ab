"""What all commands can be asked, before or behind their names, and how they answer."""

import functools
import inspect
import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import typer

from marcoria.asked import Asked, asked

_PANEL = "Of all commands"


_HELP = {
    "table": "Which table: its name, serial number, or port (/dev/ttyACM0): docs/commands.md.",
    "json": "Answer in JSON, one object a line.",
    "dry_run": "Say what would be done, and do nothing.",
    "quiet": "The answer and errors only: no progress, no advice.",
    "lang": "What the table says is told in it: en, it, fr, es, bg, pms.",
    "trace": "With an error, where in the program it came from.",
}


def answer(words: str, **facts: Any) -> None:
    """The answer: for people in words, for programs these facts, an object a line."""
    print(json.dumps({"ok": True, **facts}, ensure_ascii=False) if asked().json else words)


def asks_all(command: Callable[..., None]) -> Callable[..., None]:
    """The command, with the options that all have."""

    @functools.wraps(command)
    def run(**given: Any) -> None:
        for field in fields(Asked):
            value = given.pop(field.name)
            if value:
                setattr(asked(), field.name, value)
        command(**given)

    own = inspect.signature(command)
    run.__signature__ = own.replace(  # type: ignore[attr-defined]  # what typer reads
        parameters=[*own.parameters.values(), *map(_option, fields(Asked))]
    )
    return run


def _option(field: Any) -> inspect.Parameter:
    name = "--" + field.name.replace("_", "-")
    option = typer.Option(
        field.default,
        name,
        help=_HELP[field.name],
        show_default=False,
        rich_help_panel=_PANEL,
    )
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(field.name, keyword, default=option, annotation=field.type)


def command(app: typer.Typer, name: str, runs: Callable[..., None]) -> None:
    """Makes a function a command; its docstring is what `--help` says of it."""
    app.command(name)(asks_all(runs))


def group(
    app: typer.Typer, name: str, says: str, alone: Callable[[], None] | None = None
) -> typer.Typer:
    """A command that has others; `alone` runs if none of them is named."""

    def choose(context: typer.Context) -> None:
        if alone and not context.invoked_subcommand:
            alone()

    inside = typer.Typer(invoke_without_command=bool(alone), no_args_is_help=not alone)
    inside.callback()(asks_all(choose))
    app.add_typer(inside, name=name, help=says)
    return inside
