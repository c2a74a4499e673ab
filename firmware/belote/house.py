"""A house: one complete set of rules, as `belote.housefile` loads it.

The rules depend on the keys of the file, never on the name of the house.
"""

from micropython import const

from belote import choices, duties

# For each rank the mask of ranks that beat it. Each line ends with the order of strength.
_PLAIN_BEATS = const(b"\xfe\xfc\xf8\x80\xe8\xc8\x88\x00")  # A T K Q J 9 8 7
_FACE_BEATS = const(b"\xfe\xfc\xf8\xf0\xe0\xc0\x80\x00")  # A K Q J T 9 8 7

# Points of the ranks up to the queen, and of the ace. The points of the king depend on the
# house.
_TRUMP_POINTS = const(b"\x00\x00\x0e\x0a\x14\x03")
_PLAIN_POINTS = const(b"\x00\x00\x00\x0a\x02\x03")
_ACE = const(b"\x0b")


class House:
    """The rules of one house: an attribute for each key of its file, and tables derived from them.

    The attribute of a key has the index of its word in `housekeys`, or the number if the key has a
    number. The exception is `players`, which has the number of players. `mark` is a hash of 16
    bits, by which a journal recognises the rules.
    """

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

    def __init__(self, name: str, values: "dict[str, int]", mark: int) -> None:
        for key, value in values.items():
            setattr(self, key, value)
        self.name = name
        self.mark = mark
        self.players = 2 if self.players else 4
        self.cards = 8 if self.players == 4 else 9  # cards in a hand
        # the number that is added to a seat, modulo 4, to get the next seat
        self.step = (1 if self.direction else 3) if self.players == 4 else 2
        self.shift = 0 if self.players == 4 else 1  # `seat >> shift & 1` is the side of a seat
        self.plain_beats = _FACE_BEATS if self.plain else _PLAIN_BEATS
        king = b"\x0a" if self.king else b"\x04"
        self.plain_points = _PLAIN_POINTS + king + _ACE
        self.trump_points = _TRUMP_POINTS + king + _ACE
        self.find_duties()

    def find_duties(self) -> None:
        """Compute the tables `follow` and `void` from the keys; their entries are `duties` masks.

        `follow` is for players who can follow suit. Its index is the sum of 1 if the partner is
        winning, and 2 if the led suit has trump order. `void` is for players who cannot follow
        suit. Its index is the sum of 1 if the trick is cut, and 2 if the partner is winning.
        """
        lead = duties.RISE | duties.OWES_LOWEST if self.no_rise else duties.RISE
        plain = duties.RISE if self.rise_plain else 0
        of_partner = duties.RISE if self.rise_plain == choices.RISE_PLAIN_MUST else 0
        self.follow = bytes((plain, of_partner, lead, 0 if self.rise_partner else lead))
        under = (duties.UNDER_ANY, 0, duties.UNDER_LOWEST)[self.under]
        height = duties.HIGHER | duties.HEIGHT_ONLY if self.over_partner else 0
        over = 0 if self.overcut else duties.HIGHER | under
        over_partner = (
            height,
            over or height,
            duties.HIGHER | duties.UNDER_ANY if height else duties.ANY,
            duties.HIGHER | under,
        )[self.partner]
        cut = 0 if self.cut else duties.ANY
        cut_partner = duties.ANY if self.partner >= choices.PARTNER_TRUMP else 0
        self.void = bytes((cut, over, cut_partner, over_partner))

    def side(self, seat: int) -> int:
        """Return the side of a seat.

        With four players North-South is 0 and East-West 1; with two players North is 0 and South
        1.
        """
        return seat >> self.shift & 1

    def after(self, seat: int) -> int:
        """Return the seat whose turn it is after `seat`."""
        return seat + self.step & 3
