"""Names for type checkers; each is None except those that programs use at run time."""

TYPE_CHECKING = False
Protocol = object


def __getattr__(_: str) -> None:
    return None
