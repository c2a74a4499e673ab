"""`marcoria words`: what the table says, and the names that its texts have in the code."""

from typing import TYPE_CHECKING

from marcoria.commands.made import add_made
from marcoria.commands.options import Commands

if TYPE_CHECKING:
    from marcoria.build.made import MadeFile


def add(app: Commands) -> None:
    """Declare the command."""
    source = "firmware/ui/words"
    target = "firmware/texts.py, firmware/ui/text_names.py, docs/words.md"
    add_made(app, "words", source, target, "in order", _made)


def _made() -> "list[MadeFile]":
    from marcoria.build.words import made_files

    return made_files()
