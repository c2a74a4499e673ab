"""A house: one complete set of rules, as `belote.housefile` loads it.

No code asks for a house by its name.
"""


class House:
    """The rules of one house, one attribute a key, and what follows from them."""

    name: str
    players: int
    direction: int
    packets: int
    rest: int
    upcard: int
    bidding: int
    third: int
    next: int
    opening: int
    shuffle: int
    draw: int
    king: int
    plain: int
    rise_partner: int
    no_rise: int
    rise_plain: int
    cut: int
    overcut: int
    under: int
    partner: int
    over_partner: int
    melds: int
    contest: int
    equal: int
    eight: int
    no_trump: int
    counting_trick: int
    calls: int
    order: int
    late: int
    word: int
    belote_counts: int
    success: int
    quota: int
    fail: int
    fail_melds: int
    fail_belote: int
    capot_as: int
    capot: int
    capot_melds: int
    capot_belote: int
    reverse: int
    reverse_melds: int
    litige: int
    litige_belote: int
    again: int
    rounding: int
    nt: int
    kirtik: int
    target: int
    end_capot: int
    call_out: int
    look: int
    taken: int
    seven: int
    discipline: int
    fine: int

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
