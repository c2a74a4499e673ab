"""A table where menus are opened, and the numbers of what they ask."""

from keyskit import KeyRig

HEARTS = "DEAL N; UPCARD N 9H"
TAKEN = HEARTS + "; BID W H"
AGREE, DECLINE, MANUAL, SWAPPED, REDEAL, UNDOES, SEVEN = range(120, 127)
POINTS_FOR, PARDON, OFFENCE_OF, AWARDED, REOPEN, NEXT_DEALER, SETTINGS = range(127, 134)
PAUSED, SERVICE, PLUS_TEN, MINUS_TEN, PLUS_ONE, MINUS_ONE, ANOTHER = range(134, 141)
RESUME, ABANDON, TO_OTHERS, DIRECTOR = range(141, 145)
SEAT_MENU, PIN, RULINGS, SUIT, RANK, TAKE_BACK, IS_IT, CALLS_OUT, DECLINED = range(146, 155)


def warned(line=TAKEN, **options):
    """A table of the house that takes most words, where offences are only told."""
    rig = KeyRig(discipline=1, **options)
    rig.play(line)
    return rig


class Asks:
    """Somebody else who asks."""

    def __init__(self):
        self.heard = []

    def answered(self, what, seat, choice):
        """Hears an answer."""
        self.heard.append((what, seat, choice))
