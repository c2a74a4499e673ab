"""Reasons for a card: what the card does, as far as its player knows.

A reason is a fact about the card, not a guess at hidden cards. A reason can also be found without
the player's hand, as an onlooker sees the table: see `onlooker`.
"""

from typing import TYPE_CHECKING

from marcoria.bots.knowledge import OUT, Knowledge
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote.audit import COUNT
from marcoria.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Found: TypeAlias = bool | dict[str, int]

_ALL = 255  # mask of all ranks of a suit


class Reason(Value):
    """Reason for a card: `key` identifies a sentence, into which the other values are inserted.

    `suit` is the suit of the card. `card` is another card that the sentence names, -1 for none.
    `seat` is the seat of a player whom the sentence names, -1 for none.
    """

    def __init__(self, key: str, suit: int, card: int = -1, seat: int = -1) -> None:
        self.key = key
        self.suit = suit
        self.card = card
        self.seat = seat


def reason(view: PlayerView, knowledge: Knowledge, card: int) -> Reason:
    """Return the most telling reason for a card that the player is about to lay."""
    return _Facts(view, knowledge, card).reason()


def onlooker(view: PlayerView, card: int) -> PlayerView:
    """Return the view of an onlooker who sees which card a player lays, but not his hand."""
    return PlayerView(view.game, view.seat, [card], view.laid)


class _Facts:
    """Facts about one card at one turn.

    Each public method except `reason` returns whether one fact holds. If the fact names another
    card or a seat, the method returns a dictionary with this card or seat instead of True.
    """

    def __init__(self, view: PlayerView, knowledge: Knowledge, card: int) -> None:
        self.view = view
        self.knowledge = knowledge
        self.house = house = view.house
        self.trick = trick = view.game.trick
        self.card = card
        self.suit = card >> 3
        self.trump = trick.trump
        self.leads = trick.led == 4
        self.wins = view.wins(card)
        # True if the whole hand is known. An onlooker knows only the card that is laid: for him,
        # facts that depend on the hand do not hold.
        self.knows_hand = knowledge.left[view.seat] == len(view.hand)
        self.rest = [other for other in view.hand if other != card]
        self.others = [seat for seat in range(4) if seat != view.seat and knowledge.left[seat]]
        self.foes = [seat for seat in self.others if house.side(seat) != view.side]
        self.later = view.later()
        self._room = knowledge.room()
        self._masks: dict[int, int] = {}

    def reason(self) -> Reason:
        """Return the first reason that holds."""
        for key, find in _OF_A_LEAD if self.leads else _OF_AN_ANSWER:
            found = find(self)
            if found:
                return Reason(key, self.suit, **({} if found is True else found))
        raise AssertionError("the last reason always holds")

    # --- every turn -------------------------------------------------------------------------

    def is_only_card(self) -> bool:
        """Return whether the player may lay no other card."""
        return self.knows_hand and len(self.view.legal()) == 1

    def empties_suit(self) -> bool:
        """Return whether the player can cut the plain suit of the card from now on.

        Return False for a card that follows the suit led.
        """
        if not self.knows_hand or self.trump == 4 or self.suit in (self.trump, self.trick.led):
            return False
        suits = [other >> 3 for other in self.rest]
        return self.suit not in suits and self.trump in suits

    # --- leads ------------------------------------------------------------------------------

    def draws_last_trump(self) -> bool:
        """Return whether other players have trumps now, but none after this trump is led."""
        if self.suit != self.trump or not self._others_have_trump():
            return False
        return all(COUNT[self._ranks(seat, self.trump)] <= 1 for seat in self.others)

    def frees_card(self) -> "Found":
        """Return a plain card in hand that nobody can beat once no other player has a trump.

        If there are several, return the one with the most points. Return False if there is none,
        or if the card does not draw the last trump.
        """
        if not self.knows_hand or not self.draws_last_trump():
            return False
        good = [other for other in self.rest if other >> 3 != self.trump and self._is_best(other)]
        return {"card": max(good, key=self.view.points)} if good else False

    def trump_to_taker(self) -> bool:
        """Return whether the card is a trump, and the partner is taker and may have a trump."""
        taker = self.knowledge.taker
        is_partner = taker in self.later and not self._is_foe(taker)
        return self.suit == self.trump and is_partner and self._ranks(taker, self.trump) != 0

    def draws_trumps(self) -> bool:
        """Return whether the card is a trump, and an opponent may have one."""
        return self.suit == self.trump and any(self._ranks(seat, self.trump) for seat in self.foes)

    def cashes(self) -> bool:
        """Return whether nobody can beat the card that is led."""
        return not any(self._may_take(seat) for seat in self.later)

    def leads_best(self) -> bool:
        """Return whether no other player can have a higher card of the suit."""
        return self._is_best(self.card)

    def leads_to_void(self) -> "Found":
        """Return the partner if he has none of the suit and may have a trump."""
        return self._void([seat for seat in self.later if not self._is_foe(seat)])

    def forces_trump(self) -> "Found":
        """Return an opponent who has none of the suit and may have a trump."""
        return self._void(self.foes)

    def returns_lead(self) -> bool:
        """Return whether the partner has led the suit."""
        return bool(self.knowledge.suits_led_by_partner() >> self.suit & 1)

    # --- answers ----------------------------------------------------------------------------

    def gives_points(self) -> bool:
        """Return whether the card adds points to a trick that the partner surely wins."""
        trick, points = self.trick, self.view.points(self.card)
        if not points or self.wins or not self.view.partner_wins():
            return False
        top = trick.top if trick.cut else _ALL
        foes = [seat for seat in self.later if self._is_foe(seat)]
        return not any(self._may_beat(seat, trick.led, trick.up, top, trick.cut) for seat in foes)

    def cuts(self) -> bool:
        """Return whether the card is a trump in a trick of another suit and wins so far."""
        return self.wins and self.suit != self.trick.led

    def overcuts(self) -> bool:
        """Return whether the card beats a trump with which another player has cut."""
        return bool(self.wins and self.trick.cut)

    def takes_cheaply(self) -> bool:
        """Return whether the card surely takes the trick, as cheaply as possible.

        Of the legal cards that beat the cards laid before, none may have fewer points, and at
        least one must have more points.
        """
        if not self.knows_hand or not self.takes():
            return False
        view = self.view
        points = [view.points(card) for card in view.legal() if view.wins(card)]
        return min(points) == view.points(self.card) < max(points)

    def takes(self) -> bool:
        """Return whether the card surely takes the trick."""
        return self.wins and not any(self._may_take(seat) for seat in self.later)

    def goes_higher(self) -> bool:
        """Return whether the card beats the cards before it."""
        return self.wins

    def leaves_trick(self) -> bool:
        """Return whether the partner wins the trick so far."""
        return self.view.partner_wins()

    def keeps(self) -> "Found":
        """Return a legal card that beats the cards laid before this turn.

        If there are several, return the one with the most points.
        """
        if not self.knows_hand:
            return False
        view = self.view
        kept = [card for card in view.legal() if view.wins(card)]
        return {"card": max(kept, key=view.points)} if kept else False

    def saves_points(self) -> bool:
        """Return whether no legal card has fewer points, and at least one has more."""
        if not self.knows_hand:
            return False
        points = [self.view.points(card) for card in self.view.legal()]
        return min(points) == self.view.points(self.card) < max(points)

    def throws_low(self) -> bool:
        """Return whether the card has no points."""
        return not self.view.points(self.card)

    def holds_anyway(self) -> bool:
        """Return True: the last reason in each list holds if no other reason does."""
        return True

    # --- the cards of others ----------------------------------------------------------------

    def _is_foe(self, seat: int) -> bool:
        return self.house.side(seat) != self.view.side

    def _ranks(self, seat: int, suit: int) -> int:
        """Return a mask of the ranks of a suit that a seat may have in hand."""
        found = self._masks.get(seat << 3 | suit)
        if found is not None:
            return found
        knowledge, mask = self.knowledge, 0
        for rank in range(8):
            card = suit << 3 | rank
            is_known = knowledge.place[card] == seat
            if is_known or (self._room[seat] and knowledge.may_hold(seat, card)):
                mask |= 1 << rank
        self._masks[seat << 3 | suit] = mask
        return mask

    def _has(self, seat: int, suit: int) -> bool:
        """Return whether a seat surely has a card of a suit."""
        cards = range(suit << 3, (suit << 3) + 8)
        return any(self.knowledge.place[card] == seat for card in cards)

    def _others_have_trump(self) -> bool:
        """Return whether another player surely has a trump."""
        if any(self._has(seat, self.trump) for seat in self.others):
            return True
        # If cards are out of play, or the player's own hand is not known, it is possible that no
        # other hand has a trump.
        if self._room[OUT] or not self.knows_hand:
            return False
        return any(self._ranks(seat, self.trump) for seat in self.others)

    def _is_best(self, card: int) -> bool:
        """Return whether no other player can have a higher card of the suit."""
        higher = self.trick.beats[card >> 3][card & 7]
        return not any(self._ranks(seat, card >> 3) & higher for seat in self.others)

    def _void(self, seats: list[int]) -> "Found":
        """Return the first of these seats that has no card of the suit and may have a trump."""
        if self.trump == 4 or self.suit == self.trump:
            return False
        for seat in seats:
            if not self._ranks(seat, self.suit) and self._ranks(seat, self.trump):
                return {"seat": seat}
        return False

    def _may_take(self, seat: int) -> bool:
        """Return whether a seat may beat the player's card, which wins so far."""
        trick, rank = self.trick, self.card & 7
        up = trick.beats[self.suit][rank]
        if self.leads or self.suit == trick.led:
            return self._may_beat(seat, self.suit, up, _ALL, 0)
        return self._may_beat(seat, trick.led, 0, up, 1)

    def _may_beat(self, seat: int, led: int, up: int, top: int, cut: int) -> bool:
        """Return whether a seat may beat the best card of a trick.

        `led` is the suit that was led. `up` is a mask of the ranks of this suit that beat the best
        card. `top` is a mask of the trumps that beat the best card. `cut` is 1 if the best card is
        a trump and another suit was led, else 0.
        """
        if not cut and self._ranks(seat, led) & up:
            return True
        if self.trump == 4 or led == self.trump or self._has(seat, led):
            return False
        return bool(self._ranks(seat, self.trump) & top)


# The reasons with their facts, the most telling reason first. The last reason always holds.
_OF_A_LEAD: "list[tuple[str, Callable[[_Facts], Found]]]" = [
    ("only-card", _Facts.is_only_card),
    ("frees-card", _Facts.frees_card),
    ("draws-last-trump", _Facts.draws_last_trump),
    ("trump-to-taker", _Facts.trump_to_taker),
    ("draws-trumps", _Facts.draws_trumps),
    ("cashes", _Facts.cashes),
    ("leads-best", _Facts.leads_best),
    ("leads-to-void", _Facts.leads_to_void),
    ("empties-suit", _Facts.empties_suit),
    ("forces-trump", _Facts.forces_trump),
    ("returns-lead", _Facts.returns_lead),
    ("leads-under", _Facts.holds_anyway),
]
_OF_AN_ANSWER: "list[tuple[str, Callable[[_Facts], Found]]]" = [
    ("only-card", _Facts.is_only_card),
    ("gives-points", _Facts.gives_points),
    ("overcuts", _Facts.overcuts),
    ("cuts", _Facts.cuts),
    ("takes-cheaply", _Facts.takes_cheaply),
    ("takes", _Facts.takes),
    ("goes-higher", _Facts.goes_higher),
    ("empties-suit", _Facts.empties_suit),
    ("leaves-trick", _Facts.leaves_trick),
    ("keeps", _Facts.keeps),
    ("saves-points", _Facts.saves_points),
    ("throws-low", _Facts.throws_low),
    ("stays-below", _Facts.holds_anyway),
]
KEYS = sorted({key for key, _ in _OF_A_LEAD + _OF_AN_ANSWER})
