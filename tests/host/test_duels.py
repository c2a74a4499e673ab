"""Duels of two strategies in `bench/`, which play each deal twice, with swapped sides."""

from random import Random

import pytest

import deal_play
import duel
import peers
from deal_play import KINDS, CardsOnly
from duel import Duel
from marcoria.bots.strategy import Honest
from marcoria.errors import TableError
from marcoria.firmware.codes.game import Bids
from marcoria.game.houses import names, open_house

_POINTS = (162, 186)  # all cards and the last trick: first if a king counts 4, then if 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("house", names())
def test_a_strategy_draws_with_itself(house: str, kind: str) -> None:
    played = [Duel("wild", "wild", house, kind).play(number) for number in range(20)]
    assert [one.difference for one in played] == [0] * 20
    assert any(one.results[0] for one in played)


@pytest.mark.parametrize("house", [name for name in names() if name != "espanola-2"])
def test_the_points_of_a_deal_are_those_of_its_cards(house: str) -> None:
    rules = open_house(house)
    players = {seat: Honest(Random(seat)) for seat in range(4)}
    points = CardsOnly(rules, Random(1)).play(players)
    assert sum(points) == _POINTS[rules.king]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("house", names())
def test_both_plays_of_a_deal_have_the_same_cards(monkeypatch, house: str, kind: str) -> None:
    seen: list[tuple[int, list[int]]] = []

    class Watcher(Honest):
        def bid(self, view) -> int:
            self.note(view)
            return super().bid(view)

        def card(self, view) -> int:
            self.note(view)
            return super().card(view)

        def note(self, view) -> None:
            if not view.laid and view.game.auction.round == 1:
                seen.append((view.seat, sorted(view.hand)))

    monkeypatch.setattr(duel, "make_player", lambda name, rng: Watcher(rng))
    Duel("first", "second", house, kind).play(3)
    assert len(seen) % 2 == 0
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]


def test_each_strategy_plays_both_sides(monkeypatch) -> None:
    sides: list[tuple[str, int]] = []

    def make(name: str, rng: Random) -> Honest:
        player = Honest(rng)
        lay = player.card
        player.card = lambda view: sides.append((name, view.side)) or lay(view)
        return player

    monkeypatch.setattr(duel, "make_player", make)
    Duel("first", "second", "french").play(0)
    assert {one: sides.count(one) for one in sides} == dict.fromkeys(
        [("first", 0), ("second", 1), ("first", 1), ("second", 0)], 16
    )


def test_a_deal_can_be_repeated_alone() -> None:
    one = Duel("honest", "wild", "bulgarian", "whole", seed=5)
    together = duel.run(one, range(6), processes=2)
    alone = [one.play(number).difference for number in (5, 4, 3, 2, 1, 0)]
    assert together.mean == pytest.approx(sum(alone) / 6)
    assert len(set(alone)) > 1


def test_a_deal_that_all_players_pass_scores_nothing(monkeypatch) -> None:
    class Passer(Honest):
        def bid(self, view) -> int:
            return Bids.PASS

    monkeypatch.setattr(duel, "make_player", lambda name, rng: Passer(rng))
    assert Duel("first", "second", "french", "whole").play(0).results == [0, 0]


def test_a_rule_replaces_the_one_of_the_house() -> None:
    assert open_house("french").under == 0
    assert deal_play.house_with("french", ("under: free",)).under == 1
    with pytest.raises(TableError, match="'under' cannot be 'never'"):
        deal_play.house_with("french", ("under: never",))


def test_an_illegal_card_ends_the_duel() -> None:
    with pytest.raises(ValueError, match="any-duty plays the illegal card"):
        duel.run(Duel("any-duty", "honest", "french"), range(20))


def test_a_peer_is_told_only_what_its_player_has_seen() -> None:
    house = open_house("piedicavallo")
    deal = CardsOnly(house, Random(7))
    guesses: list[bool] = []

    class Watcher(Honest):
        def card(self, view) -> int:
            hands = peers.deal_unseen(view, self.rng)
            assert sorted(card for hand in hands.values() for card in hand) == list(range(32))
            assert {len(hand) for hand in hands.values()} == {8}
            assert set(view.own()) == set(hands[view.seat])
            audit = view.game.audit
            for seat, card in zip(audit.seat[: audit.plays], audit.card, strict=False):
                assert card in hands[seat]
            for seat in range(4):
                left = [card for card in hands[seat] if not audit.had(seat, card)]
                assert not any(audit.denied[seat][card >> 3] >> (card & 7) & 1 for card in left)
            guesses.append(any(set(hands[seat]) != set(deal.hands[seat]) for seat in hands))
            return super().card(view)

    deal.play({seat: Watcher(Random(seat)) for seat in range(4)})
    assert guesses[0] and sum(guesses) > 20


def test_peers_refuse_other_rules() -> None:
    with pytest.raises(TableError, match="choose `--house french --rule 'under: free'`"):
        Duel("colver", "honest", "libre").play(0)
    with pytest.raises(TableError, match="only plays cards"):
        Duel("colver", "colver", "french", "whole").play(0)
    with pytest.raises(TableError, match="no strategy 'colver-isdd:x'"):
        Duel("colver-isdd:x", "honest", "french").play(0)
