"""What the command that runs was asked besides its own options."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Asked:
    """Where a command works, and how it answers. A field is called as its option is."""

    table: str = ""
    json: bool = False
    dry_run: bool = False
    quiet: bool = False
    lang: str = ""
    trace: bool = False


PROGRAM = "marcoria"

ASKED: ContextVar[Asked] = ContextVar("asked")


def asked() -> Asked:
    """What the command that runs was asked."""
    return ASKED.get(Asked())
