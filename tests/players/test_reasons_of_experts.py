"""Reasons of experts: each is true, by an oracle that sees all hands."""

from random import Random

import pytest

import testenv
from kitchen import company
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.levels import Skilled
from marcoria.bots.match import People
from marcoria.bots.reasons import Reason, reason
from marcoria.bots.strategy import PlayerView
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import name_of
from marcoria.game.houses import names, open_house
from marcoria.game.names import seats_of
from seated import cards, view_after


class Witness(Skilled):
    """Player whose reasons are checked with the true hands of all players."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.people: People
        self.keys: list[str] = []

    def card(self, view: PlayerView) -> int:
        card = super().card(view)
        said = reason(view, Knowledge(view), card)
        self.keys.append(said.key)
        _check(said, view, card, self.people.hands)
        return card


def _check(said: Reason, view: PlayerView, card: int, hands: dict[int, list[int]]) -> None:
    suit, trick, house = card >> 3, view.game.trick, view.house
    strength = trick.beats[suit]
    others = {seat: hand for seat, hand in hands.items() if seat != view.seat}
    foes = [seat for seat in others if house.side(seat) != view.side]
    higher = [
        one
        for hand in others.values()
        for one in hand
        if one >> 3 == suit and strength[card & 7] >> (one & 7) & 1
    ]
    trumps = [one for hand in others.values() for one in hand if one >> 3 == trick.trump]
    right = {
        "only": lambda: view.legal() == [card],
        "draws-last": lambda: suit == trick.trump and not higher and len(trumps) <= 1,
        "draws": lambda: suit == trick.trump and not higher,
        "cashes": lambda: trick.count == 0 and not higher,
        "lets-cut": lambda: not [one for one in others[view.seat ^ 2] if one >> 3 == suit],
        "returns": lambda: trick.count == 0,
        "shortens": lambda: [one for one in view.hand if one >> 3 == suit] == [card],
        "cuts": lambda: suit == trick.trump != trick.led,
        "overcuts": lambda: suit == trick.trump != trick.led and trick.cut,
        "takes": lambda: trick.count == house.players - 1 and view.wins(card),
        "tries": lambda: trick.count > 0 and view.wins(card),
        "gives": lambda: view.partner_wins() and trick.count == house.players - 1,
        "saves": lambda: all(view.points(card) <= view.points(one) for one in view.legal()),
        "best": lambda: True,
    }
    assert right[said.key](), (said.key, name_of(card), hands)
    for good in said.good:
        beats = trick.beats[good >> 3][good & 7]
        taken = [
            one
            for seat in foes
            for one in hands[seat]
            if one >> 3 == good >> 3 and beats >> (one & 7) & 1
        ]
        assert not taken and len(trumps) <= 1, (name_of(good), hands)


@pytest.mark.parametrize("house", names())
def test_reasons_are_true(house: str) -> None:
    rules = open_house(house)
    players = {seat: Witness(Random(f"{testenv.SEED} {seat}")) for seat in seats_of(rules)}
    people = company(rules, players, Random(f"{testenv.SEED} {house}"), scanned=False)
    for player in players.values():
        player.people = people
    people.begin(0)
    keys: list[str] = []
    for _ in range(40 if testenv.SOAK else 12):
        finish(people.play_deal())
        if people.over:
            break
    for player in players.values():
        keys += player.keys
    assert len(set(keys)) >= 5, keys


@pytest.mark.parametrize(
    ("hand", "plays", "card", "key"),
    [
        ("AS TS 7D 8D 9D 7C 8C 9C", "", "AS", "cashes"),
        ("JH 9H 7D 8D 9D 7C 8C 9C", "", "JH", "draws"),
        ("7S JH 8D 9D 7C 8C 9C TC", "", "7S", "shortens"),
        ("7S 8S 8D 9D 7C 8C 9C TC", "", "7C", "best"),
        ("7H JH 8D 9D 7C 8C 9C TC", "AS", "7H", "cuts"),
        ("9H JH 8D 9D 7C 8C 9C TC", "AS 7H", "9H", "overcuts"),
        ("TS 7H 8D 9D 7C 8C 9C TC", "7S 8S 9S", "TS", "only"),
        ("TS AS 8D 9D 7C 8C 9C TC", "7S 8S 9S", "TS", "takes"),
        ("TS 7S 8D 9D 7C 8C 9C TC", "8S 9S", "TS", "tries"),
        ("TS 7S 8D 9D 7C 8C 9C TC", "8S AS 9S", "TS", "gives"),
        ("TS 7S 8D 9D 7C 8C 9C TC", "AS", "7S", "saves"),
    ],
)
def test_a_reason_names_what_the_card_does(hand: str, plays: str, card: str, key: str) -> None:
    view = view_after(open_house("french"), hand, plays)
    assert reason(view, Knowledge(view), cards(card)[0]).key == key


def test_the_last_trump_is_drawn_and_a_side_ace_is_good() -> None:
    # Six trumps are gone, North has the jack, and one is left.
    hand, plays = "JH AD 7C 8C 9C TC", "9H QH KH TH 8S 7H 9S AH"
    view = view_after(open_house("french"), hand, plays)
    said = reason(view, Knowledge(view), cards("JH")[0])
    assert said.key == "draws-last" and said.good == cards("AD")
    assert said.sentence() == "draws the last trump: nobody can take AD then"
