"""A sentence for the display, and what stands in it."""


class Notice:
    """The text (0: there is none) and what it leaves open."""

    def __init__(self) -> None:
        self.set(0, 0, 0, 0, 0, 0)

    def set(
        self, text: int, seat: int, card: int, other_seat: int, other_card: int, number: int
    ) -> None:
        """Another sentence."""
        self.text = text
        self.seat = seat  # %s
        self.card = card  # %c; %p points
        self.other_seat = other_seat  # %o; %l the pad on which the seat lays
        self.other_card = other_card  # %d; %q points
        self.number = number  # %n; %m the kind of meld, %b the side, %w and %e the set of seats
        # %t is the table's `label`.

    def copy(self, other: "Notice") -> None:
        """The same sentence as another notice."""
        self.set(
            other.text, other.seat, other.card, other.other_seat, other.other_card, other.number
        )
