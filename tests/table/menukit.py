"""A table, and stand-ins for the evening and the owner of a question, for tests of menus."""

from keyskit import KeyRig

HEARTS = "DEAL N; UPCARD N 9H"
TAKEN = HEARTS + "; BID W H"


def warned(line=TAKEN, **options):
    """Return a table with the discipline "warn" after the events of `line`."""
    rig = KeyRig(discipline=1, **options)
    rig.play(line)
    return rig


class NoMenu:
    """Stand-in for the evening without an open menu; `changes` counts the calls of `changed`."""

    def __init__(self):
        self.menu = None
        self.changes = 0

    def changed(self):
        """Count a call."""
        self.changes += 1


class Asks:
    """Stand-in for the owner of a question; `heard` has the answers as (seat, choice)."""

    def __init__(self):
        self.heard = []

    def answered(self, seat, choice):
        """Record an answer."""
        self.heard.append((seat, choice))
