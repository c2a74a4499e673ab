"""Names for type checkers; each is None."""


def __getattr__(_: str) -> None:
    return None
