"""`marcoria words`: what the table says, and the names that its texts have in the code."""

from typing import TYPE_CHECKING

from marcoria.commands import Subparsers
from marcoria.commands.made import add_made

if TYPE_CHECKING:
    from marcoria.build.made import MadeFile


def add(commands: Subparsers) -> None:
    """What it is asked."""
    add_made(commands, "words", "firmware/ui/words", "firmware/texts.py", "in order", _names)


def _names() -> "MadeFile":
    from marcoria.build.words import names_file

    return names_file()
