"""Tests of a card's share: the fraction of the possible deals in which no other card is better.

A deal is possible if it agrees with what the card's player knows. The tests compute exact shares
with the second engine in `tests/naive`: they deal the unseen cards in every possible way, and try
every line of play.
"""

from collections.abc import Iterator
from itertools import combinations, islice
from math import sqrt

import pytest

import naive_cards
import naive_play
import random_houses
from marcoria.analysis.belief import Effort
from marcoria.analysis.share import NO_CHOICE, Share, sampled
from marcoria.analysis.solvers import Solvers
from marcoria.bots.knowledge import OUT, Knowledge
from marcoria.bots.shares import SeenDeal, find_shares, share_of
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Bids,
    Disciplines,
    Events,
    Totals,
    card_of,
    name_of,
)
from marcoria.game.houses import open_house, text_of
from random_houses import Random

_MANY = Effort(500, 1 << 30)
_FEW = Effort(4, 3_000)
_PAIR = {"K": "Q", "Q": "K"}
_HOUSES = ("french", "bulgarian", "libre", "salotto", "espanola-2")
Hands = dict[str, list[str]]


@pytest.fixture(scope="module")
def solvers() -> Iterator[Solvers]:
    found = Solvers()
    assert found.name == "js"
    yield found
    found.close()


class RandomDeal:
    """A deal of random players by the naive rules, and what everybody has seen of it.

    A player who has illegal cards lays one of them in about `wrong` per cent of the cases. With
    `shows`, a player shows a card after the first trick, and belotes are called. With `shows` and
    `lies`, players also call false belotes. `scanned` is 1 for scanned hands.
    """

    def __init__(
        self,
        name: str,
        seed: int,
        wrong: int = 0,
        shows: bool = True,
        lies: bool = False,
        scanned: int = 0,
    ) -> None:
        self.rng = Random(seed)
        self.wrong = wrong
        self.shows = shows
        self.lies = lies
        self.rules = naive_cards.load_house(text_of(name))
        self.house = open_house(name)
        self.seats = naive_cards.seats_of(self.rules)
        self.elder = self.seats[0]
        self.contract = random_houses.random_contract(self.rng, self.rules)
        self.left: Hands = random_houses.random_hands(self.rng, self.rules)
        self.size = naive_cards.hand_size(self.rules)
        self.plays: list[str] = []
        self.steps: list[dict[str, object]] = []
        self.out: list[str] = []  # cards seen that are not dealt: the upcard and the bottom card
        # cards that everybody knows: after how many plays, the seat, the card
        self.known: list[tuple[int, str, str]] = []
        self.game = Match(self.house)
        self.events: list[tuple[int, int, int]] = []
        self._begin(scanned)

    def do(self, kind: int, seat: str, arg: int = 0) -> bool:
        """Apply an event; return whether it was accepted."""
        event = (kind, SEATS.index(seat), arg)
        is_accepted = not 0 < self.game.apply(*event) < 128
        if is_accepted:
            self.events.append(event)
        return is_accepted

    def _begin(self, scanned: int) -> None:
        """Deal the cards, and let the elder take."""
        dealer = self.seats[-1]
        self.game.apply(Events.MATCH, SEATS.index(dealer), self.house.mark)
        self.game.totals[Totals.CONDUCT] = Disciplines.WARN
        self.totals = list(self.game.totals)
        self.do(Events.DEAL, dealer, scanned)
        how = self.rules["upcard"]
        held = [card for hand in self.left.values() for card in hand]
        stock = [card for card in naive_cards.all_cards() if card not in held]
        upcard = ""
        if how != "none":
            upcard = self.rng.choice(stock if how == "stays" else self.left[self.elder])
            self.contract = upcard[1]
            self.do(Events.UPCARD, dealer, card_of(upcard))
        if how == "taken":
            self.known.append((0, self.elder, upcard))
        self.do(Events.BID, self.elder, CONTRACTS.index(self.contract))
        for seat in self.seats[1:] if how == "none" else ():
            self.do(Events.BID, seat, Bids.PASS)
        for seat in self.seats if scanned else ():
            for card in self.left[seat]:
                self.do(Events.SCAN, seat, card_of(card))
        if how == "stays":
            self.out = [upcard, self.rng.choice([card for card in stock if card != upcard])]
            self.do(Events.BOTTOM, dealer, card_of(self.out[1]))

    # --- the play -----------------------------------------------------------------------------

    def play(self, until: int = 32) -> "RandomDeal":
        """Lay random cards until `until` cards or all cards are laid; return this deal."""
        while len(self.plays) < until and any(self.left.values()):
            self.lay()
        return self

    def lay(self) -> None:
        """Lay the next card, at random; then perhaps call a belote or show a card."""
        step = self.next_step()
        seat, hand = step["seat"], self.left[step["seat"]]
        told = naive_play.legal(self.rules, self.contract, step["leader"], step["trick"], hand)
        wrong = [*told["why"]] if self.rng.randrange(100) < self.wrong else []
        card = self.rng.choice(wrong or told["legal"])
        assert self.do(Events.CARD, seat, card_of(card))
        self.plays.append(card)
        self.steps.append(step | {"card": card})
        hand.remove(card)
        other = _PAIR.get(card[0], "") + card[1]
        may_call = other in hand or (self.lies and len(other) == 2 and other not in self.plays)
        is_trump = naive_cards.is_trump(self.contract, card[1])
        if self.shows and may_call and is_trump and self.do(Events.BELOTE, seat):
            self.known.append((len(self.plays), seat, other))
        if self.shows and len(self.plays) == len(self.seats):
            shower = self.rng.choice(self.seats)
            self.known.append((len(self.plays), shower, self.left[shower][0]))
            assert self.do(Events.SHOW, shower, card_of(self.left[shower][0]))

    def next_step(self) -> dict[str, object]:
        """Return seat, leader and trick before the next play."""
        # `follow_plays` describes only given plays, so the next play is added with any card.
        plays = [*self.plays, "7S"]
        return naive_play.follow_plays(self.rules, self.contract, self.elder, plays)[-1]

    def seen(self) -> SeenDeal:
        return SeenDeal(self.house, self.totals, self.events)

    def of_seat(self, seat: str, start: int, end: int) -> list[str]:
        """Return the cards that a seat has laid in the plays `start` to `end` - 1."""
        return [step["card"] for step in self.steps[start:end] if step["seat"] == seat]

    def deal_again(self, seat: str) -> None:
        """Deal new hands to the other seats, in a way that `seat` thinks possible."""
        others = [*islice(self.possible(len(self.plays), seat, self.left[seat]), 50)]
        self.left = self.rng.choice(others)

    # --- all possible deals -------------------------------------------------------------------

    def fixed(self, index: int, me: str) -> dict[str, str]:
        """Return the cards in other hands that everybody knows before a play, and their seats."""
        laid = self.plays[:index]
        return {
            card: seat
            for after, seat, card in self.known
            if after <= index and card not in laid and seat != me
        }

    def possible(self, index: int, me: str, mine: list[str]) -> Iterator[Hands]:
        """Yield each deal before a play that `me` thinks possible, with the cards `mine`."""
        fixed = self.fixed(index, me)
        fixed = {card: seat for card, seat in fixed.items() if card not in mine}
        seen = [*self.plays[:index], *mine, *fixed, *self.out]
        pool = [card for card in naive_cards.all_cards() if card not in seen]
        others = [seat for seat in self.seats if seat != me]
        for hands in self._dealt(index, others, pool, fixed):
            yield {**hands, me: list(mine)}

    def _dealt(
        self, index: int, seats: list[str], pool: list[str], fixed: dict[str, str]
    ) -> Iterator[Hands]:
        if not seats:
            yield {}
            return
        seat = seats[0]
        known = [card for card in fixed if fixed[card] == seat]
        need = self.size - len(self.of_seat(seat, 0, index)) - len(known)
        if need < 0:
            return
        for cards in combinations(pool, need):
            hand = known + list(cards)
            if self._fits(index, seat, known, hand):
                rest = [card for card in pool if card not in cards]
                for hands in self._dealt(index, seats[1:], rest, fixed):
                    yield {seat: hand, **hands}

    def _fits(self, index: int, seat: str, known: list[str], hand: list[str]) -> bool:
        """Return whether all plays of a seat are legal with a hand, or already proved illegal."""
        for number, step in enumerate(self.steps[:index]):
            later = self.of_seat(seat, number, index)
            is_own = step["seat"] == seat
            if (
                is_own
                and not self._broken(step, later + known)
                and self._broken(step, later + hand)
            ):
                return False
        return True

    def _broken(self, step: dict[str, object], hand: list[str]) -> str | None:
        return naive_play.duty_broken(
            self.rules, self.contract, step["leader"], step["trick"], hand, step["card"]
        )

    def exact(self, index: int) -> dict[str, float] | None:
        """Return the share of each legal card before a play, None if no deal is possible."""
        step = self.steps[index]
        best: dict[str, int] = {}
        count = 0
        mine = self.of_seat(step["seat"], index, 32)
        for hands in self.possible(index, step["seat"], mine):
            count += 1
            values = self.values(hands, step["leader"], step["trick"])
            for card, value in values.items():
                best[card] = best.get(card, 0) + (value == max(values.values()))
        return {card: best[card] / count for card in best} if count else None

    def values(self, hands: Hands, leader: str, trick: list[str]) -> dict[str, int]:
        """Return for each legal card the points that the player's side gets from now on.

        All hands are open, and all players play their best.
        """
        seat = naive_cards.seat_after(self.rules, leader, len(trick))
        side = naive_cards.side_of(self.rules, seat)
        legal = naive_play.legal(self.rules, self.contract, leader, trick, hands[seat])["legal"]
        found = {}
        for card in legal:
            after = {**hands, seat: [one for one in hands[seat] if one != card]}
            found[card] = self._value(after, leader, [*trick, card], side)
        return found

    def _value(self, hands: Hands, leader: str, trick: list[str], side: str) -> int:
        won = 0
        if len(trick) == len(self.seats):
            told = naive_play.winner(self.rules, self.contract, leader, trick)
            leader, trick = told["seat"], []
            is_last = not any(hands.values())
            if naive_cards.side_of(self.rules, leader) == side:
                won = told["points"] + 10 * is_last
            if is_last:
                return won
        seat = naive_cards.seat_after(self.rules, leader, len(trick))
        values = self.values(hands, leader, trick).values()
        if naive_cards.side_of(self.rules, seat) == side:
            return won + max(values)
        return won + self._all(hands, trick) - max(values)

    def _all(self, hands: Hands, trick: list[str]) -> int:
        """Return the points of both sides together from now on."""
        cards = [card for hand in hands.values() for card in hand] + trick
        return 10 + sum(naive_cards.card_points(self.rules, self.contract, card) for card in cards)


def _is_near(share: Share, exact: float) -> bool:
    """Return whether a sampled share is within four standard errors of the exact one."""
    error = sqrt(exact * (1 - exact) / _MANY.worlds)
    return abs(share.value - exact) <= 4 * error


@pytest.mark.parametrize("wrong", [0, 12])
@pytest.mark.parametrize("name", _HOUSES)
def test_shares_are_those_of_all_possible_deals(name: str, wrong: int, solvers: Solvers) -> None:
    compared = uncertain = 0
    for seed in range(4):
        deal = RandomDeal(name, seed + 1, wrong, lies=wrong > 0).play()
        seen = deal.seen()
        solver = solvers.of_worlds(deal.house, seen.contract)
        for index, (view, _) in enumerate(seen.views()):
            if len(view.hand) != 2 or len(view.legal()) == 1:
                continue
            exact = deal.exact(index)
            for card in view.legal():
                share = share_of(view, card, solver, index, _MANY)
                assert (share is None) == (exact is None), (seed, index)
                if share and exact:
                    assert _is_near(share, exact[name_of(card)]), (seed, index, name_of(card))
                    compared += 1
                    uncertain += 0 < exact[name_of(card)] < 1
    assert compared >= 8 and uncertain >= 2


@pytest.mark.parametrize("name", _HOUSES)
def test_players_know_the_cards_that_everybody_has_seen(name: str) -> None:
    found = 0
    for seed in range(1, 6):
        deal = RandomDeal(name, seed).play()
        for index, (view, _) in enumerate(deal.seen().views()):
            known = Knowledge(view).known()
            assert known[view.seat] == sorted(view.hand)
            known[view.seat] = []
            right: list[list[int]] = [[], [], [], [], [card_of(card) for card in deal.out]]
            for card, seat in deal.fixed(index, SEATS[view.seat]).items():
                right[SEATS.index(seat)].append(card_of(card))
            assert known == [sorted({*cards}) for cards in right], (seed, index)
            found += any(known[:OUT])
    assert found >= 20


def test_a_belote_that_nobody_can_hold_leaves_no_deal_to_believe_in(solvers: Solvers) -> None:
    without = 0
    for seed in range(1, 60):
        deal = RandomDeal("bulgarian", seed, lies=True).play()
        seen = deal.seen()
        for index, (view, card) in enumerate(seen.views()):
            if len(view.legal()) > 1 and min(Knowledge(view).room()) < 0:
                solver = solvers.of_worlds(deal.house, seen.contract)
                assert share_of(view, card, solver, 1, _FEW) is None, (seed, index)
                without += 1
    assert without


def _share_at(deal: RandomDeal, index: int, solvers: Solvers) -> Share | None:
    """Return the share of the legal card with the lowest number, when play `index` is due."""
    seen = deal.seen()
    solver = solvers.of_worlds(deal.house, seen.contract)
    view, _ = next(islice(seen.views(), index, None))
    return share_of(view, min(view.legal()), solver, 1, _FEW)


def test_the_cards_that_a_player_has_not_seen_do_not_change_his_share(solvers: Solvers) -> None:
    changed = sampled_shares = 0
    for until in range(12, 28):
        first, second = [RandomDeal("french", until).play(until) for _ in range(2)]
        second.deal_again(first.next_step()["seat"])
        changed += any({*first.left[seat]} != {*second.left[seat]} for seat in first.seats)
        shares = [_share_at(deal.play(), until, solvers) for deal in (first, second)]
        assert shares[0] == shares[1], until
        sampled_shares += shares[0] not in (None, NO_CHOICE)
    assert changed >= 12 and sampled_shares >= 6


def test_scanned_hands_are_no_knowledge_of_the_players(solvers: Solvers) -> None:
    for index in (14, 21):
        blind, scanned = [
            RandomDeal("french", 4, shows=False, scanned=mode).play() for mode in (0, 1)
        ]
        assert blind.plays == scanned.plays and len(scanned.events) == len(blind.events) + 31
        assert _share_at(blind, index, solvers) == _share_at(scanned, index, solvers)


def test_illegal_cards_have_no_share_and_single_legal_cards_are_certain(solvers: Solvers) -> None:
    deal = RandomDeal("french", 3, wrong=30).play()
    seen = deal.seen()
    shares = find_shares(seen, solvers.of_worlds(deal.house, seen.contract), 1, len, _FEW)
    illegal = [number for number, step in enumerate(deal.steps) if _is_illegal(deal, number)]
    single = [number for number, (view, _) in enumerate(seen.views()) if len(view.legal()) == 1]
    assert len(illegal) >= 3 and all(shares[number] is None for number in illegal)
    forced = [number for number in single if number not in illegal]
    assert len(forced) >= 4 and all(shares[number] == NO_CHOICE for number in forced)
    others = [share for number, share in enumerate(shares) if number not in illegal + forced]
    assert NO_CHOICE not in others and any(others)


def _is_illegal(deal: RandomDeal, number: int) -> bool:
    step = deal.steps[number]
    return deal._broken(step, deal.of_seat(step["seat"], number, 32)) is not None


def test_the_seed_decides_the_shares_and_progress_counts_the_cards(solvers: Solvers) -> None:
    deal = RandomDeal("espanola-2", 1).play().seen()
    solver = solvers.of_worlds(deal.house, deal.contract)
    said: list[str] = []
    first = find_shares(deal, solver, 1, said.append, _FEW)
    assert said == [f"shares, {number} of 18 cards" for number in range(18)]
    assert find_shares(deal, solver, 1, len, _FEW) == first
    assert find_shares(deal, solver, 2, len, _FEW) != first


def test_what_was_taken_back_and_the_end_of_the_deal_do_not_matter() -> None:
    deal = RandomDeal("french", 2).play()
    rights = [(view.hand[:], card) for view, card in deal.seen().views()]
    last = deal.events[-1]
    deal.do(Events.UNDO, "N")
    deal.do(*[last[0], SEATS[last[1]], last[2]])
    for seat in deal.seats[:2]:
        assert deal.do(Events.CONFIRM, seat)
    assert deal.game.events == []
    assert [(view.hand[:], card) for view, card in deal.seen().views()] == rights


def test_a_seven_exchanged_during_the_play_was_in_the_hand_before() -> None:
    """With two players, one may lay a card and exchange the seven before the other plays."""
    started = [RandomDeal("espanola-2", seed).play(1) for seed in range(40)]
    deal = next(one for one in started if "7" + one.contract in one.left["S"])
    seven, upcard = "7" + deal.contract, deal.out[0]
    assert deal.do(Events.SEVEN, "S")
    deal.left["S"][deal.left["S"].index(seven)] = upcard
    souths = [
        {name_of(card) for card in view.hand}
        for view, _ in deal.play().seen().views()
        if SEATS[view.seat] == "S"
    ]
    assert seven in souths[0] and upcard not in souths[0]
    assert upcard in souths[1] and seven not in souths[1]


def test_the_interval_is_that_of_wilson() -> None:
    """Each limit p solves (share - p)² = z² p (1 - p) / n, for n deals and z = 1.96."""
    for best, deals in ((0, 1), (3, 7), (26, 40), (40, 40)):
        share = sampled(best, deals)
        assert share.value == best / deals and 0 <= share.least <= share.value <= share.most <= 1
        for p in {share.least, share.most} - {0.0, 1.0}:
            assert (share.value - p) ** 2 == pytest.approx(1.96**2 * p * (1 - p) / deals)
