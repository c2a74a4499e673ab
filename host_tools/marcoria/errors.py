"""The one error of the host tools."""


class TableError(Exception):
    """Something a person got wrong: a code for programs, and what happened and what to do."""

    status = 1  # of the command that ends so

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
