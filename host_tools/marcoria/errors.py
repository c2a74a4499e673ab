"""The one error of the host tools, and the words of the engine's codes."""

INFRACTIONS = (
    "",
    "revoke",
    "no-rise",
    "no-trump",
    "no-overtrump",
    "not-lowest",
    "out-of-turn",
    "false-meld",
    "false-belote",
    "false-call-out",
    "misdeal",
    "exposed",
    "meld-not-shown",
    "bottom-not-shown",
    "heaped-tricks",
    "signal",
    "offence",
)


class TableError(Exception):
    """Something a person got wrong: a code for programs, and what happened and what to do."""

    status = 1  # of the command that ends so

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
