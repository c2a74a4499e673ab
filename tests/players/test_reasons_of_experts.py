"""Reasons that experts give for a card: each one is true, and tells nothing about hidden hands."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

import testenv
from kitchen import company
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.match import People
from marcoria.bots.reasons import KEYS, Reason, onlooker, reason
from marcoria.bots.strategy import Honest, PlayerView
from marcoria.coroutines import finish
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import SEATS, card_of, name_of
from marcoria.game.houses import names, open_house
from marcoria.game.names import seats_of
from seated import view_after, with_other_hands

_REASONS = 1500  # fewest reasons that are checked in each house
_COMPARED = 20  # fewest of these reasons that are compared after a change of the hidden hands


class Truth:
    """Cards of all players at one turn, and what is true of the card that is laid at this turn."""

    def __init__(self, hands: dict[int, list[int]], view: PlayerView, card: int) -> None:
        self.view = view
        self.card = card
        self.suit = card >> 3
        self.hand = hands[view.seat]
        self.rest = [one for one in self.hand if one != card]
        self.others = [(seat, hands[seat]) for seat in seats_of(view.house) if seat != view.seat]
        self.foes = [(seat, hand) for seat, hand in self.others if self.is_foe(seat)]
        game = view.game
        done = range(game.audit.plays)
        self.laid = [(game.audit.seat[play], game.audit.card[play]) for play in done]
        first = len(self.laid) - game.trick.count
        self.trick = self.laid[first:]
        self.leads = self.laid[: first : view.house.players]
        self.trump = game.auction.contract if game.auction.contract < 4 else -1
        self.later = []
        seat = view.seat
        for _ in range(view.house.players - len(self.trick) - 1):
            seat = view.house.after(seat)
            self.later.append((seat, hands[seat]))

    def is_foe(self, seat: int) -> bool:
        return self.view.house.side(seat) != self.view.side

    def is_trump(self, card: int) -> bool:
        return card >> 3 == self.trump

    def strength(self, card: int) -> int:
        """Return the strength of a card in its suit, 8 for the strongest card."""
        return 8 - self.view.game.trick.beats[card >> 3][card & 7].bit_count()

    def beats(self, card: int, other: int) -> bool:
        """Return whether a card beats another card that was laid before it."""
        if card >> 3 == other >> 3:
            return self.strength(card) > self.strength(other)
        return self.is_trump(card)

    def best(self) -> tuple[int, int]:
        """Return the seat and the card that win the trick so far."""
        found = self.trick[0]
        for play in self.trick[1:]:
            if self.beats(play[1], found[1]):
                found = play
        return found

    def wins(self, card: int) -> bool:
        return not self.trick or self.beats(card, self.best()[1])

    def partner_wins(self) -> bool:
        return bool(self.trick) and not self.is_foe(self.best()[0])

    def can_beat(self, hand: list[int], card: int) -> bool:
        """Return whether a hand can beat a card; a hand with the led suit must follow suit."""
        led = (self.trick[0][1] if self.trick else self.card) >> 3
        follow = [one for one in hand if one >> 3 == led] or hand
        return any(self.beats(one, card) for one in follow)

    def is_safe(self, card: int) -> bool:
        return not any(self.can_beat(hand, card) for _, hand in self.later)

    def is_best(self, card: int) -> bool:
        suit = [one for _, hand in self.others for one in hand if one >> 3 == card >> 3]
        return all(self.strength(one) < self.strength(card) for one in suit)

    def legal(self) -> list[int]:
        return [card for card in self.hand if not self.view.broken_by(card)]

    def trumps(self, hand: list[int]) -> int:
        return sum(self.is_trump(card) for card in hand)

    def draws_last(self) -> bool:
        counts = [self.trumps(hand) for _, hand in self.others]
        return self.is_trump(self.card) and max(counts) == 1

    def is_unplayed(self, card: int) -> bool:
        return card not in [laid for _, laid in self.laid]


def _takes(truth: Truth, said: Reason) -> bool:
    return truth.wins(truth.card) and truth.is_safe(truth.card)


def _has_none(truth: Truth, said: Reason, is_foe: bool) -> bool:
    (hand,) = (hand for seat, hand in truth.later if seat == said.seat)
    return truth.is_foe(said.seat) == is_foe and not any(one >> 3 == said.suit for one in hand)


def _frees(truth: Truth, said: Reason) -> bool:
    is_own = said.card in truth.rest and not truth.is_trump(said.card)
    return truth.draws_last() and is_own and truth.is_best(said.card)


def _draws(truth: Truth, said: Reason) -> bool:
    trumps = [card for card in range(32) if truth.is_trump(card) and card != truth.card]
    return truth.is_trump(truth.card) and any(map(truth.is_unplayed, trumps))


def _empties(truth: Truth, said: Reason) -> bool:
    suits = [card >> 3 for card in truth.rest]
    return said.suit != truth.trump and said.suit not in suits and truth.trump in suits


def _returns(truth: Truth, said: Reason) -> bool:
    partners = [card >> 3 for seat, card in truth.leads if not truth.is_foe(seat)]
    own = [card >> 3 for seat, card in truth.leads if seat == truth.view.seat]
    return partners.count(said.suit) > own.count(said.suit)


def _stays_under(truth: Truth, said: Reason) -> bool:
    suit = range(said.suit << 3, (said.suit << 3) + 8)
    higher = [card for card in suit if truth.strength(card) > truth.strength(truth.card)]
    return any(map(truth.is_unplayed, higher))


def _gives(truth: Truth, said: Reason) -> bool:
    best = truth.best()[1]
    foes = [hand for seat, hand in truth.later if truth.is_foe(seat)]
    is_won = truth.partner_wins() and not any(truth.can_beat(hand, best) for hand in foes)
    return is_won and not truth.wins(truth.card) and truth.view.points(truth.card) > 0


def _cuts(truth: Truth, said: Reason, again: bool) -> bool:
    is_cut = any(truth.is_trump(card) for _, card in truth.trick)
    led = truth.trick[0][1]
    is_own = truth.is_trump(truth.card) and not truth.is_trump(led)
    return is_own and is_cut == again and truth.wins(truth.card)


def _takes_cheaply(truth: Truth, said: Reason) -> bool:
    points = [truth.view.points(card) for card in truth.legal() if truth.wins(card)]
    return _takes(truth, said) and truth.view.points(truth.card) == min(points) < max(points)


def _keeps(truth: Truth, said: Reason) -> bool:
    is_kept = said.card in truth.rest and said.card in truth.legal()
    return is_kept and truth.wins(said.card) and not truth.wins(truth.card)


def _saves(truth: Truth, said: Reason) -> bool:
    points = [truth.view.points(card) for card in truth.legal()]
    is_least = truth.view.points(truth.card) == min(points)
    return is_least and not any(truth.wins(card) for card in truth.legal())


# For each key of a reason, a function that checks the reason against the cards of all players.
_CLAIMS: dict[str, Callable[[Truth, Reason], bool]] = {
    "only-card": lambda truth, said: truth.legal() == [truth.card],
    "frees-card": _frees,
    "draws-last-trump": lambda truth, said: truth.draws_last(),
    "trump-to-taker": lambda truth, said: (
        truth.is_trump(truth.card) and not truth.is_foe(truth.view.game.auction.taker)
    ),
    "draws-trumps": _draws,
    "cashes": lambda truth, said: not truth.trick and _takes(truth, said),
    "leads-best": lambda truth, said: not truth.trick and truth.is_best(truth.card),
    "leads-to-void": lambda truth, said: _has_none(truth, said, is_foe=False),
    "forces-trump": lambda truth, said: _has_none(truth, said, is_foe=True),
    "empties-suit": _empties,
    "returns-lead": _returns,
    "leads-under": _stays_under,
    "gives-points": _gives,
    "cuts": lambda truth, said: _cuts(truth, said, again=False),
    "overcuts": lambda truth, said: _cuts(truth, said, again=True),
    "takes-cheaply": _takes_cheaply,
    "takes": _takes,
    "goes-higher": lambda truth, said: truth.wins(truth.card),
    "leaves-trick": lambda truth, said: truth.partner_wins() and not truth.wins(truth.card),
    "keeps": _keeps,
    "saves-points": _saves,
    "throws-low": lambda truth, said: (
        not truth.partner_wins() and not truth.view.points(truth.card)
    ),
    "stays-below": lambda truth, said: not truth.partner_wins() and not truth.wins(truth.card),
}


class Explainer(Honest):
    """Player who gives a reason for each card, and checks it against the cards of all players."""

    people: People

    def __init__(self, rng: Random, found: "Counter[str]") -> None:
        super().__init__(rng)
        self.found = found
        self.compared = 0

    def card(self, view: PlayerView) -> int:
        card = self.rng.choice(view.legal()) if self.rng.random() < 0.5 else super().card(view)
        truth = Truth(self.people.hands, view, card)
        for seen in (view, onlooker(view, card)):
            said = reason(seen, Knowledge(seen), card)
            assert said.suit == card >> 3
            assert _CLAIMS[said.key](truth, said), (said, card, truth.trick, self.people.hands)
            self.found[said.key] += 1
            self._move_hidden_cards(seen, card, said)
        return card

    def _move_hidden_cards(self, view: PlayerView, card: int, said: Reason) -> None:
        """In one call of ten, check that the reason does not depend on cards outside the view."""
        if self.rng.random() < 0.1:
            other = with_other_hands(view, self.rng)
            if other:
                assert reason(other, Knowledge(other), card) == said
                self.compared += 1


def _play(house: House, found: "Counter[str]") -> int:
    """Play until `_REASONS` reasons were checked.

    Return how many of them were computed again with other hidden hands, and compared.
    """
    rng = Random(f"{testenv.SEED} {house.name}")
    compared = 0
    while sum(found.values()) < _REASONS:
        players = {seat: Explainer(Random(rng.random()), found) for seat in seats_of(house)}
        people = company(house, players, rng, scanned=True)
        for one in players.values():
            one.people = people
        people.begin(0)
        finish(people.play_deal())
        compared += sum(one.compared for one in players.values())
    return compared


@pytest.mark.parametrize("house", names())
def test_a_reason_is_true_among_all_cards_and_tells_nothing_hidden(house: str) -> None:
    found: Counter[str] = Counter()
    assert _play(open_house(house), found) >= _COMPARED
    assert len(found) >= 10


# For each key: the hand, the earlier plays, the card, and the card or the seat that the reason
# names, "" for none. Hearts are trump. North has taken, and has led or leads to the first trick.
_SITUATIONS = {
    "only-card": ("8C 9C 7D AD 7H KH TS AS", "QH", "KH", ""),
    "frees-card": ("9C TC AC TD 8H TH AH", "KH 9H JH QH", "AH", "AC"),
    "draws-last-trump": ("8C JD 7H TH QH KH KS", "JH 8H JS 9H", "KH", ""),
    "trump-to-taker": ("7C QC QD TH AH 7S 9S", "QH KH 9H 8H", "TH", ""),
    "draws-trumps": ("JC KC AC JH QH 8S JS QS", "", "QH", ""),
    "cashes": ("8D TD 8H 9H TH KH KS", "JH 7H AH QH", "TH", ""),
    "leads-best": ("JC KC AC JH QH 8S JS QS", "", "AC", ""),
    "leads-to-void": ("9C AC QD 9H QH 7S AS", "7D AD 8D KS", "QD", "E"),
    "forces-trump": ("9C QC AC 8D 9D KH KS", "JC 7C TD TC", "9C", "S"),
    "empties-suit": ("TC 7D TD TH JH AH 8S JS", "", "TC", ""),
    "returns-lead": ("JC KC 9D TD TH 9S KS", "8C 7C AC QC", "KC", ""),
    "leads-under": ("JC KC AC JH QH 8S JS QS", "", "JC", ""),
    "gives-points": ("JC AC 8D AD 9H QH 7S 9S", "JH 7H", "9H", ""),
    "cuts": ("8C KC AC 7H KH 7S QS AS", "8D", "KH", ""),
    "overcuts": ("9D QD AD TH KH 8S JS QS", "8C 8H JC", "TH", ""),
    "takes-cheaply": ("9C AC 8D 7H 9H JH AH QS", "KH", "AH", ""),
    "takes": ("9C AC 8D 7H 9H JH AH QS", "KH", "JH", ""),
    "goes-higher": ("9C AC QD AD 9H QH 7S AS", "7D", "AD", ""),
    "leaves-trick": ("JC KC TD JD QD QH 8S 9S", "TC 9C", "JC", ""),
    "keeps": ("7C AC 8D 7H 9H QH 9S QS", "KC", "7C", "AC"),
    "saves-points": ("9C AC 7D JD QD 7S TS AS", "TD", "7D", ""),
    "throws-low": ("7C 9C 8D 9H JH AH JS KS", "TC", "7C", ""),
    "stays-below": ("9C AC 7D JD QD 7S TS AS", "TD", "QD", ""),
}


@pytest.mark.parametrize("key", KEYS)
def test_each_reason_has_its_situation(key: str) -> None:
    hand, plays, card, named = _SITUATIONS[key]
    view = view_after(open_house("french"), hand, plays)
    said = reason(view, Knowledge(view), card_of(card))
    assert said.key == key
    assert named == (name_of(said.card) if said.card >= 0 else SEATS[said.seat] * (said.seat >= 0))


def test_an_onlooker_is_told_nothing_about_the_hand() -> None:
    """The ace of hearts draws the last trump, but only a view with the hand shows this."""
    view = view_after(open_house("french"), *_SITUATIONS["frees-card"][:2])
    seen = onlooker(view, card_of("AH"))
    assert reason(seen, Knowledge(seen), card_of("AH")).key == "trump-to-taker"
