"""Parsing the link to a deal gives the same deal; an error says which part of a link is wrong."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import testenv
from bdnkit import EVERYWHERE, PLAYED, PLAYED_BY_TWO, RANDOM, book_of, playing, replayed, written
from legal_deals import LegalMatch
from marcoria.analysis.deal_link import LinkError, linked_facts, parts_of
from marcoria.analysis.open_facts import is_complete, open_facts
from random_houses import Random

_DEALS = 30  # maximum number of deals of the match; in some deals everybody passes
_LONGEST = 1800  # limit of the characters of a link after its address
_BROKEN = [
    ({"house": "chess"}, "house"),
    ({"house": "/etc/x.house"}, "house"),
    ({"house": ""}, "house"),
    ({"house": "own"}, "rules"),
    ({"house": "own", "rules": "players: 7"}, "rules"),
    ({"rules": "players: 4"}, "rules"),
    ({"agreed.melds": "off"}, "agreed.melds"),
    ({"house": "bulgarian", "agreed.third": "x8", "agreed.kirtik": "99"}, "agreed.kirtik"),
    ({"leader": "X"}, "leader"),
    ({"contract": "Q"}, "contract"),
    ({"contract": ""}, "contract"),
    ({"contract": "AT"}, "contract"),
    ({"taker": "NE"}, "taker"),
    ({"factor": "3"}, "factor"),
    ({"factor": "2"}, "factor"),
    ({"melds": "20"}, "melds"),
    ({"melds": "0--1"}, "melds"),
    ({"belote": "²-0"}, "belote"),
    ({"hanging": "99999"}, "hanging"),
    ({"hanging": "-"}, "hanging"),
    ({"at": "33"}, "at"),
    ({"at": "1e1"}, "at"),
    ({"play": "AH" * 32}, "play"),
    ({"play": "AH9H8H7H"}, "play"),
    ({"play": "ÀH" * 32}, "play"),
    ({"instead": "KD"}, "instead"),
    ({"at": "32", "instead": "KD"}, "instead"),
    ({"__proto__": "1"}, "__proto__"),
]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_link_brings_the_same_deal(name: str, tmp_path: Path) -> None:
    book = book_of(name, rng := Random(testenv.SEED), tmp_path)
    text = written(book, LegalMatch(book, rng).play(_DEALS))
    files = (str(tmp_path / "bar.house"),) if name == RANDOM else ()
    complete = 0
    for one in playing(text, files):
        if one.deal.is_dealt and is_complete(one):
            complete += 1
            parts = parts_of(one)
            found = linked_facts(parts)
            wanted: dict[str, Any] = open_facts(one) | {"board": "", "over": True}
            seen = (testenv.SEED, parts)
            assert {key: found[key] for key in wanted} == wanted, seen
            assert len(urlencode(parts)) < _LONGEST, seen
            assert linked_facts(found["link"]) == found, seen  # type: ignore[arg-type]
    assert complete or name == RANDOM, testenv.SEED


@pytest.mark.parametrize("text", [PLAYED, PLAYED_BY_TWO], ids=["four", "two"])
def test_a_link_brings_other_cards_from_a_position_on(text: str) -> None:
    (one,) = replayed(text)
    plays: list[Any] = open_facts(one)["plays"]  # type: ignore[assignment]
    for at in range(len(plays)):
        found = linked_facts({**parts_of(one), "at": f"{at}", "instead": "".join(plays[at:])})
        assert (found["at"], found["instead"]) == (at, plays[at:])


@pytest.mark.parametrize(("parts", "wrong"), _BROKEN, ids=lambda one: str(one)[:40])
def test_a_broken_link_is_refused(parts: dict[str, str], wrong: str) -> None:
    (one,) = replayed(PLAYED)
    with pytest.raises(LinkError) as error:
        linked_facts(parts_of(one) | parts)
    assert error.value.detail == wrong


def test_random_parts_are_read_or_refused() -> None:
    rng = Random(testenv.SEED)
    (one,) = replayed(PLAYED)
    right = parts_of(one) | {"at": "4", "instead": "QCJC"}
    for _ in range(400):
        parts = dict(right)
        name = rng.choice([*right])
        value = [*parts[name]]
        value.insert(rng.randrange(len(value) + 1), rng.choice([*"09-NKHS\0é"]))
        parts[name] = "".join(value[rng.randrange(2) :])
        try:
            assert linked_facts(parts)["complete"], (testenv.SEED, parts)
        except LinkError as error:
            assert error.detail in (name, "instead"), (testenv.SEED, parts)
