"""Progress on standard error: a line that is rewritten on a terminal, and lines that stay."""

import sys

from marcoria.context import asked
from marcoria.scenarios.paint import is_terminal
from marcoria.terminal import clean, unfiltered

_LINE_AGAIN = "\r\033[K"


class Progress:
    """One line of progress, rewritten in place."""

    def __init__(self) -> None:
        self._shown = is_terminal(sys.stderr) and not asked().quiet
        self._out = unfiltered(sys.stderr)

    def say(self, words: str) -> None:
        """Show the progress; without a terminal, or with --quiet, show nothing."""
        if self._shown:
            print(f"{_LINE_AGAIN}{clean(words)}", end="", file=self._out, flush=True)

    def step(self, words: str) -> None:
        """Show the start of a step; print it as a line if there is no terminal."""
        if self._shown:
            self.say(words)
        else:
            self.note(words)

    def note(self, sentence: str) -> None:
        """Print a line that is not overwritten; with --quiet, print nothing."""
        if not asked().quiet:
            lead = _LINE_AGAIN if self._shown else ""
            print(f"{lead}{clean(sentence)}", file=self._out, flush=True)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print(_LINE_AGAIN, end="", file=self._out, flush=True)
