"""A blind deal to lay cards in, and the numbers of what the table says about cards."""

from tablekit import CardRig

ONE_CARD = 80
PRESS_CARD = 81
CLEAR_PAD = 82
READER_LOST = 83
READER_BACK = 84
UNKNOWN_TAG = 85
OTHER_PACK = 86
LIFT_CARD = 87
ALREADY_PLAYED = 88
WRONG_PAD = 90
SHOW_AGAIN = 91
STAYS_PLAYED = 92
DEALER_LAYS = 93
CHANGE_PACK = 98
MISDEALT = 102

# Dealer North, counterclockwise: West, South, East, North. West takes hearts with the jack.
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
    """A table where West is to lead in hearts."""
    rig = CardRig(name, **changes)
    rig.tell("DEAL N 0; UPCARD N JH; BID W H")
    rig.step()
    rig.told()
    return rig


def play(rig, trick):
    """Lays the cards of a trick, without clearing the pads."""
    for words in trick.split("; "):
        seat, card = words.split()
        assert rig.lay(seat, card) == "CARD %s %s" % (seat, card)


def clear(rig):
    """Everybody takes the cards of the trick."""
    rig.wait(600)
    rig.take()
    rig.step()
