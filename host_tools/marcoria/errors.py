"""Error of the host tools, and the exit statuses of commands."""


class Exit:
    """Exit statuses of commands. They must not change: scripts depend on them."""

    OK = 0
    WRONG = 1  # a wrong file, rule or value
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
    """Error that the user can fix.

    `code` names the error for programs. `detail` is a sentence that says what happened and what to
    do. `status` is the exit status of the command. `facts` has more values for programs, such as a
    line number.
    """

    def __init__(
        self, code: str, detail: str, status: int = Exit.WRONG, **facts: str | int
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.facts = facts
