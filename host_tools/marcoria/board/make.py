"""`make hardware`: all building files anew, in groups.

Those that another program makes are left alone where they are of today's sources, for another
version of it may make other bytes; `--all` makes them as well.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from marcoria.board.mechanics import files as mechanics
from marcoria.errors import TableError
from marcoria.paths import ROOT


class Made(Protocol):
    """A file that knows what it should be."""

    @property
    def path(self) -> Path: ...

    @property
    def faults(self) -> Callable[[], list[str]]: ...

    def check(self) -> list[str]:
        """What is wrong with its source, or that it is not what that makes."""

    def write(self) -> None:
        """Makes it anew."""


GROUPS: dict[str, Callable[[], Sequence[Made]]] = {"mechanics": mechanics.made}


def main(arguments: Sequence[str]) -> int:
    """Writes what is stale, or all. Nothing, where a source has a fault."""
    for group in GROUPS.values():
        made = group()
        faults = {fault: None for file in made for fault in file.faults()}
        if faults:
            print("\n".join(faults), file=sys.stderr)
            return 1
        for file in made:
            if "--all" in arguments or file.check():
                file.write()
                print(file.path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except TableError as error:
        sys.exit(error.detail)
