"""Players decide from their own cards and from what everybody has seen, and from nothing else.

The hands are scanned here, so the players' match has all cards. At each bid and card, the cards
that the player has not seen change places, and the player must make the same choice.
"""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

import testenv
from kitchen import company
from marcoria.bots.kinds import player
from marcoria.bots.strategy import Honest, PlayerView
from marcoria.coroutines import finish
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Bids, Events
from marcoria.game.houses import names, open_house
from marcoria.game.names import seats_of
from seated import cards, with_other_hands

_DECISIONS = {"beginner": 60, "player": 60, "expert": 12}
_MOST_DEALS = 20


class Doubter(Honest):
    """Player who chooses each bid and card twice, the second time with other hidden hands.

    For each choice `make` gets a random generator and returns a new player, who makes the choice.
    `compared` counts the choices that were made twice. If no other hands are possible, the player
    chooses only once.
    """

    def __init__(self, make: Callable[[Random], Honest], rng: Random) -> None:
        super().__init__(rng)
        self.make = make
        self.compared = 0

    def bid(self, view: PlayerView) -> int:
        return self._both(view, "bid")

    def card(self, view: PlayerView) -> int:
        return self._both(view, "card")

    def _both(self, view: PlayerView, what: str) -> int:
        seed = self.rng.random()
        chosen: int = getattr(self.make(Random(seed)), what)(view)
        other = with_other_hands(view, self.rng)
        if other:
            assert getattr(self.make(Random(seed)), what)(other) == chosen
            self.compared += 1
        return chosen


class Peeper(Honest):
    """Player whose card depends on the cards of an opponent, which he cannot know."""

    def card(self, view: PlayerView) -> int:
        legal = view.legal()
        return legal[sum(view.game.audit.hands[view.seat ^ 1]) % len(legal)]


def _play(house: str, make: Callable[[Random], Honest], decisions: int) -> int:
    """Play deals until `decisions` decisions were compared; return how many were compared.

    Stop after `_MOST_DEALS` deals even if fewer decisions were compared.
    """
    rules = open_house(house)
    rng = Random(f"{testenv.SEED} {house}")
    players = {seat: Doubter(make, Random(rng.random())) for seat in seats_of(rules)}
    people = company(rules, players, rng, scanned=True)
    people.begin(0)
    compared = 0
    for _ in range(_MOST_DEALS):
        finish(people.play_deal())
        compared = sum(one.compared for one in players.values())
        if compared >= decisions:
            break
    return compared


@pytest.mark.soak(keep=9)
@pytest.mark.parametrize("house", names())
@pytest.mark.parametrize("kind", _DECISIONS)
def test_hidden_cards_do_not_change_a_choice(house: str, kind: str) -> None:
    assert _play(house, partial(player, kind), _DECISIONS[kind]) >= _DECISIONS[kind]


def test_a_player_who_peeks_is_found_out() -> None:
    with pytest.raises(AssertionError):
        _play("salotto", Peeper, 200)


@pytest.mark.parametrize(("house", "call"), [("salotto", 2), ("espanola-2", int(Bids.PASS))])
def test_a_bidder_counts_the_upcard_only_if_the_taker_gets_it(house: str, call: int) -> None:
    game = Match(open_house(house))
    for kind, arg in ((Events.MATCH, game.house.mark), (Events.DEAL, 0)):
        assert game.apply(kind, 0, arg) == 0
    assert game.apply(Events.UPCARD, 0, cards("JH")[0]) == 0
    view = PlayerView(game, game.auction.seat, cards("9H 7H AS 7C 8C"), [])
    assert player("beginner", Random(1)).bid(view) == call
