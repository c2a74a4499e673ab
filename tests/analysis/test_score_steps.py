"""The steps on the score sheet add up to the score of the engine, in every house."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import testenv
from bdnkit import EVERYWHERE, RANDOM, book_of, evening, playing, written
from codes.game import Bids
from legal_deals import LegalMatch
from marcoria.analysis.score_steps import score_steps
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.score import Score
from marcoria.game.houses import names
from marcoria.web.world.score_sheet import row_of
from random_houses import Random

_HANDS = 400
_HOUSES = 12  # random houses
_STEPS = 1500  # events that are tried in an evening
_DEALS = 30  # maximum number of deals of a match; in some deals everybody passes
# By `House.rounding`: the unit, and the largest change by rounding. Both are points in cards,
# not points of the score.
_ROUNDINGS = {0: (1, 0), 1: (10, 5), 2: (10, 6)}
_COUNTED = ("cards", "cards-last", "melds", "belote", "capot-bonus", "capot-premium")
_KEYS = {
    *("cards", "cards-last", "melds", "belote", "capot-value", "capot-bonus", "capot-premium"),
    *("times", "sum", "no-contract", "belote-apart", "litige", "made-quota", "made-both"),
    *("made-more", "failed-quota", "failed-equal", "failed-less", "takes-all", "scores", "extra"),
    *("keeps", "keeps-belote", "doubled", "doubled-capot", "hang", "hang-doubled"),
    *("hanging-won", "hanging-paid", "hanging-stays", "kirtik", "fine", "fine-won"),
}


def _hand(house: House, rng: Random) -> Any:
    """Return an object with random points and the engine's score, to use in place of a match."""
    whole = rng.choice([152, 152, 120, 250])
    points = [rng.choice([0, whole // 2 - 5, rng.randrange(whole + 1)]), 0]
    points[1] = whole - points[0]
    last = rng.randrange(2)
    took_all = rng.randrange(6) == 0
    if took_all:
        points = [whole * (1 - last), whole * last]
    score = Score(house)
    score.tricks[:] = [8 * (1 - last), 8 * last] if took_all else [4, 4]
    score.cards[:] = [points[side] + 10 * (side == last) for side in range(2)]
    score.melds[:] = rng.choice([[0, 0], [20, 0], [0, 150], [10, 40]])
    score.belote[:] = rng.choice([[0, 0], [20, 0], [0, 20], [20, 20]])
    for side in range(2):
        if house.counting_trick and not points[side]:
            score.melds[side] = score.belote[side] = 0
    factor = rng.choice([1, 1, 2, 4])
    contract = rng.choice([0, 3, Bids.NO_TRUMPS, Bids.ALL_TRUMPS])
    taker = rng.choice([0, 2] if house.players == 2 else [0, 1, 2, 3])
    hanging = rng.choice([0, 0, 80, 162])
    score.settle(contract, house.side(taker), factor, hanging)
    fair = rng.choice([[0, 0], [-10, 10]])
    score.score[:] = [score.score[side] + fair[side] for side in range(2)]
    return SimpleNamespace(
        house=house,
        score=score,
        auction=SimpleNamespace(contract=contract, taker=taker, factor=factor),
        trick=SimpleNamespace(winner=last * 2 if house.players == 2 else last),
        tally=SimpleNamespace(points=points),
        conduct=SimpleNamespace(fair=fair),
        announcements=SimpleNamespace(announced=[()] * 4),
        pairs=SimpleNamespace(salted=0, worth=lambda side: 0),
        hanging=hanging,
    )


def _check(hand: Any, steps: list[Any]) -> None:
    """Check each step's numbers, and that the steps add up to the score and the hanging points."""
    seen = (testenv.SEED, vars(hand), steps)
    assert _added(steps) == hand.score.score, seen
    unit, most = _ROUNDINGS[hand.house.rounding]
    hangs = won = 0
    for step in steps:
        if "raw" in step and "factor" not in step:
            assert abs(step["raw"] - step["points"] * _size(hand)) <= most, seen
            assert not step["points"] * _size(hand) % unit, seen
        if "factor" in step:
            assert step["points"] == step["rounded"] * step["factor"], seen
        if step["key"] in ("hang", "hang-doubled", "hanging-stays"):
            hangs += step["points"]
        if step["key"] in ("hanging-won", "hanging-paid"):
            won += step["points"]
        if step["key"] == "sum":
            assert step["both"] == _sums(steps), seen
    assert hangs == hand.score.hanging, seen
    stays = [step["points"] for step in steps if step["key"] == "hanging-stays"]
    assert won + sum(stays) == hand.hanging, seen


def _size(hand: Any) -> int:
    """Return how many points in cards one point of the score stands for."""
    return 10 if hand.house.rounding == 2 else 1


def _added(steps: list[Any]) -> list[int]:
    adds = [step["adds"] for step in steps if "adds" in step]
    return [sum(one[side] for one in adds) for side in range(2)]


def _sums(steps: list[Any]) -> list[int]:
    """Return the sums of both sides that the step `sum` must have, from the steps before it."""
    both, times = [0, 0], 1
    for step in steps:
        if step["key"] in _COUNTED:
            both[step["side"]] += step["points"]
        elif step["key"] == "times":
            times = step["times"]
    return [points * times for points in both]


def test_the_steps_of_random_hands_add_up_in_every_house(tmp_path: Path) -> None:
    rng = Random(testenv.SEED)
    books = [book_of(name, rng, tmp_path) for name in EVERYWHERE]
    books += [book_of(RANDOM, rng, tmp_path) for _ in range(_HOUSES)]
    keys = set()
    for book in books:
        for _ in range(_HANDS):
            hand = _hand(book.house, rng)
            steps = score_steps(hand)
            _check(hand, steps)
            keys |= {step["key"] for step in steps}
    assert keys == _KEYS, testenv.SEED


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_rows_of_an_evening_add_up(name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED)
    book = book_of(name, rng, tmp_path)
    files = (str(tmp_path / "bar.house"),) if name == RANDOM else ()
    _check_rows(written(book, evening(book, rng, _STEPS)), files)


@pytest.mark.parametrize("name", names())
def test_the_rows_of_a_match_without_mistakes_add_up(name: str) -> None:
    book = Rulebooks().book(name)
    text = written(book, LegalMatch(book, Random(testenv.SEED)).play(_DEALS))
    assert "cards-last" in _check_rows(text, ()), (testenv.SEED, text)


def _check_rows(text: str, files: tuple[str, ...]) -> set[str]:
    """Compare the score sheet's rows with the tags of the deals; return the keys of all steps."""
    keys = set()
    for one in playing(text, files):
        tags = one.deal.tags
        if not one.deal.is_dealt:
            continue
        row: Any = row_of(one)
        seen = (testenv.SEED, row, text)
        assert _added(row["steps"]) == row["score"], seen
        for tag, shown in (("Score", row["score"]), ("Total", row["total"])):
            wanted = [f"{side}:{points}" for side, points in zip(row["sides"], shown, strict=True)]
            assert tags.get(tag, " ".join(wanted)) == " ".join(wanted), seen
        assert row["hangs"] == int(tags.get("Hangs", row["hangs"] if "Score" not in tags else 0))
        keys |= {step["key"] for step in row["steps"]}
    return keys
