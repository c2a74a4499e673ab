"""What the command that runs was asked besides its own options."""

from contextvars import ContextVar


class Asked:
    """Where a command works, and how it answers. A field is called as its option is."""

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
    """Return what the command that runs was asked."""
    return ASKED.get(Asked())
