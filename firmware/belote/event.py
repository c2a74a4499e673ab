"""Events of a match."""


class Event:
    """An event as `Match.apply` takes it: docs/events.md has the kinds and their arguments."""

    def __init__(self, kind: int, seat: int, arg: int) -> None:
        self.kind = kind
        self.seat = seat
        self.arg = arg
