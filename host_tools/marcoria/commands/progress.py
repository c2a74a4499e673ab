"""How far something has come, for who looks on: on standard error, and only on a terminal."""

import sys

from marcoria.asked import asked


class Progress:
    """A line that is written again and again."""

    def __init__(self, what: str, units: str) -> None:
        self.what = what
        self.units = units
        self._shown = sys.stderr.isatty() and not asked().quiet

    def at(self, done: int, of: int) -> None:
        """So many of so many."""
        if self._shown:
            print(
                f"\r{self.what}: {done} of {of} {self.units}", end="", file=sys.stderr, flush=True
            )

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print(f"\r{'':<60}\r", end="", file=sys.stderr, flush=True)
