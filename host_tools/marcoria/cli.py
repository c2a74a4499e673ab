"""The `marcoria` command."""

import argparse

from marcoria import __version__
from marcoria.commands import board, deck, fonts, houses, rules, run, sim, words
from marcoria.guard import guarded


def main(typed: list[str] | None = None) -> int:
    """Runs one subcommand. What a person got wrong is one sentence and exit status 1, what did
    not come in time in a simulation is 42."""

    def program() -> None:
        args = _parser().parse_args(typed)
        args.run(args)

    return guarded(program)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="marcoria", description="Tools of the Belote table.")
    parser.add_argument("--version", action="version", version=f"marcoria {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (rules, houses, sim, run, fonts, deck, board, words):
        command.add(commands)
    return parser
