"""A house: one complete set of rules, as `belote.housefile` loads it.

No code asks for a house by its name.
"""

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.housekeys import Rules
else:
    Rules = object  # at the table types are nothing


class House(Rules):
    """The rules of one house, one attribute a key, and what follows from them."""

    cards: int  # in a hand
    step: int  # from a seat to the next one
    shift: int  # from a seat to its side: the lowest bit then
    mark: int  # sixteen bits that tell two sets of rules apart
    plain_beats: bytes  # the ranks that beat a rank, in a plain suit
    plain_points: bytes
    trump_points: bytes
    follow: bytes  # the `duties` of who follows: by trump order of the led suit, partner winning
    void: bytes  # and of who cannot: by cut, partner winning

    def side(self, seat: int) -> int:
        """0 North-South and 1 East-West; at a table of two 0 North and 1 South."""
        return seat >> self.shift & 1

    def after(self, seat: int) -> int:
        """Whose turn it is after `seat`."""
        return seat + self.step & 3
