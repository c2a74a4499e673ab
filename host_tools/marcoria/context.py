"""Shared options of the command that runs."""

from contextvars import ContextVar


class Asked:
    """Values of the shared options, each named as its option."""

    def __init__(self) -> None:
        self.table = ""
        self.json = False
        self.dry_run = False
        self.quiet = False
        self.lang = ""
        self.trace = False


PROGRAM = "marcoria"

ASKED: ContextVar[Asked] = ContextVar("asked")


def asked() -> Asked:
    """Return the shared options of the command that runs; if none runs, return the defaults."""
    return ASKED.get(Asked())
