"""Reasons of the expert: what a card does, in terms of what its player knew.

A reason describes the card after it was chosen. It claims only what is certain from the player's
own cards and from what everybody has seen.
"""

from typing import TYPE_CHECKING

from marcoria.bots.knowledge import OUT, Knowledge
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote.audit import COUNT
from marcoria.firmware.codes.game import name_of
from marcoria.game.masks import masks
from marcoria.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable

_PLAIN = ("only", "saves", "best")
_MANY = 10  # points of a card that is worth giving to the partner
# What each reason says of the player, by its key.
SENTENCES = {
    "only": "has no choice",
    "draws-last": "draws the last trump",
    "draws": "draws trumps",
    "cashes": "plays the highest card left of its suit",
    "lets-cut": "lets the partner cut",
    "returns": "returns the suit that the partner led",
    "shortens": "plays the last card of a suit, to cut it later",
    "cuts": "cuts",
    "overcuts": "goes over a trump",
    "takes": "takes the trick",
    "tries": "goes higher, to take the trick",
    "gives": "gives points to the partner, who takes the trick",
    "saves": "gives as few points as possible",
    "best": "does best in the deals that the expert imagines",
}


class Reason(Value):
    """A reason: its key in `SENTENCES`.

    `good` are plain cards of the player that nobody can beat or cut after the last trump.
    """

    def __init__(self, key: str, good: list[int]) -> None:
        self.key = key
        self.good = good

    def is_telling(self) -> bool:
        """Return whether the reason says more than that the card is a good one."""
        return self.key not in _PLAIN

    def sentence(self) -> str:
        """Return the reason as the end of a sentence about the player."""
        sentence = SENTENCES[self.key]
        if not self.good:
            return sentence
        names = " and ".join(name_of(card) for card in self.good)
        return f"{sentence}: nobody can take {names} then"


def reason(view: PlayerView, knowledge: Knowledge, card: int) -> Reason:
    """Return the most telling reason for a card that a player is about to lay."""
    situation = Situation(view, knowledge, card)
    key = next((key for key, test in _TESTS if test(situation)), "best")
    return Reason(key, situation.good_cards() if key == "draws-last" else [])


class Situation:
    """A card of a player, and what the player knew before he laid it."""

    def __init__(self, view: PlayerView, knowledge: Knowledge, card: int) -> None:
        self.view = view
        self.knowledge = knowledge
        self.card = card
        self.suit = card >> 3
        self.own = masks(view.hand)
        self.leads = view.game.trick.led == 4
        self.is_trump = view.game.trick.trump == self.suit
        self.wins = view.wins(card)

    def others(self, suit: int) -> int:
        """Return a mask of the cards of a suit that other players may have in hand."""
        return 255 & ~self.own[suit] & ~self.knowledge.gone[suit] & ~self._out(suit)

    def _out(self, suit: int) -> int:
        """Return a mask of the cards of a suit that are in no hand."""
        place = self.knowledge.place
        return sum(1 << rank for rank in range(8) if place[suit << 3 | rank] == OUT)

    def is_highest(self) -> bool:
        """Return whether no other player can have a higher card of the suit."""
        beats = self.view.game.trick.beats[self.suit][self.card & 7]
        return not beats & self.others(self.suit)

    def is_last(self) -> bool:
        """Return whether all other players have laid a card to the trick."""
        return bool(self.view.game.trick.count == self.view.house.players - 1)

    def partner(self) -> int:
        """Return the partner's seat, -1 without one."""
        return self.view.seat ^ 2 if self.view.house.players == 4 else -1

    def foes_may_have_trumps(self) -> bool:
        """Return whether an opponent can have a card of the suit, which is trump."""
        house, view = self.view.house, self.view
        foes = [seat for seat in range(4) if house.side(seat) != view.side]
        cards = [self.suit << 3 | rank for rank in range(8)]
        return any(self.knowledge.may_hold(seat, card) for seat in foes for card in cards)

    def good_cards(self) -> list[int]:
        """Return the plain cards of the player that nobody can beat."""
        beats = self.view.game.trick.beats
        return [
            card
            for card in self.view.hand
            if card >> 3 != self.suit and not beats[card >> 3][card & 7] & self.others(card >> 3)
        ]

    def may_cut(self, seat: int) -> bool:
        """Return whether a seat has no card of the suit, and may have a trump."""
        trump, knowledge = self.view.game.trick.trump, self.knowledge
        if seat < 0 or trump == 4 or self.is_trump:
            return False
        cards = [self.suit << 3 | rank for rank in range(8)]
        trumps = [trump << 3 | rank for rank in range(8)]
        return not any(knowledge.may_hold(seat, card) for card in cards) and any(
            knowledge.may_hold(seat, card) for card in trumps
        )


def _only(one: Situation) -> bool:
    return len(one.view.legal()) == 1


def _draws_last(one: Situation) -> bool:
    return _draws(one) and COUNT[one.others(one.suit)] == 1


def _draws(one: Situation) -> bool:
    return one.leads and one.is_trump and one.is_highest() and one.foes_may_have_trumps()


def _cashes(one: Situation) -> bool:
    return one.leads and one.is_highest()


def _lets_cut(one: Situation) -> bool:
    return one.leads and one.may_cut(one.partner())


def _returns(one: Situation) -> bool:
    plays, partner = one.knowledge.plays, one.partner()
    led = [play.card >> 3 for play in plays if play.seat == partner and play.led == 4]
    return one.leads and one.suit in led


def _shortens(one: Situation) -> bool:
    trump = one.view.game.trick.trump
    has_trumps = trump < 4 and one.own[trump] != 0
    return one.leads and not one.is_trump and has_trumps and COUNT[one.own[one.suit]] == 1


def _overcuts(one: Situation) -> bool:
    return _cuts(one) and bool(one.view.game.trick.cut)


def _cuts(one: Situation) -> bool:
    return not one.leads and one.wins and one.is_trump and one.view.game.trick.led != one.suit


def _takes(one: Situation) -> bool:
    return not one.leads and one.wins and one.is_last()


def _tries(one: Situation) -> bool:
    return not one.leads and one.wins


def _gives(one: Situation) -> bool:
    view = one.view
    return one.is_last() and view.partner_wins() and view.points(one.card) >= _MANY


def _saves(one: Situation) -> bool:
    least = min(one.view.points(card) for card in one.view.legal())
    return not one.leads and not one.view.partner_wins() and one.view.points(one.card) == least


# The most telling reasons first.
_TESTS: "list[tuple[str, Callable[[Situation], bool]]]" = [
    ("only", _only),
    ("draws-last", _draws_last),
    ("draws", _draws),
    ("cashes", _cashes),
    ("lets-cut", _lets_cut),
    ("returns", _returns),
    ("shortens", _shortens),
    ("overcuts", _overcuts),
    ("cuts", _cuts),
    ("takes", _takes),
    ("tries", _tries),
    ("gives", _gives),
    ("saves", _saves),
]
