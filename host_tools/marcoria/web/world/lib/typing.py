"""Names that only type checkers need: each of them is None, but for those that a program uses."""

TYPE_CHECKING = False
Protocol = object


def __getattr__(_: str) -> None:
    return None
