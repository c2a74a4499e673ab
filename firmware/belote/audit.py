"""Known cards of each hand, and proofs of illegal plays.

A play *denies* cards: if its player had held any one of them, the play would have been illegal.
The play is proved illegal as soon as a denied card turns up in the player's hand. It is also
proved illegal when the player has so many cards left that one of them must be a denied card.
"""

from micropython import const

from belote.trick import why
from codes.game import Answers, Offences

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from belote.house import House

# The number of 1 bits in each mask from 0 to 255.
COUNT = bytearray(256)
for _mask in range(256):
    COUNT[_mask] = COUNT[_mask >> 1] + (_mask & 1)


def hands() -> list[bytearray]:
    """Return an empty hand for each seat."""
    return [bytearray(5) for _ in range(4)]


class Audit:
    """The known cards of one deal.

    `hands` has the cards known to be in each hand now. `laid` has the cards that each seat has
    laid. `seen` has all cards whose place is known: a mask of ranks for each suit. `left` has the
    number of cards that each seat still holds. `scanned` is set if hands are scanned before play.
    The audit calls `note(seat, code, play, plays)` when a play is proved illegal: `code` is the
    offence, `play` is the index of the play, and `plays` is the number of cards laid so far.
    """

    def __init__(self, house: "House", note: "Callable[[int, int, int, int], None]") -> None:
        self.house = house
        self.note = note
        self.hands = hands()
        self.laid = hands()
        # Cards denied by the plays of each seat, except plays proved illegal
        self.denied = hands()
        self.seen = bytearray(4)
        self.left = bytearray(4)
        # By seat: the number of cards that it may hold and has not denied, minus the number of
        # cards that it has left.
        self._slack = [0] * 4
        self._hand = bytearray(5)  # scratch: a hypothetical hand, emptied after use
        self._common = bytearray(64)
        self._need = [0] * 16
        # One entry for each play: seat, card, led suit, and the masks of `Trick.denies`, which
        # become 0 once the play is proved illegal.
        self.seat = bytearray(32)
        self.card = bytearray(32)
        self.led = bytearray(32)
        self.denies = [0] * 32
        self.start()

    def start(self) -> None:
        """Reset for a new deal, in which no card is known."""
        self.plays = self.scanned = 0
        self.trump = 4
        house = self.house
        for seat in range(4):
            for suit in range(4):
                self.hands[seat][suit] = self.laid[seat][suit] = self.denied[seat][suit] = 0
                self.seen[suit] = 0
            self.left[seat] = 0 if house.shift & seat else house.cards
            self._slack[seat] = 32 - house.cards

    def place(self, card: int) -> int:
        """Return whether the place of `card` is known."""
        return self.seen[card >> 3] >> (card & 7) & 1

    def had(self, seat: int, card: int) -> int:
        """Return whether `card` is known to be in the hand of `seat`, or was laid from it."""
        suit = card >> 3
        return (self.hands[seat][suit] | self.laid[seat][suit]) >> (card & 7) & 1

    def held(self, seat: int) -> int:
        """Return how many cards of a hand are known."""
        held = 0
        for mask in self.hands[seat]:
            held += COUNT[mask]
        return held

    def absent(self, seat: int, card: int) -> int:
        """Return why `card` cannot be in the hand of `seat`, 0 if it can."""
        if self.hands[seat][card >> 3] >> (card & 7) & 1:
            return 0
        if self.place(card):
            return Answers.CARD_SEEN
        return Answers.NOT_HELD if self.held(seat) >= self.left[seat] else 0

    def over(self) -> bool:
        """Return whether all cards have been laid."""
        return not any(self.left)

    def show(self, seat: int, card: int) -> None:
        """Store that `card` is in the hand of `seat`; note offences that this proves."""
        self.hands[seat][card >> 3] |= 1 << (card & 7)
        self._turned_up(seat, card)
        self.out(card)

    def out(self, card: int, seat: int = 4) -> None:
        """Store that the place of `card` is known; note offences that this proves.

        If `seat` is less than 4, remove the card from the known hand of this seat.
        """
        self.seen[card >> 3] |= 1 << (card & 7)
        if seat < 4:
            self.hands[seat][card >> 3] &= 255 ^ 1 << (card & 7)
        for seat in range(4):
            self._measure(seat)
        self._weigh()

    def play(self, seat: int, card: int, denies: int, led: int) -> None:
        """Store a card that `seat` lays and the cards that it denies; note proved offences.

        `denies` has the masks that `Trick.denies` returned for the card.
        """
        play = self.plays
        self.plays = play + 1
        self.seat[play] = seat
        self.card[play] = card
        self.led[play] = led
        self.denies[play] = denies
        self._put_down(seat, card)
        if denies:
            denied = self.denied[seat]
            denied[led] |= denies & 255
            denied[self.trump] |= denies >> 8 & 255
            code = why(card, led, self.trump, denies, self.hands[seat])
            if code:
                self._prove(play, code)
            self._measure(seat)
        self._weigh()

    def _put_down(self, seat: int, card: int) -> None:
        """Move a card of `seat` from the hand to the laid cards.

        If earlier plays of `seat` denied the card, note them as illegal.
        """
        suit = card >> 3
        bit = 1 << (card & 7)
        self.laid[seat][suit] |= bit
        self.left[seat] -= 1
        if self.seen[suit] & bit:
            self.hands[seat][suit] &= 255 ^ bit
        else:
            self.seen[suit] |= bit
            slack = self._slack
            slack[seat] += 1
            for other in range(4):
                if not self.denied[other][suit] & bit:
                    slack[other] -= 1
        if self.denied[seat][suit] & bit:
            self._turned_up(seat, card)

    def suspects(self) -> int:
        """Return a mask of the seats under suspicion of an illegal play that is not proved.

        Plays that are proved illegal do not count here. Return 0 while the unseen cards can be
        dealt so that all other plays were legal. If they cannot, at least one of these plays was
        illegal. Then ignore the plays of one group of seats at a time, and find out whether the
        cards can now be dealt. Return all seats of the smallest groups for which they can.
        """
        if self._surely_dealable() or self._dealable(0):
            return 0
        found = 0
        for size in range(1, 5):
            for group in range(1, 16):
                if COUNT[group] == size and self._dealable(group):
                    found |= group
            if found:
                break
        return found

    def _broken(self, play: int, hand: bytearray) -> int:
        """Return the duty that a play broke if its player had held `hand`, 0 for none."""
        return why(self.card[play], self.led[play], self.trump, self.denies[play], hand)

    def _turned_up(self, seat: int, card: int) -> None:
        """Note as illegal all plays of `seat` that deny `card`, because `seat` has held it."""
        one = self._hand
        one[card >> 3] = 1 << (card & 7)
        for play in range(self.plays):
            if self.seat[play] == seat:
                code = self._broken(play, one)
                if code:
                    self._prove(play, code)
        one[card >> 3] = 0

    def _prove(self, play: int, code: int) -> None:
        """Note a play as illegal, and drop the cards that it denied."""
        seat = self.seat[play]
        self.denies[play] = 0
        denied = self.denied[seat]
        for suit in range(4):
            denied[suit] = 0
        for other in range(self.plays):
            if self.seat[other] == seat:
                denied[self.led[other]] |= self.denies[other] & 255
                denied[self.trump] |= self.denies[other] >> 8 & 255
        self._measure(seat)
        self.note(seat, code, play, self.plays)

    def _measure(self, seat: int) -> None:
        """Compute the value in `_slack` of a seat again."""
        self._slack[seat] = self._room(seat, self.denied[seat]) - self.left[seat]

    def _room(self, seat: int, denied: bytearray) -> int:
        """Return how many cards `seat` may hold that are not `denied`."""
        room = 0
        hand = self.hands[seat]
        for suit in range(4):
            room += COUNT[(255 ^ self.seen[suit] | hand[suit]) & ~denied[suit]]
        return room

    def _weigh(self) -> None:
        """Note a play as illegal if it is illegal with every hand that its player may have."""
        one = self._hand
        for seat in range(4):
            if self._slack[seat] >= 0:
                continue
            for play in range(self.plays):
                denies = self.denies[play]
                if denies and self.seat[play] == seat:
                    one[self.led[play]] = denies & 255
                    one[self.trump] |= denies >> 8 & 255
                    room = self._room(seat, one)
                    for suit in range(5):
                        one[suit] = 0
                    if room < self.left[seat]:
                        self._prove(play, self._counted(play))

    def _counted(self, play: int) -> int:
        """Return the duty that a play certainly broke, OFFENCE if the duty is not certain.

        With some hands the play broke several duties. Then the duty with the smallest number
        counts, as in `why`.
        """
        seat = self.seat[play]
        one = self._hand
        code = room = innocent = 0
        for card in range(32):
            if self.place(card) and not self.hands[seat][card >> 3] >> (card & 7) & 1:
                continue
            one[card >> 3] = 1 << (card & 7)
            broken = self._broken(play, one)
            one[card >> 3] = 0
            room += 1
            if broken and (not code or broken < code):
                code = broken
                innocent = room - 1
            elif broken != code:
                innocent += 1
        return code if code and innocent < self.left[seat] else Offences.OFFENCE

    def _surely_dealable(self) -> bool:
        """Return True if a quick check shows that the unseen cards can be dealt as in `_dealable`.

        False means that the check cannot tell. The `_slack` of each seat must not be negative, and
        no unseen card may be denied by all seats. For all groups of two or three seats there is
        one count: the unseen cards that at most one seat denies. Each of these cards can go to
        some seat of each group. The count must not be below the largest number of cards that a
        group needs.
        """
        clashes = unseen = most = 0
        for seat in range(4):
            if self._slack[seat] < 0:
                return False
            if self.left[seat] > most:
                most = self.left[seat]
        for suit in range(4):
            left = 255 ^ self.seen[suit]
            once = twice = 0
            all = left
            for seat in range(4):
                denied = self.denied[seat][suit]
                all &= denied
                twice |= once & denied
                once |= denied
            if all:
                return False
            clashes += COUNT[twice & left]
            unseen += COUNT[left]
        return clashes <= unseen - most * min(3, self.house.players)

    def _dealable(self, suspects: int) -> bool:
        """Return whether the unseen cards can be dealt so that no seat gets a card that it denied.

        `suspects` is a mask of the seats whose plays are ignored. By Hall's theorem the cards can
        be dealt if every group of seats may hold at least as many unseen cards as the group needs.
        """
        # Four masks for each group: the unseen cards that all its seats denied
        common = self._common
        need = self._need
        unseen = 0
        for suit in range(4):
            common[suit] = left = 255 ^ self.seen[suit]
            unseen += COUNT[left]
        for seat in range(4):
            denied = self.denied[seat]
            hand = self.hands[seat]
            first = 1 << seat
            wants = self.left[seat]
            for suit in range(4):
                wants -= COUNT[hand[suit]]
            for group in range(first, first * 2):
                rest = (group ^ first) * 4
                room = unseen
                for suit in range(4):
                    mask = 0 if suspects >> seat & 1 else common[rest + suit] & denied[suit]
                    common[group * 4 + suit] = mask
                    room -= COUNT[mask]
                need[group] = need[group ^ first] + wants
                if room < need[group]:
                    return False
        return True
