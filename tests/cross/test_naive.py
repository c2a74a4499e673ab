"""Comparison of the engine with the naive implementation on random requests.

If results differ, the failure names seed, house and request. `make soak` makes far more requests.
"""

import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import naive
import naive_score
import random_houses
import testenv
from belote.auction import UNDECIDED, Auction
from belote.housefile import load
from belote.score import Score
from codes.game import CONTRACTS, SEATS, Outcomes
from marcoria.game import request as request_module
from marcoria.game import rules
from marcoria.game.houses import names, open_house
from marcoria.paths import HOUSES
from naive_cards import hand_size, seat_after, seats_of, side_of, sides_of
from random_houses import Random

House = dict[str, Any]

NAMES = names()
_RANDOM = "random switches"
_EVERYWHERE = [*NAMES, _RANDOM]
_CALLS = [*CONTRACTS, "pass", "double", "redouble", "third"]
_STATES = ("open", "contract", "thrown-in")
_OUTCOMES = ("made", "failed", "litige", "capot", "reverse-capot", "scored")
_KEEP = 20  # triples that `_houses` yields with the same random house


def _times(test: int, soak: int, name: str) -> int:
    """Return the number of requests; random houses get three times as many as a real house."""
    return (soak if testenv.SOAK else test) * (3 if name == _RANDOM else 1)


def _houses(
    name: str, what: str, times: int, monkeypatch: Any
) -> Iterator[tuple[House, Any, Random]]:
    """Yield `times` triples: house for the naive implementation, house for the engine, rng.

    Both houses have the rules of `name`, or random rules that change after every 20 triples. With
    random rules, make each request to the engine open this house, whatever name the request has.
    """
    rng = Random(testenv.SEED ^ zlib.crc32(f"{name} {what}".encode()) & 0xFFFFFFF)
    if name != _RANDOM:
        house = naive.load_house((HOUSES / f"{name}.house").read_text(encoding="utf-8"))
        house["name"] = name
        loaded = open_house(name)
    for i in range(times):
        if name == _RANDOM and i % _KEEP == 0:
            house = random_houses.random_house(rng)
            loaded = load(random_houses.to_text(house))
            monkeypatch.setattr(request_module, "open_house", lambda _, house=loaded: house)
        yield house, loaded, rng


def _same(house: House, request: Any, ours: Any, theirs: Any) -> None:
    if ours == theirs:
        return
    pytest.fail(
        f"seed {testenv.SEED}\n--- request\n{json.dumps(request)}\n--- engine\n{ours}\n"
        f"--- naive\n{theirs}\n--- house\n{random_houses.to_text(house)}",
        pytrace=False,
    )


def _compare(house: House, request: dict[str, Any]) -> None:
    ours = rules.answer(json.dumps(request))
    _same(house, request, ours, {"ok": True, **naive.answer(house, request)})


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_positions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the legal cards, why other cards are illegal, and the winner of the trick."""
    times = _times(2000, 200_000, name)
    for house, _, rng in _houses(name, "positions", times, monkeypatch):
        request = random_houses.random_position(rng, house)
        _compare(house, request)
        request["op"] = "winner"
        request["trick"] = request.pop("trick") + request.pop("hand")[:1]
        _compare(house, request)


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_melds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the melds of each hand and the points of the melds that count."""
    for house, _, rng in _houses(name, "melds", _times(200, 20_000, name), monkeypatch):
        request = {
            "op": "melds",
            "house": house["name"],
            "contract": random_houses.random_contract(rng, house),
            "leader": rng.choice(seats_of(house)),
            "hands": random_houses.random_hands(rng, house),
        }
        _compare(house, request)


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_deals(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare whole deals, most of them with offences, from the first card to the score."""
    for house, _, rng in _houses(name, "deals", _times(200, 20_000, name), monkeypatch):
        wrong = rng.choice([0, 5, 30])
        _compare(house, random_houses.random_deal(rng, house, wrong))


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_audits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the proofs and suspicions that follow from the cards laid so far."""
    for house, _, rng in _houses(name, "audits", _times(30, 2000, name), monkeypatch):
        _compare(house, random_houses.random_audit(rng, house, rng.choice([3, 10, 25])))


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_scores(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the scoring of given results: many are ties or capots, or have hanging points."""
    for house, loaded, rng in _houses(name, "scores", _times(1000, 200_000, name), monkeypatch):
        made = _random_count(rng, house)
        score = Score(loaded)
        score.tricks, score.melds, score.belote = made["won"], made["melds"], made["belote"]
        score.cards = list(made["cards"])
        contract = CONTRACTS.index(made["contract"])
        score.settle(contract, made["taker"], made["factor"], made["hanging"])
        ours = {
            "outcome": _OUTCOMES[score.outcome],
            "score": dict(zip(sides_of(house), score.score, strict=True)),
            "hanging": score.hanging,
        }
        _same(house, made, ours, _naive_score(house, made))


def _random_count(rng: Random, house: House) -> dict[str, Any]:
    """Return a possible result of a deal as lists by side; `taker` is the index of a side."""
    contract = random_houses.random_contract(rng, house)
    taker = rng.randrange(2)
    size = hand_size(house)
    sums = {"NT": 120, "AT": 248}
    whole = sums.get(contract, 152) + 4 * (house["king"] - 4) + 10
    melds = [0, 0]
    for _ in range(rng.randrange(3)):
        melds[rng.randrange(2)] += rng.choice([20, 50, 100, 150, 200])
    if house["contest"] == "one":
        melds[rng.randrange(2)] = 0
    belote = [0, 0]
    if contract != "NT" and rng.one_in(2):
        belote[rng.randrange(2)] = 20 if contract != "AT" else rng.choice([20, 40])
    won = 1 + rng.randrange(size - 1)
    if rng.one_in(4):
        won = rng.choice([0, size])
    cards = rng.randrange(whole + 1)
    if rng.one_in(3):  # a tie, or one point away from a tie, with or without belote
        cards = (whole + sum(melds) + sum(belote)) // 2 - melds[taker] - rng.randrange(3) + 1
        cards -= belote[taker] if rng.one_in(2) else 0
        cards = min(max(cards, 0), whole)
    if won in (0, size):
        cards = whole if won else 0
    two = [won, size - won]
    split = [cards, whole - cards]
    factor = rng.choice([1, 1, 2, 4, 8]) if house["bidding"] == "auction" else 1
    return {
        "contract": contract,
        "taker": taker,
        "factor": factor,
        "hanging": rng.choice([0, rng.randrange(200)]),
        "won": two if taker == 0 else two[::-1],
        "cards": split if taker == 0 else split[::-1],
        "melds": melds,
        "belote": belote,
    }


def _naive_score(house: House, made: dict[str, Any]) -> dict[str, Any]:
    sides = sides_of(house)
    cards = list(made["cards"])
    for side in range(2):
        if house["capot_as"] == "premium" and not made["won"][side ^ 1]:
            cards[side] -= 10
    seats = [seat for seat in seats_of(house) if side_of(house, seat) == sides[made["taker"]]]
    two = [dict(zip(sides, made[key], strict=True)) for key in ("won", "melds", "belote")]
    answer: dict[str, Any] = naive_score.score_hand(
        house,
        made["contract"],
        seats[0],
        made["factor"],
        made["hanging"],
        dict(zip(sides, cards, strict=True)),
        *two,
    )
    return answer


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_auctions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare random calls. Some are refused, and a refused call changes nothing."""
    for house, loaded, rng in _houses(name, "auctions", _times(100, 10_000, name), monkeypatch):
        auction = Auction(loaded)
        elder = rng.choice(seats_of(house))
        upcard = None if house["upcard"] == "none" else rng.choice("CDHS")
        second = rng.randrange(2)
        auction.start(SEATS.index(elder), CONTRACTS.index(upcard) if upcard else -1, second)
        calls: list[str] = []
        call = _caller(rng)
        while auction.state == UNDECIDED:
            word = call()
            request = {"elder": elder, "upcard": upcard, "second": second, "calls": [*calls, word]}
            refused = auction.call(_CALLS.index(word))
            theirs = naive.auction(house, elder, [*calls, word], upcard, bool(second))
            if not refused:
                calls.append(word)
            ours = {
                "state": _STATES[auction.state],
                "contract": None if auction.contract < 0 else CONTRACTS[auction.contract],
                "taker": None if auction.contract < 0 else SEATS[auction.taker],
                "factor": auction.factor,
                "round": auction.round,
                "error_at": len(calls) if refused else None,
            }
            _same(house, request, ours, theirs)
            if auction.state == UNDECIDED:
                _same(house, request, SEATS[auction.seat], seat_after(house, elder, len(calls)))


def _caller(rng: Random) -> Callable[[], str]:
    """Return a function that returns random calls: often a pass or a doubling."""
    words = ["pass"] * (1 + rng.randrange(12)) + ["double"] * 3 + ["redouble"] * 3 + ["third"] * 2
    return lambda: str(rng.choice(words + list(CONTRACTS)))


def test_outcomes_have_the_same_numbers_as_in_the_engine() -> None:
    """The index of a word in `_OUTCOMES` equals its number in the engine."""
    for number, word in enumerate(_OUTCOMES):
        assert getattr(Outcomes, word.split("-")[0].upper()) == number


def test_every_random_house_is_accepted_by_the_loader() -> None:
    """The generator never makes a house whose keys contradict each other."""
    rng = Random(testenv.SEED)
    for _ in range(100_000 if testenv.SOAK else 1000):
        house = random_houses.random_house(rng)
        assert load(random_houses.to_text(house)), house
