"""A deal that stands in a file is dealt again."""

from marcoria.bdn.answers import played
from marcoria.bdn.redeal import Redeal, dealt
from marcoria.bdn.rulebooks import Rulebooks


def redeal(path: str, board: str = "", houses: tuple[str, ...] = ()) -> Redeal:
    """The deal of that board in a file, or the first one; TableError if there is none."""
    return dealt(played(path, Rulebooks(houses)), path, board)
