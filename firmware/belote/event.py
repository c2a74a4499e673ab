"""Events of a match."""


class Event:
    """An event of a match; docs/events.md lists the kinds and their arguments."""

    def __init__(self, kind: int, seat: int, arg: int) -> None:
        self.kind = kind
        self.seat = seat
        self.arg = arg
