"""Colours and text layout for a terminal."""

import os
import re
import sys
from typing import TextIO

from marcoria.game.card_picture import RED_COLOUR, SIDE_COLOURS
from marcoria.terminal import clean, unfiltered

SIDES = tuple(f"38;5;{colour}" for colour in SIDE_COLOURS)
RED, BOLD, DIM = f"38;5;{RED_COLOUR}", "1", "2"
# Black on white for the display, and white on black for its inverted rows.
PAPER, BAND = "38;5;16;48;5;254", "38;5;254;48;5;16"
_COLOUR = re.compile(r"(\033\[[0-9;]*m)")
_PLAIN = "\033[0m"


class Paint:
    """Function that colours a text: `paint("King", RED)`."""

    def __init__(self, colours: bool) -> None:
        self.colours = colours

    def __call__(self, text: str, colour: str) -> str:
        """Return a text with control characters escaped, in a colour unless colours are off."""
        text = clean(text)
        return f"\033[{colour}m{text}{_PLAIN}" if self.colours else text


def cleaned(line: str) -> str:
    """Return a line with all control codes escaped except colour codes."""
    parts = _COLOUR.split(line)
    return "".join(part if _COLOUR.match(part) else clean(part) for part in parts)


def print_line(line: str) -> None:
    """Print a line with its colour codes; escape all other control codes."""
    print(cleaned(line), file=unfiltered(sys.stdout), flush=True)


def use_colours(out: TextIO) -> bool:
    """Return whether to use colours on an output.

    It must be a terminal, and NO_COLOR must be unset or empty (https://no-color.org).
    """
    return is_terminal(out) and not os.environ.get("NO_COLOR")


def is_terminal(out: TextIO) -> bool:
    """Return whether an output is a terminal that understands control codes."""
    return out.isatty() and os.environ.get("TERM") not in (None, "", "dumb")


def width(text: str) -> int:
    """Return the number of columns of a text, without its colour codes."""
    return len(_COLOUR.sub("", text))


def padded(text: str, columns: int) -> str:
    """Return a text padded with blanks to a number of columns."""
    return text + " " * (columns - width(text))


def cropped(text: str, columns: int) -> str:
    """Return a text cut off after a number of columns, with all its colour codes."""
    if width(text) <= columns:
        return text
    kept = ""
    for part in _COLOUR.split(text):
        kept += part if part.startswith("\033") else part[: columns - width(kept)]
    return kept


def wrapped(first: str, items: list[str], indent: int, columns: int) -> list[str]:
    """Return lines with `first`, and after it the items, which are separated by ";".

    Start a new line only before an item that would end after `columns`. The first item begins at
    column `indent`, or after `first` if this is longer. New lines are indented by `indent`.
    """
    lines = [first]
    for number, item in enumerate(items):
        mark = ";" * (number + 1 < len(items))
        blanks = max(1, indent - width(lines[-1])) if number == 0 else 1
        if width(lines[-1]) + blanks + width(item + mark) > columns:
            lines.append("")
            blanks = indent
        lines[-1] += " " * blanks + item + mark
    return lines
