"""`marcoria board`: the board file, and the pins that the firmware has of it."""

from typing import TYPE_CHECKING

from marcoria.commands.made import add_made
from marcoria.commands.options import Commands

if TYPE_CHECKING:
    from marcoria.build.made import MadeFile


def add(app: Commands) -> None:
    """Declare the command."""
    in_order = "no conflict on any board"
    add_made(app, "board", "hardware/board.toml", "firmware/board.py", in_order, _pins)


def _pins() -> "list[MadeFile]":
    from marcoria.board.generate import pin_file

    return [pin_file()]
