"""Sentences for the display, with the values of their placeholders."""


class Notice:
    """Text for the display (0: none), and the values of its placeholders.

    A notice never changes: another sentence is another notice.
    """

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
        # %t is not here: it stands for `label` of the voice.


SILENCE = Notice()
