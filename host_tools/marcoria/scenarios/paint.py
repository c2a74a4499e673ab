"""Colours for a terminal; none if NO_COLOR is set or the output is not a terminal."""

import os
import re
import sys
from typing import TextIO

from marcoria.game.card_picture import RED_COLOUR, SIDE_COLOURS
from marcoria.terminal import clean, unfiltered

SIDES = tuple(f"38;5;{colour}" for colour in SIDE_COLOURS)
RED, BOLD, DIM = f"38;5;{RED_COLOUR}", "1", "2"
PAPER, BAND = "38;5;16;48;5;254", "38;5;254;48;5;16"  # the display, and its inverted rows
_COLOUR = re.compile(r"(\033\[[0-9;]*m)")
_PLAIN = "\033[0m"


class Paint:
    """Function that colours a text: `paint("King", RED)`."""

    def __init__(self, colours: bool) -> None:
        self.colours = colours

    def __call__(self, text: str, colour: str) -> str:
        """Return a cleaned text in a colour, plain if colours are off."""
        text = clean(text)
        return f"\033[{colour}m{text}{_PLAIN}" if self.colours else text


def cleaned(line: str) -> str:
    """Return a line without control codes except colours."""
    parts = _COLOUR.split(line)
    return "".join(part if _COLOUR.match(part) else clean(part) for part in parts)


def print_line(line: str) -> None:
    """Print a line with its colours."""
    print(cleaned(line), file=unfiltered(sys.stdout), flush=True)


def use_colours(out: TextIO) -> bool:
    """Return whether to use colours on an output (https://no-color.org)."""
    return is_terminal(out) and not os.environ.get("NO_COLOR")


def is_terminal(out: TextIO) -> bool:
    """Return whether an output is a terminal that understands control codes."""
    return out.isatty() and os.environ.get("TERM") not in (None, "", "dumb")


def width(text: str) -> int:
    """Return the number of columns of a text."""
    return len(_COLOUR.sub("", text))


def padded(text: str, columns: int) -> str:
    """Return a text padded with blanks."""
    return text + " " * (columns - width(text))


def cropped(text: str, columns: int) -> str:
    """Return as much of a text as fits into so many columns."""
    if width(text) <= columns:
        return text
    kept = ""
    for part in _COLOUR.split(text):
        kept += part if part.startswith("\033") else part[: columns - width(kept)]
    return kept


def wrapped(first: str, items: list[str], indent: int, columns: int) -> list[str]:
    """Return lines that begin with `first` and continue with the items, none of them broken.

    Further lines are indented.
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
