"""A table where menus are opened."""

from keyskit import KeyRig

HEARTS = "DEAL N; UPCARD N 9H"
TAKEN = HEARTS + "; BID W H"


def warned(line=TAKEN, **options):
    """A table of the house that takes most words, where offences are only told."""
    rig = KeyRig(discipline=1, **options)
    rig.play(line)
    return rig


class Asks:
    """Somebody else who asks."""

    def __init__(self):
        self.heard = []

    def answered(self, seat, choice):
        """Hears an answer."""
        self.heard.append((seat, choice))
