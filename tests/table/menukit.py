"""Tables for tests of menus."""

from keyskit import KeyRig

HEARTS = "DEAL N; UPCARD N 9H"
TAKEN = HEARTS + "; BID W H"


def warned(line=TAKEN, **options):
    """Return a table with the discipline "warn", in a house whose menus have many choices."""
    rig = KeyRig(discipline=1, **options)
    rig.play(line)
    return rig


class Asks:
    """Stand-in for a tool that has asked a question; `heard` has the answers."""

    def __init__(self):
        self.heard = []

    def answered(self, seat, choice):
        """Record an answer."""
        self.heard.append((seat, choice))
