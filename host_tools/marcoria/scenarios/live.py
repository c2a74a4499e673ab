"""A match in a terminal, as it is played: the table of the moment above what has been told."""

import os
import time
from typing import TextIO

from marcoria.scenarios.paint import cleaned, cropped, is_terminal
from marcoria.scenarios.panel import Panel

COLUMNS, _LINES = 80, 20  # at least
_WIDEST = 100
_FRAME_S = 0.08
_READ_S = 0.25  # for each line that is told: virtual time is too fast to be read
_CLEAR, _HOME, _END_OF_LINE, _REST = "\033[2J", "\033[H", "\033[K", "\033[J"
_HIDE, _SHOW = "\033[?25l", "\033[?25h"


class Live:
    """Draws frames to a terminal. `say` tells a line, `look` is called again and again."""

    def __init__(self, out: TextIO, panel: Panel, legend: str) -> None:
        self._out = out
        self._panel = panel
        self._legend = legend
        self._told: list[str] = []
        self._drawn = 0.0

    def say(self, line: str) -> None:
        """One line more."""
        self._told.append(line)
        self._draw()
        if line:
            time.sleep(_READ_S)

    def look(self) -> None:
        """Something may have changed."""
        self._panel.look()
        if time.monotonic() - self._drawn >= _FRAME_S:
            self._draw()

    def start(self) -> None:
        """The terminal is ours."""
        self._out.write(_HIDE + _CLEAR)

    def stop(self) -> None:
        """It is not any more; what was last shown stays."""
        self._draw()
        self._out.write(f"\n{_SHOW}")
        self._out.flush()

    def _draw(self) -> None:
        columns, lines = os.get_terminal_size(self._out.fileno())
        rows = [*self._panel.rows(min(columns, _WIDEST)), self._legend] if lines >= _LINES else []
        rows += self._told[-(lines - 1 - len(rows)) :]
        ends = f"{_END_OF_LINE}\n"
        shown = ends.join(cropped(cleaned(row), columns) for row in rows)
        self._out.write(_HOME + shown + _END_OF_LINE + _REST)
        self._out.flush()
        self._drawn = time.monotonic()


def has_room(out: TextIO) -> bool:
    """Whether it is a terminal that is large enough."""
    if not is_terminal(out):
        return False
    columns, lines = os.get_terminal_size(out.fileno())
    return columns >= COLUMNS and lines >= _LINES
