"""Sentences for the display, with the values of their placeholders."""


class Notice:
    """Number of a text for the display (0 for none), and the values of its placeholders.

    A notice never changes; each new sentence is a new object. The comments below name the
    placeholders that each value replaces.
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
        self.card = card  # a card for %c, or a number for %p
        self.other_seat = other_seat  # %o; also the seat whose pad %l names
        self.other_card = other_card  # a card for %d, or a number for %q
        # A number for %n, an item of the text MELDS for %m, a side for %b, or a mask of seats for
        # %w and %e.
        self.number = number
        # The value of %t is not stored here: it is `Voice.label`.


SILENCE = Notice()
