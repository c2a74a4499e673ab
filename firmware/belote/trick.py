"""One trick: its winner, the duties of the next player, and the cards that a play denies."""

from micropython import const

from belote import duties
from codes.game import Bids, Offences

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House

# For each rank, the mask of the ranks that beat it. The comment behind the masks
# lists the ranks, the strongest first.
TRUMP_BEATS = b"\xfe\xfc\x10\x94\x00\xdc\x9c\x14"  # J 9 A T K Q 8 7

FREE = const(0x800)  # flag in a result of `legal`: all cards of the other suits are legal too

# Replaces `House.follow` in no trumps, where the only duty is to follow suit
_FREELY = const(b"\x00\x00\x00\x00")
_WEAKEST_FIRST = const(b"\x01\x02\x20\x40\x08\x80\x04\x10")  # trump ranks, a mask each


def lowest(mask: int) -> int:
    """Return the weakest trump of a mask of ranks, as a mask; 0 for none."""
    for bit in _WEAKEST_FIRST:
        if mask & bit:
            return bit
    return 0


class Trick:
    """The trick on the table: `seat` plays next, and `winner` is winning so far.

    `lay` computes the duties of the next player once, as masks of ranks. A player who has the led
    suit must lay one of the ranks in `rise` if able. A player without the led suit must lay one of
    the trumps in `over` if able; with HEIGHT_ONLY in `owes` other suits are legal too.
    """

    def __init__(self, house: "House") -> None:
        self.house = house
        # the XOR of the seats of partners; without partners 8, which is the XOR of no two seats
        self.partner = 2 if house.players == 4 else 8
        self.beats = [TRUMP_BEATS] * 4
        self.values = [house.trump_points] * 4
        self.trump = 4
        self.follow = house.follow
        self.start(0)

    def contract(self, contract: int) -> None:
        """Set the order of strength and the points of each suit for a contract."""
        house = self.house
        self.trump = contract if contract < Bids.NO_TRUMPS else 4
        self.follow = _FREELY if contract == Bids.NO_TRUMPS else house.follow
        for suit in range(4):
            high = contract == Bids.ALL_TRUMPS or contract == suit
            self.beats[suit] = TRUMP_BEATS if high else house.plain_beats
            self.values[suit] = house.trump_points if high else house.plain_points

    def start(self, seat: int) -> None:
        """Start a new trick, led by `seat`."""
        self.seat = self.winner = seat
        self.count = self.points = self.cut = self.up = self.top = 0
        self.rise = self.lowest = self.over = self.owes = 0
        self.led = 4

    def lay(self, card: int) -> None:
        """Add the next player's card, legal or not, and find the duties of the player after."""
        suit = card >> 3
        rank = card & 7
        seat = self.seat
        if self.led == 4:
            self.led = suit
            self.up = self.beats[suit][rank]
        elif suit == self.led:
            if self.up >> rank & 1:
                self.up = self.beats[suit][rank]
                if not self.cut:
                    self.winner = seat
        elif suit == self.trump and (not self.cut or self.top >> rank & 1):
            self.cut = 1
            self.top = TRUMP_BEATS[rank]
            self.winner = seat
        self.points += self.values[suit][rank]
        self.count += 1
        self.seat = seat = seat + self.house.step & 3
        held = self.winner ^ seat == self.partner
        owes = self.follow[held + 2 * (self.beats[self.led] is TRUMP_BEATS)]
        self.rise = self.up if owes else 0
        self.lowest = owes & duties.OWES_LOWEST
        self.owes = owes = self.house.void[held * 2 + self.cut]
        self.over = self.top if owes & duties.HIGHER else 255 if owes & duties.ANY else 0

    def legal(self, hand: bytearray) -> int:
        """Return the legal cards of the next player's `hand` as `suit << 8 | mask` of ranks.

        FREE is added if every card of the other suits is legal too. Without any duty the result is
        FREE | 255, whatever the hand has.
        """
        led = self.led
        mask = hand[led]
        if mask:
            able = mask & self.rise
            if not able:
                able = lowest(mask) if self.lowest else mask
            return led << 8 | able
        mask = hand[self.trump]
        if mask:
            able = mask & self.over
            owes = self.owes
            if able:
                return (FREE if owes & duties.HEIGHT_ONLY else 0) | self.trump << 8 | able
            if owes & duties.UNDER:
                if owes & duties.UNDER_LOWEST:
                    mask = lowest(mask)
                return self.trump << 8 | mask
        return FREE | 255

    def denies(self, card: int) -> int:
        """Return the cards that the next player denies by laying `card`.

        Holding any of them would make the play illegal. Bits 0 to 7 are ranks of the led suit,
        bits 8 to 15 are trumps. If the player had to lay the lowest card, bits 16 to 23 are the
        ranks lower than `card` in its suit. Bits 24 to 29 are not used. A new rule may use them,
        for example to tell `why` about another duty.
        """
        suit = card >> 3
        rank = card & 7
        led = self.led
        if led == 4:
            return 0
        if suit == led:
            if self.rise >> rank & 1:
                return 0
            if not self.lowest:
                return self.rise
            lower = 255 ^ self.beats[suit][rank] ^ 1 << rank
            return lower << 16 | self.rise | lower
        if self.trump == 4:
            return 255
        owes = self.owes
        if suit != self.trump:
            if owes & duties.HEIGHT_ONLY:
                return 255
            return (255 if owes & duties.UNDER else self.over) << 8 | 255
        if self.over >> rank & 1:
            return 255
        lower = 255 ^ TRUMP_BEATS[rank] ^ 1 << rank if owes & duties.UNDER_LOWEST else 0
        return lower << 16 | (self.over | lower) << 8 | 255


def why(card: int, led: int, trump: int, denies: int, hand: bytearray) -> int:
    """Return the duty that laying `card` broke if its player also held `hand`; 0 for none.

    `denies` are the cards that `Trick.denies` returned for the play. If several duties are broken,
    return the one with the smallest number: `Audit._counted` relies on this order.
    """
    held = hand[led]
    trumps = hand[trump]
    lower = denies >> 16 & 255
    if card >> 3 == led:
        if held & denies & 255 & ~lower:
            return Offences.NO_RISE
        return Offences.NOT_LOWEST if held & lower else 0
    if held & denies & 255:
        return Offences.REVOKE
    if trumps & denies >> 8 & 255 & ~lower:
        return Offences.NO_OVERTRUMP if card >> 3 == trump else Offences.NO_TRUMP
    return Offences.NOT_LOWEST if trumps & lower else 0
