"""The `marcoria` command."""

import argparse
import os
import sys

from marcoria import __version__
from marcoria.commands import board, deck, fonts, houses, rules, run, sim, words
from marcoria.errors import TableError


def main(typed: list[str] | None = None) -> int:
    """Runs one subcommand. What a person got wrong is one sentence and exit status 1, what did
    not come in time in a simulation is 42."""
    args = _parser().parse_args(typed)
    if sys.stdout is None:
        print("marcoria: there is no standard output to answer on", file=sys.stderr)
        return 1
    try:
        args.run(args)
        sys.stdout.flush()
    except TableError as error:
        print(f"marcoria: {error.detail}", file=sys.stderr)
        return error.status
    except BrokenPipeError:
        return _mute()  # whoever read our output has gone
    except OSError as error:
        print(f"marcoria: cannot write: {error.strerror}", file=sys.stderr)
        return _mute()
    except KeyboardInterrupt:
        return 130
    return 0


def _mute() -> int:
    """What is left in the buffer goes nowhere, or Python would complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="marcoria", description="Tools of the Belote table.")
    parser.add_argument("--version", action="version", version=f"marcoria {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (rules, houses, sim, run, fonts, deck, board, words):
        command.add(commands)
    return parser
