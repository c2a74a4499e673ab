"""`marcoria replay`: deals on paper, worked out anew."""

import sys
from typing import Annotated

from marcoria.commands.options import Argument, Commands, Option, command
from marcoria.context import asked

Houses = Annotated[
    list[str] | None,
    Option(
        "--house",
        metavar="FILE.house",
        help="The file of a house that does not come with the table; may be said again.",
        show_default=False,
    ),
]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "replay", _replay)


def _replay(
    file: Annotated[str, Argument(metavar="FILE.bdn", help="See docs/bdn.md.")],
    house: Houses = None,
) -> None:
    """Work out every trick, offence and score of deals on paper anew."""
    from marcoria.bdn.answers import for_people, for_programs
    from marcoria.bdn.rulebooks import Rulebooks

    books = Rulebooks(house or ())
    if asked().json:
        for_programs(file, books, sys.stdout)
    else:
        for_people(file, books, print)
