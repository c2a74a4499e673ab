"""A sentence for the display, and what stands in it."""


class Notice:
    """A text (0: there is none) and what it leaves open. A notice never changes: who says
    something else makes another one."""

    def __init__(
        self,
        text: int = 0,
        seat: int = 0,
        card: int = 0,
        other_seat: int = 0,
        other_card: int = 0,
        number: int = 0,
    ) -> None:
        self.text = text
        self.seat = seat  # %s
        self.card = card  # %c; %p points
        self.other_seat = other_seat  # %o; %l the pad on which the seat lays
        self.other_card = other_card  # %d; %q points
        self.number = number  # %n; %m the kind of meld, %b the side, %w and %e the set of seats
        # %t is the table's `label`.


SILENCE = Notice()
