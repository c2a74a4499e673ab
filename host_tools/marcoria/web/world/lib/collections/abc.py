"""Names that only type checkers need: each of them is None."""


def __getattr__(_: str) -> None:
    return None
