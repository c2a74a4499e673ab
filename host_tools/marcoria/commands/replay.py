"""`marcoria replay`: recompute deals in BDN files."""

import sys
from typing import Annotated

from marcoria.commands.options import Argument, Commands, Option, command
from marcoria.context import asked

Houses = Annotated[
    list[str] | None,
    Option(
        "--house",
        metavar="FILE.house",
        help="File of a house that does not come with the table; can be repeated.",
        show_default=False,
    ),
]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "replay", _replay)


def _replay(
    file: Annotated[str, Argument(metavar="FILE.bdn", help="The deals (docs/bdn.md).")],
    house: Houses = None,
) -> None:
    """Recompute every trick, offence and score of deals in a BDN file."""
    from marcoria.bdn.answers import for_people, for_programs
    from marcoria.bdn.rulebooks import Rulebooks

    books = Rulebooks(house or ())
    if asked().json:
        for_programs(file, books, sys.stdout)
    else:
        for_people(file, books, print)
