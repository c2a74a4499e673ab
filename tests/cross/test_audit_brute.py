"""Comparison of the audit with the naive implementation, which tries every possible hand.

The random plays include offences. Some cards are known from the start, and some are shown later.
"""

import json
import zlib
from collections.abc import Iterable
from typing import Any

import pytest

import naive
import naive_cards
import random_houses
import testenv
from belote.audit import Audit
from belote.housefile import load
from belote.trick import Trick
from codes.game import CONTRACTS, SEATS, card_of
from marcoria.game.houses import names, open_house
from marcoria.game.names import OFFENCES
from marcoria.paths import HOUSES
from random_houses import Random

Rules = dict[str, Any]
Shown = list[tuple[int, str, str]]
Proof = tuple[str, int, str, int]

_RANDOM = "random switches"
_EVERYWHERE = [*names(), _RANDOM]


class Watch:
    """The engine's audit of one deal, which gets the plays one by one."""

    def __init__(self, house: Any, contract: str, leader: str, known: dict[str, list[str]]):
        self.proofs: list[Proof] = []
        self.moment = 0
        self.players = house.players
        self.audit = Audit(house, self._found)
        self.trick = Trick(house)
        self.trick.contract(CONTRACTS.index(contract))
        self.trick.start(SEATS.index(leader))
        self.audit.trump = self.trick.trump
        for seat, cards in known.items():
            for one in cards:
                self.audit.show(SEATS.index(seat), card_of(one))

    def _found(self, seat: int, code: int, play: int, plays: int) -> None:
        self.proofs.append((SEATS[seat], play, OFFENCES[code], self.moment))

    def play(self, one: str) -> None:
        trick, number = self.trick, card_of(one)
        led = trick.led if trick.count else number >> 3
        self.audit.play(trick.seat, number, trick.denies(number), led)
        trick.lay(number)
        if trick.count == self.players:
            trick.start(trick.winner)

    def run(self, plays: list[str], shown: Shown) -> None:
        for moment, one in enumerate(plays):
            self.moment = moment
            self.play(one)
            for after, seat, other in shown:
                if after == self.moment:
                    self.audit.show(SEATS.index(seat), card_of(other))

    def suspects(self) -> set[str]:
        found = self.audit.suspects()
        return {SEATS[seat] for seat in range(4) if found >> seat & 1}


def _generator(name: str, what: str) -> Random:
    return Random(testenv.SEED ^ zlib.crc32(f"{name} {what}".encode()) & 0xFFFFFFF)


def _rules(name: str, rng: Random) -> tuple[Rules, Any]:
    if name == _RANDOM:
        rules = random_houses.random_house(rng)
        return rules, load(random_houses.to_text(rules))
    text = (HOUSES / f"{name}.house").read_text(encoding="utf-8")
    return naive.load_house(text), open_house(name)


def _random_request(rng: Random, rules: Rules, wrong: int) -> dict[str, Any]:
    """Return a request for a deal, whole or cut off after some plays.

    `known` has a few dealt cards of some seats. Most of these deals end with a complete trick,
    because a match looks for suspicions only then.
    """
    request: dict[str, Any] = random_houses.random_deal(rng, rules, wrong)
    seats = naive_cards.seats_of(rules)
    request["known"] = {
        seat: request["hands"][seat][: 1 + rng.randrange(3)] for seat in seats if rng.one_in(3)
    }
    plays = request["plays"]
    if rng.one_in(2):
        plays = plays[: rng.randrange(len(plays) + 1)]
    if rng.one_in(2):
        plays = plays[: len(plays) // len(seats) * len(seats)]
    request["plays"] = plays
    return request


def _random_shown(rng: Random, request: dict[str, Any]) -> Shown:
    """Choose up to four cards to be shown while their players still hold them.

    Return a triple for each card: index of the play after which it is shown, seat, and card.
    """
    plays, shown = request["plays"], []
    for _ in range(rng.randrange(5) if plays else 0):
        seat = rng.choice(list(request["hands"]))
        after = rng.randrange(len(plays))
        held = [one for one in request["hands"][seat] if one not in plays[: after + 1]]
        if held:
            shown.append((after, seat, rng.choice(held)))
    return shown


def _certain(proofs: Iterable[Proof], shown: Shown) -> set[Proof]:
    """Return the proofs; the code is empty if a card was shown right after the proving play.

    For such a proof the two codes may differ. The naive implementation knows the shown card when
    it chooses the code. The engine may have chosen the code before the card was shown.
    """
    moments = {after for after, _, _ in shown}
    return {
        (seat, play, "" if moment in moments else code, moment)
        for seat, play, code, moment in proofs
    }


def _told(rules: Rules, request: dict[str, Any], shown: Shown) -> tuple[set[Proof], set[str]]:
    answer = naive.audit(
        rules,
        request["contract"],
        request["leader"],
        request["known"],
        request["plays"],
        shown,
    )
    proofs = {
        (one["seat"], one["play"], one["code"], one["proved_by"]) for one in answer["proofs"]
    }
    suspicion = answer["suspicion"]
    return proofs, set(suspicion["seats"] if suspicion else ())


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_planted_offences_are_proved_as_by_brute_force(name: str) -> None:
    rng = _generator(name, "planted")
    times = 3000 if testenv.SOAK else 25
    proved = suspected = 0
    for _ in range(times * (4 if name == _RANDOM else 1)):
        rules, house = _rules(name, rng)
        wrong = rng.choice([3, 10, 30])
        request = _random_request(rng, rules, wrong)
        shown = _random_shown(rng, request) if rng.one_in(2) else []
        watch = Watch(house, request["contract"], request["leader"], request["known"])
        watch.run(request["plays"], shown)
        ours = (_certain(watch.proofs, shown), watch.suspects())
        note = f"seed {testenv.SEED}\n{random_houses.to_text(rules)}{json.dumps(request)}\n{shown}"
        proofs, suspicion = _told(rules, request, shown)
        assert ours == (_certain(proofs, shown), suspicion), note
        assert len(watch.proofs) == len(ours[0]), note  # no proof is repeated
        proved += len(ours[0])
        suspected += bool(ours[1])
    assert proved
    # With two players fourteen cards are in no hand, so nothing is ever suspected.
    assert suspected or naive_cards.hand_size(rules) == 9 or not testenv.SOAK


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_honest_deals_are_never_accused(name: str) -> None:
    """After each play of honest players the audit has neither a proof nor a suspicion."""
    rng = _generator(name, "honest")
    for _ in range(20_000 if testenv.SOAK else 200):
        rules, house = _rules(name, rng)
        request = _random_request(rng, rules, 0)
        watch = Watch(house, request["contract"], request["leader"], request["known"])
        for one in request["plays"]:
            watch.play(one)
            note = f"seed {testenv.SEED}\n{random_houses.to_text(rules)}{json.dumps(request)}"
            assert not watch.proofs and not watch.suspects(), note
