"""Rules of thumb: how good a card seems, by what a careful player sees at a glance.

Each rule is a fact about a card, given as a number, and the weight of this fact in card points.
The weights were fitted to the values of cards in thousands of deals that the solver
(docs/analysis.md) had solved.
"""

from marcoria.bots.chances import Chances
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote.audit import COUNT
from marcoria.game.masks import masks

_TEN = 3
_WEIGHTS = (
    0.11,  # points of the trick and of the card: positive if won, negative if lost
    0.8,  # number of opponents still to play, who may give points: positive or negative as above
    1.97,  # winning the trick, and with it the lead
    -0.33,  # points of the card, if the trick is lost
    0.99,  # taking a trick that the partner wins anyway
    -0.17,  # giving away the highest card left of a plain suit
    0.11,  # points of the highest card left of a plain suit
    0.31,  # points of the only card of a plain suit in hand, if it is not the highest left
    0.09,  # number of ranks that a plain card beats
    0.31,  # giving away the highest trump left
    -0.18,  # points of the highest trump left
    -0.04,  # points of a trump
    -0.14,  # giving away a trump, unless all suits are trump
    3.26,  # leading the highest trump, by the taker's side
    8.46,  # leading the highest trump, by the other side
    -2.11,  # leading another trump, by the taker's side
    -1.45,  # leading another trump, by the other side
    0.46,  # leading the highest card of a plain suit
    -5.0,  # leading a plain ten that can be beaten (fitted: -2.8; partners dislike this lead)
    0.94,  # leading the only card of a plain suit, with trumps in hand
    0.2,  # leading a suit that the partner has led
    -0.13,  # points of a led card that an opponent may cut
    9.83,  # leading a suit that the partner may cut
    -1.68,  # keeping a ten as the only card of its plain suit, if it can be beaten
    -2.69,  # cutting a trick that the partner wins
    0.96,  # throwing away the last card of a suit, with trumps in hand
    -3.46,  # throwing away the highest card of a suit
    0.23,  # number of trumps in hand, if a trump is played
)


class RulesOfThumb:
    """The rules for one turn of one player."""

    def __init__(self, view: PlayerView, knowledge: Knowledge) -> None:
        self.view = view
        self.knowledge = knowledge
        self.house = view.house
        self.chances = Chances(knowledge)
        trick = view.game.trick
        self.leads = trick.led == 4
        self.trump = trick.trump
        self.later = view.later()
        self.partner_wins = view.partner_wins()
        self.own = masks(view.hand)
        self.is_takers_side = self.house.side(knowledge.taker) == view.side
        self.partners_suits = knowledge.suits_led_by_partner()

    def ranked(self) -> list[tuple[float, int]]:
        """Return the legal cards with their worth, the best card first."""
        found = [(self.worth(card), card) for card in self.view.legal()]
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def first_of_equals(self, card: int) -> int:
        """Return the card that a person would lead instead of an equally good card: the highest.

        The legal cards of the suit are equally good if no other player can beat `card`. With jack
        and nine of trump in hand, for example, return the jack in place of the nine. Return `card`
        itself if the player does not lead, or if another player may beat the card.
        """
        if not self.leads or not self._is_master(card):
            return card
        same = [one for one in self.view.legal() if one >> 3 == card >> 3]
        return max(same, key=self._strength)

    def worth(self, card: int) -> float:
        """Return how good a card seems, in card points."""
        total = 0.0
        for number, fact in enumerate(self._facts(card)):
            total += _WEIGHTS[number] * fact
        return total

    def _facts(self, card: int) -> list[float]:
        """Return the facts about a card as numbers, in the order of their weights."""
        view = self.view
        wins = view.wins(card)
        chance = self._chance(card, wins)
        is_master = self._is_master(card)
        facts = self._of_the_trick(card, wins, chance)
        if view.is_trump(card):
            facts += [0.0] * 4 + self._of_a_trump(card, is_master)
        else:
            facts += self._of_a_plain_card(card, is_master) + [0.0] * 4
        if self.leads:
            facts += self._of_a_lead(card, is_master) + [0.0] * 4
        else:
            facts += [0.0] * 10 + self._of_an_answer(card, is_master)
        return facts + [float(view.is_trump(card)) * COUNT[self.own[card >> 3]]]

    def _of_the_trick(self, card: int, wins: bool, chance: float) -> list[float]:
        """Return the facts about the trick; the player's side wins it with the chance `chance`."""
        points = self.view.points(card)
        swing = 2.0 * chance - 1.0
        foes = [seat for seat in self.later if self.house.side(seat) != self.view.side]
        return [
            swing * (self.view.game.trick.points + points),
            swing * len(foes),
            chance,
            (1.0 - chance) * points,
            float(self.partner_wins and wins and not self.leads),
        ]

    def _of_a_plain_card(self, card: int, is_master: float) -> list[float]:
        """Return the facts about a card that is not a trump."""
        points = self.view.points(card)
        is_single = float(COUNT[self.own[card >> 3]] == 1)
        return [
            is_master,
            is_master * points,
            (1.0 - is_master) * is_single * points,
            self._strength(card),
        ]

    def _of_a_trump(self, card: int, is_master: float) -> list[float]:
        """Return the facts about a trump."""
        points = float(self.view.points(card))
        return [is_master, is_master * points, points, float(self.trump < 4)]

    def _of_a_lead(self, card: int, is_master: float) -> list[float]:
        """Return the facts about leading a card."""
        suit = card >> 3
        side = float(self.is_takers_side)
        if self.view.is_trump(card):
            other = 1.0 - is_master
            return [
                is_master * side,
                is_master * (1.0 - side),
                other * side,
                other * (1.0 - side),
            ] + [0.0] * 6
        has_trumps = self.trump < 4 and self.own[self.trump] != 0
        return [0.0] * 4 + [
            is_master,
            (1.0 - is_master) * float(card & 7 == _TEN),
            float(has_trumps and COUNT[self.own[suit]] == 1),
            float(self.partners_suits >> suit & 1),
            self._chance_of_cut(suit, by_partner=False) * self.view.points(card),
            self._chance_of_cut(suit, by_partner=True),
        ]

    def _of_an_answer(self, card: int, is_master: float) -> list[float]:
        """Return the facts about playing a card to a trick that another player has led."""
        suit, led = card >> 3, self.view.game.trick.led
        is_trump = self.view.is_trump(card)
        is_discard = suit != led and not is_trump
        has_trumps = self.trump < 4 and self.own[self.trump] != 0
        return [
            float(self._bares_ten(card)),
            float(self.partner_wins and is_trump and suit != led),
            float(is_discard and has_trumps and COUNT[self.own[suit]] == 1),
            float(is_discard) * is_master,
        ]

    # --- what may happen in the trick -------------------------------------------------------

    def _chance(self, card: int, wins: bool) -> float:
        """Return the chance that the player's side wins the trick after this card."""
        trick, suit = self.view.game.trick, card >> 3
        led, cut, up, top = trick.led, trick.cut, trick.up, trick.top
        if led == 4 or (wins and suit == led):
            led, cut, up = suit, 0, trick.beats[suit][card & 7]
        elif wins:
            cut, top = 1, trick.beats[suit][card & 7]
        chance = 1.0 if wins or self.partner_wins else 0.0
        for seat in self.later:
            takes = self._takes(seat, led, up, top if cut else 255, bool(cut))
            if self.house.side(seat) == self.view.side:
                chance += (1.0 - chance) * takes
            else:
                chance *= 1.0 - takes
        return chance

    def _takes(self, seat: int, led: int, up: int, top: int, cut: bool) -> float:
        """Return the chance that a seat beats the best card of the trick.

        `led` is the suit that was led. `up` is a mask of the ranks of this suit that beat the best
        card. `top` is a mask of the trumps that beat the best card. `cut` says whether the best
        card is a trump and another suit was led.
        """
        chances = self.chances
        takes = 0.0 if cut else chances.of_any(seat, led, up)
        if self.trump < 4 and led != self.trump:
            is_void = 1.0 - chances.of_any(seat, led, 255)
            takes += is_void * chances.of_any(seat, self.trump, top)
        return takes

    def _chance_of_cut(self, suit: int, by_partner: bool) -> float:
        """Return the chance that an opponent cuts a suit that is led.

        With `by_partner`, return the chance that the partner cuts it.
        """
        stays = 1.0
        for seat in self.later:
            if (self.house.side(seat) == self.view.side) == by_partner:
                stays *= 1.0 - self._cuts(seat, suit)
        return 1.0 - stays

    def _cuts(self, seat: int, suit: int) -> float:
        """Return the chance that a seat has no card of a suit, and has a trump."""
        if self.trump == 4:
            return 0.0
        is_void = 1.0 - self.chances.of_any(seat, suit, 255)
        return is_void * self.chances.of_any(seat, self.trump, 255)

    # --- what the card is -------------------------------------------------------------------

    def _others(self, suit: int) -> int:
        """Return a mask of the cards of a suit that other players may still have."""
        return 255 & ~self.own[suit] & ~self.knowledge.gone[suit]

    def _is_master(self, card: int) -> float:
        """Return 1.0 if no other player can have a higher card of the suit, else 0.0."""
        beats = self.view.game.trick.beats[card >> 3][card & 7]
        return float(not beats & self._others(card >> 3))

    def _strength(self, card: int) -> float:
        """Return how many ranks of its suit a card beats."""
        return 7.0 - COUNT[self.view.game.trick.beats[card >> 3][card & 7]]

    def _bares_ten(self, card: int) -> bool:
        """Return whether laying a card would leave only a ten in its plain suit.

        Return False if no other player can beat this ten.
        """
        suit = card >> 3
        left = self.own[suit] & ~(1 << (card & 7))
        ten = suit << 3 | _TEN
        if self.view.is_trump(card) or left != 1 << _TEN:
            return False
        return not self._is_master(ten)
