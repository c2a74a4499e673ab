"""What the commands share that check a source and make a file of the firmware of it."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from marcoria.commands import Subparsers
from marcoria.errors import TableError

if TYPE_CHECKING:
    from marcoria.build.made import MadeFile


def add_made(
    commands: Subparsers,
    name: str,
    source: str,
    target: str,
    in_order: str,
    made: "Callable[[], list[MadeFile]]",
) -> None:
    """The command of that name. `in_order` says what a source is with which nothing is wrong."""

    def check(args: argparse.Namespace) -> None:
        found = [fault for file in made() for fault in file.check()]
        if found:
            raise TableError(f"bad-{name}", "\nmarcoria: ".join(found))
        print(f"{source}: {in_order}, {target} up to date")

    def generate(args: argparse.Namespace) -> None:
        for file in made():
            file.write()
        print(f"made {target} of {source}")

    command = commands.add_parser(name, help=f"check {source}, make {target}")
    actions = command.add_subparsers(required=True, metavar="ACTION")
    actions.add_parser("check", help=f"that {source} is in order").set_defaults(run=check)
    actions.add_parser("generate", help=target).set_defaults(run=generate)
