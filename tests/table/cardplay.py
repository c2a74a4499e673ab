"""A blind deal for tests that lay cards."""

from tablekit import CardRig

# North deals. Order of play: West, South, East, North. West takes the upcard, the jack of hearts.
TRICKS = (
    "W AH; S 7H; E 8H; N 9H",
    "N AS; W 7S; S 8S; E 9S",
    "N AD; W 7D; S 8D; E 9D",
)
REST = (
    "N KS; W TS; S QS; E JS",
    "W TD; S QD; E JD; N KD",
    "W TC; S QC; E JC; N KC",
    "W 7C; S 8C; E 9C; N AC",
    "N TH; W JH; S QH; E KH",
)


def playing(name="piedicavallo", **changes):
    """Return a table at which hearts are trump and West has the lead."""
    rig = CardRig(name, **changes)
    rig.tell("DEAL N 0; UPCARD N JH; BID W H")
    rig.step()
    rig.told()
    return rig


def play(rig, trick):
    """Lay the cards of a trick without clearing the pads."""
    for words in trick.split("; "):
        seat, card = words.split()
        assert rig.lay(seat, card) == "CARD %s %s" % (seat, card)


def clear(rig):
    """Wait a moment, then lift all cards of the trick."""
    rig.wait(600)
    rig.take()
    rig.step()
