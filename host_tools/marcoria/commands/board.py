"""`marcoria board`: the board file, and what the firmware and OpenSCAD have of it."""

from typing import TYPE_CHECKING

import typer

from marcoria.commands.made import add_made

if TYPE_CHECKING:
    from marcoria.build.made import MadeFile


def add(app: typer.Typer) -> None:
    """What it is asked."""
    in_order = "no conflict on any board"
    add_made(app, "board", "hardware/board.toml", "firmware/board.py", in_order, _made)


def _made() -> "list[MadeFile]":
    from marcoria.board.generate import pin_file
    from marcoria.board.mechanics.files import layout_source

    return [pin_file(), layout_source()]
