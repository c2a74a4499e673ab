"""Sentences for the display, with the values of their placeholders."""


class Notice:
    """Text for the display (0 for none), and the values of its placeholders.

    A notice never changes: another sentence is another notice. The comments name the placeholders
    for which each value is shown.
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
        self.card = card  # %c; for %p a number of points
        self.other_seat = other_seat  # %o; for %l the pad on which the seat lays its card
        self.other_card = other_card  # %d; for %q a number of points
        self.number = number  # %n; for %m a kind of meld, for %b a side, for %w and %e seats
        # %t is not here: it stands for `label` of the voice.


SILENCE = Notice()
