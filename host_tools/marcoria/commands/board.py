"""`marcoria board`: hardware/board.toml, and what is made of it."""

import argparse

from marcoria.commands import Commands
from marcoria.errors import TableError


def add(commands: Commands) -> None:
    """What it is asked."""
    board = commands.add_parser("board", help="check hardware/board.toml, make firmware/board.py")
    actions = board.add_subparsers(required=True, metavar="ACTION")
    actions.add_parser("check", help="pins, buses and parts").set_defaults(run=_check)
    actions.add_parser("generate", help="firmware/board.py").set_defaults(run=_generate)


def _check(args: argparse.Namespace) -> None:
    from marcoria.board.generate import check_all

    found = check_all()
    if found:
        raise TableError("bad-board", "\nmarcoria: ".join(found))
    print("hardware/board.toml: no conflict on any board, firmware/board.py is up to date")


def _generate(args: argparse.Namespace) -> None:
    from marcoria.board.generate import GENERATED, generate
    from marcoria.board.profile import load

    GENERATED.write_text(generate(load()))
    print("made firmware/board.py of hardware/board.toml")
