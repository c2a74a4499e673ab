"""Deals typed with few tags: `replay` and the naive implementation count the same points."""

import re
import zlib

import pytest

import naive
import random_houses
import testenv
from bdnkit import replayed
from codes.game import SEATS
from marcoria.bdn.model import PaperError
from marcoria.game.houses import names
from marcoria.paths import HOUSES, ROOT
from naive_cards import sides_of
from random_houses import Random

_TIMES = 400 if testenv.SOAK else 40
_HIGH_FIRST = "AKQJT987"


def _hand(cards: list[str]) -> str:
    suits = ["".join(sorted((c[0] for c in cards if c[1] == suit), key=_HIGH_FIRST.index))
             for suit in "SHDC"]  # fmt: skip
    return ".".join(suits)


def _typed(asked: dict, house: dict, score: dict[str, int]) -> str:
    """Return the BDN text of a deal with only the tags that people write down."""
    players = int(house["players"])
    step = 2 if players == 2 else 3 if house["direction"] == "ccw" else 1
    dealer = SEATS[(SEATS.index(asked["leader"]) - step) & 3]
    hands = " ".join(_hand(asked["hands"][s]) if s in asked["hands"] else "-" for s in SEATS)
    lines = [
        f'[House "{asked["house"]}"]',
        f'[Dealer "{dealer}"]',
        f'[Hanging "{asked["hanging"]}"]',
        f'[Deal "N:{hands}"]',
        f'[Contract "{asked["contract"]}"]',
        f'[Taker "{asked["taker"]}"]',
        f'[Factor "{asked["factor"]}"]',
        '[Play ""]',
    ]
    plays = asked["plays"]
    lines += [" ".join(plays[at : at + players]) for at in range(0, len(plays), players)]
    told = " ".join(f"{side}:{score[side]}" for side in sides_of(house))
    return "\n".join([*lines, f'[Score "{told}"]', ""])


@pytest.mark.parametrize("name", names())
def test_typed_deals_count_as_the_naive_engine_counts_them(name: str) -> None:
    rng = Random(testenv.SEED ^ zlib.crc32(f"typed {name}".encode()) & 0xFFFFFFF)
    house = dict(naive.load_house((HOUSES / f"{name}.house").read_text("utf-8")))
    for _ in range(_TIMES):
        asked = random_houses.random_deal(rng, house, 10)
        asked["house"] = name
        told = naive.deal(
            house,
            *(asked[key] for key in ("contract", "taker", "leader", "factor", "hanging")),
            *(asked[key] for key in ("hands", "plays")),
        )
        text = _typed(asked, house, told["score"])
        try:
            answer = replayed(text)[0].answer()
        except PaperError as fault:
            if "can have been turned up" in fault.detail:
                continue  # the taker (the stock, if the upcard stays there) has no trump
            fault.add_note(f"seed {testenv.SEED}\n{text}")
            raise
        for key in ("score", "tricks", "cards", "melds", "belote", "outcome", "hanging"):
            assert answer[key] == told[key], (testenv.SEED, key, text)
        faults = [(one["seat"], one["play"] - 1, one["code"]) for one in answer["offences"]]
        assert faults == [(one["seat"], one["play"], one["code"]) for one in told["faults"]], text
        with pytest.raises(PaperError, match="the cards make"):
            replayed(re.sub(r"(\d)\"\]\n$", r'\g<1>1"]\n', text))


def test_the_examples_of_the_bdn_page_are_correct() -> None:
    page = (ROOT / "docs" / "bdn.md").read_text("utf-8")
    examples = re.findall(r"```bdn\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        assert replayed(example)
    assert "QC@2/12" in examples[1]


def test_the_announce_tag_decides_which_melds_count() -> None:
    page = (ROOT / "docs" / "bdn.md").read_text("utf-8")
    text = re.findall(r"```bdn\n(.*?)```", page, re.DOTALL)[0]
    told = {
        "all": {"NS": 0, "EW": 50},
        "none": {"NS": 0, "EW": 0},
        "W.fifty": {"NS": 0, "EW": 50},
        "S.tierce S.belote": {"NS": 20, "EW": 0},
    }
    for value, melds in told.items():
        tag = f'[Announce "{value}"]\n[Auction'
        played = replayed(re.sub(r"\[Score.*\n", "", text).replace("[Auction", tag))
        answer = played[0].answer()
        assert answer["melds"] == melds
        assert answer["belote"]["NS"] == (20 if value in ("all", "S.tierce S.belote") else 0)
