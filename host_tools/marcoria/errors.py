"""The one error of the host tools."""


class Exit:
    """What a command ends with. These numbers stay: programs of others read them."""

    OK = 0
    WRONG = 1  # a file, a rule, a wish
    USAGE = 2
    NO_DEVICE = 3
    PERMISSION = 4
    BUSY = 5
    WRONG_DEVICE = 6
    UNVERIFIED = 7
    DEVICE_ERROR = 8
    NETWORK = 9
    TIMED_OUT = 42
    INTERRUPTED = 130


class TableError(Exception):
    """Something a person got wrong: a code for programs, what happened and what to do, what the
    command ends with, and what programs may want to know besides, such as a line."""

    def __init__(
        self, code: str, detail: str, status: int = Exit.WRONG, **facts: str | int
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.facts = facts
