"""Cards drawn in a terminal: colours, a picture of a card, and a chart of a whole deck."""

from collections.abc import Mapping, Sequence

SUITS = "♣♦♥♠"
RED = (1, 2)  # indexes in SUITS
# Numbers in the terminal's palette of 256 colours. The two sides are orange and blue. With four
# players the table's lights have these colours too.
SIDE_COLOURS = (214, 75)
RED_COLOUR = 203
_RANKS = 8
_WIDTH = 17  # columns inside the frame of a card
# Pips (suit signs) in each row of a card: l at the left, m in the middle, r at the right.
_PIPS = {
    "7": ("l r", " m ", "l r", "   ", "l r"),
    "8": ("l r", " m ", "l r", " m ", "l r"),
    "9": ("l r", "l r", " m ", "l r", "l r"),
    "10": ("l r", "lmr", "l r", "lmr", "l r"),
}
_FROM_SEVEN = ("7", "8", "9", "10")


def picture(card: int, ranks: Sequence[str]) -> list[str]:
    """Return the lines of a card's picture; `ranks` are the names of the ranks from seven up."""
    rank, suit = ranks[card % _RANKS], SUITS[card // _RANKS]
    edge = "─" * _WIDTH
    corner = f"{rank}{suit}"
    inside = [f" {corner:<{_WIDTH - 1}}", *_middle(card, rank, suit), f"{corner:>{_WIDTH - 1}} "]
    return [f"╭{edge}╮", *(f"│{line}│" for line in inside), f"╰{edge}╯"]


def _middle(card: int, rank: str, suit: str) -> list[str]:
    place = card % _RANKS
    if place < len(_FROM_SEVEN):
        rows = _PIPS[_FROM_SEVEN[place]]
        lines = ["   ".join(suit if spot in "lmr" else " " for spot in row) for row in rows]
    elif place == _RANKS - 1:
        lines = ["", "", suit, "", ""]
    else:
        lines = [f"╭─{'─' * len(rank)}─╮", f"│ {' ' * len(rank)} │", f"{suit} │ {rank} │ {suit}"]
        lines += [lines[1], f"╰─{'─' * len(rank)}─╯"]
    return [f"{line:^{_WIDTH}}" for line in lines]


def progress(marks: Mapping[int, str], ranks: Sequence[str]) -> list[str]:
    """Return a line for each suit, with a sign and a rank for each card.

    `marks` has the signs by card; a card that is not in `marks` has the sign "·". `ranks` are the
    names of the ranks from seven up.
    """
    lines = []
    for suit, sign in enumerate(SUITS):
        spots = []
        for place, rank in enumerate(ranks):
            card = suit * _RANKS + place
            spots.append(f"{marks.get(card, '·')}{rank:<2}")
        lines.append(f"{sign}  {'  '.join(spots)}")
    return lines
