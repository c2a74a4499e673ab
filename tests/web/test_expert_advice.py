"""The expert's advice to a person uses only what the person knows, and changes no match."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import testenv
from marcoria.bots.expert import answered
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Events, card_of
from marcoria.game.houses import open_house
from marcoria.game.masks import legal_cards
from marcoria.web.world.advice import advice
from people_table import PeopleTable

RUNS_ON = "cpython"

_N, _E, _S, _W = range(4)
_ORDER = (_S, _E, _N, _W)  # order of play; South is the elder, and plays first
_SWAPS = 3
_CARDS = 2


def _deal(seed: int) -> tuple[dict[int, list[int]], int]:
    """Return four hands of eight cards, and the card of South that was turned up."""
    pack = list(range(32))
    random.Random(f"advice {seed}").shuffle(pack)
    hands = {seat: pack[at * 8 : at * 8 + 8] for at, seat in enumerate(_ORDER)}
    return hands, hands[_S][7]


def _match(hands: dict[int, list[int]], upcard: int, plays: list[int]) -> Match:
    """Return a match with scanned hands, in which South has taken and `plays` were laid."""
    game = Match(open_house("french"))
    events = [(Events.MATCH, _W, game.house.mark), (Events.DEAL, _W, 1)]
    events += [(Events.SCAN, seat, card) for seat in _ORDER for card in hands[seat][:5]]
    events += [(Events.UPCARD, _W, upcard), (Events.BID, _S, upcard >> 3)]
    rest = [(seat, card) for seat in _ORDER for card in hands[seat][5:] if card != upcard]
    events += [(Events.SCAN, seat, card) for seat, card in rest]
    for what, seat, arg in events:
        assert game.apply(what, seat, arg) == 0, (what, seat, arg)
    for card in plays:
        assert game.apply(Events.CARD, game.trick.seat, card) == 0
    return game


def _played(hands: dict[int, list[int]], upcard: int, count: int) -> list[int]:
    """Play at least `count` cards, until it is South's turn; return the cards.

    Each player lays the legal card with the lowest number.
    """
    game, left, plays = _match(hands, upcard, []), {s: list(hands[s]) for s in _ORDER}, []
    while len(plays) < count or game.trick.seat != _S:
        seat = game.trick.seat
        card = min(legal_cards(game.trick, left[seat]))
        assert game.apply(Events.CARD, seat, card) == 0
        left[seat].remove(card)
        plays.append(card)
    return plays


def _advised(game: Match, seat: int, owned: list[int]) -> Any:
    return answered(advice(game, seat, owned))


def test_hidden_hands_do_not_change_the_advice() -> None:
    for deal in range(2):
        hands, upcard = _deal(testenv.SEED + deal)
        plays = _played(hands, upcard, 4)
        told = _advised(_match(hands, upcard, plays), _S, hands[_S])
        assert told["do"] == "card" and card_of(told["what"]) in hands[_S]
        hidden = [card for seat in (_E, _N, _W) for card in hands[seat] if card not in plays]
        for turn in range(_SWAPS):
            random.Random(turn).shuffle(hidden)
            rest, other = list(hidden), {_S: hands[_S]}
            for seat in (_E, _N, _W):
                other[seat] = [card if card in plays else rest.pop() for card in hands[seat]]
            assert other != hands
            try:
                game = _match(other, upcard, plays)
            except AssertionError:
                continue  # with these hands, a card that was played would be illegal
            assert _advised(game, _S, hands[_S]) == told


def test_the_advice_is_for_the_player_to_move() -> None:
    hands, upcard = _deal(1)
    game = _match(hands, upcard, [])
    assert _advised(game, _E, hands[_E]) is None
    assert _advised(game, _S, hands[_S]) is not None


def test_the_reason_for_a_bid_names_cards_of_the_hand() -> None:
    house = open_house("french")
    game = Match(house)
    for what, arg in ((Events.MATCH, house.mark), (Events.DEAL, 0), (Events.UPCARD, 2 << 3 | 4)):
        assert game.apply(what, _W, arg) == 0
    strong = [card_of(card) for card in ("9H", "KH", "QH", "AS", "7D")]
    told = _advised(game, _S, strong)
    assert (told["do"], told["what"]) == ("bid", "H")
    assert sorted(told["reason"]["strong"]) == ["9H", "AS", "JH", "KH", "QH"]
    weak = [card_of(card) for card in ("7H", "8S", "QS", "7C", "7D")]
    assert _advised(game, _S, weak) == {"do": "pass", "what": "pass", "reason": {"strong": []}}


@pytest.mark.soak
@pytest.mark.parametrize("house", ["french", "bulgarian"])
def test_asking_does_not_change_the_match(people: Callable[..., PeopleTable], house: str) -> None:
    def played(asks: bool) -> tuple[list[Any], list[Any]]:
        table, advised, moments = people(bots="NEW", house=house, seed=11, dealer="W"), [], set()

        def is_done() -> bool:
            moment = table.next, table.told.get("events")
            if asks and table.who == "S" and table.next in ("bid", "card"):
                if moment not in moments:
                    table.do("advise", seat="N")
                    assert table.do("advised") is None  # there is no advice for the seat of a bot
                    table.do("advise", seat="S")
                    advised.append((table.next, table.do("advised")))
                moments.add(moment)
            return table.count("card") >= _CARDS

        table.do("bots", N="expert")
        table.play_until(is_done)
        return [[row["kind"], row["seat"], row["rest"]] for row in table.happened], advised

    asked, advised = played(True)
    assert asked == played(False)[0]
    assert [told["do"] for next_, told in advised if next_ == "card" and told]
    assert {told["do"] for next_, told in advised if next_ == "bid" and told} <= {"bid", "pass"}
    assert all(told is None or told["what"] for _, told in advised)
