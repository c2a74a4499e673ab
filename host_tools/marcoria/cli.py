"""The `marcoria` command."""

import typer

from marcoria import __version__
from marcoria.asked import ASKED, PROGRAM, Asked
from marcoria.commands import (
    backup,
    board,
    completion,
    deck,
    deploy,
    devices,
    doctor,
    enrol,
    export,
    flash,
    fonts,
    houses,
    image,
    journal,
    monitor,
    pads,
    replay,
    reset,
    restore,
    rules,
    run,
    settings,
    sim,
    standings,
    table,
    words,
)
from marcoria.commands.options import asks_all
from marcoria.guard import guarded

_COMMANDS = (
    *(
        table,
        sim,
        rules,
        houses,
        export,
        replay,
        standings,
        deck,
        devices,
        doctor,
        pads,
        monitor,
        journal,
        image,
        flash,
        deploy,
    ),
    *(settings, backup, restore, reset, enrol, run, completion, board, fonts, words),
)


def main(typed: list[str] | None = None) -> int:
    """Runs one command; its exit status is one of `marcoria.errors.Exit`."""
    asked = Asked()
    ASKED.set(asked)
    return guarded(lambda: _run(typed), asked)


def _run(typed: list[str] | None) -> int:
    status = app()(args=typed, prog_name=PROGRAM, standalone_mode=False)
    return status if isinstance(status, int) else 0


def app() -> typer.Typer:
    """All commands, as typer knows them."""
    marcoria = typer.Typer(
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    marcoria.callback()(asks_all(_marcoria))
    for command in _COMMANDS:
        command.add(marcoria)
    return marcoria


def _version(wanted: bool) -> None:
    if wanted:
        print(f"{PROGRAM} {__version__}")
        raise typer.Exit


def _marcoria(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Which one this is."
    ),
) -> None:
    """Tools of the Belote table: what ends with an error says in one sentence what to do."""
