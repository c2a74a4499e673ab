"""Laying a card clears the pad first, so the pad never has two cards."""

import random
from collections.abc import Callable

import pytest

import testenv
from people_table import PeopleTable

RUNS_ON = "cpython"

_SOON_MS = 100

Open = Callable[..., PeopleTable]


def _after_a_trick(table: PeopleTable) -> str:
    """Play a trick whose cards stay on the table; return the seat that leads the next trick."""
    table.do("manner", neat=False)
    table.play_until(lambda: table.told.get("number") == 2 and table.next == "tidy")
    table.until(lambda: table.told["turn"] in table.who)
    return str(table.told["turn"])


def test_of_several_quick_clicks_the_first_card_is_laid(people: Open) -> None:
    table = people(house="salotto")
    seat = _after_a_trick(table)
    assert len(table.pad(seat)) == 1
    first, *others = table.glance["hands"][seat]
    assert table.do("lay", card=first, seat=seat)
    assert table.do("lay", card=first, seat=seat)  # the second click of a double click
    assert not any(table.do("lay", card=card, seat=seat) for card in others)
    table.until(lambda: table.count("card") == 5)
    table.run(1000)
    assert table.pad(seat) == [first] and table.most == 1 and not table.count("undo")
    assert set(table.glance["hands"][seat]) == set(others)


@pytest.mark.soak
def test_a_new_card_is_not_replaced_by_another_click(people: Open) -> None:
    table = people(house="salotto")
    seat = _after_a_trick(table)
    card, other = table.glance["hands"][seat][:2]
    table.do("lay", card=card, seat=seat)
    table.until(lambda: table.pad(seat) == [card])
    for after_ms in (0, 10, 100, 200, 300, 600, 1000, 2500):
        table.run(after_ms)
        assert not table.do("lay", card=other, seat=seat), after_ms
    assert table.pad(seat) == [card] and table.count("card") == 5 and not table.count("undo")


@pytest.mark.soak
def test_another_card_replaces_a_refused_one(people: Open) -> None:
    table = people(house="french", hands="scanned")

    def may_be_refused() -> bool:
        seat = str(table.told.get("turn"))
        legal = table.told.get("legal", [])
        held = table.glance["hands"].get(seat, [])
        on_turn = table.next == "card" and table.who == seat and bool(legal)
        return on_turn and len(legal) < len(held) and not table.pad(seat)

    table.play_until(may_be_refused)
    seat, legal = table.who, list(table.told["legal"])
    wrong = next(card for card in table.glance["hands"][seat] if card not in legal)
    played = table.count("card")
    table.do("lay", card=wrong, seat=seat)
    table.until(lambda: table.count("refused") == 1)
    table.until(lambda: table.do("lay", card=legal[0], seat=seat))
    table.until(lambda: table.count("card") == played + 1)
    assert wrong in table.glance["hands"][seat] and table.most == 1


@pytest.mark.soak
@pytest.mark.parametrize("house", ["salotto", "espanola-2"])
@pytest.mark.parametrize("neat", [True, False])
def test_hasty_clicks_lay_one_card_at_a_time(people: Open, house: str, neat: bool) -> None:
    table = people(house=house)
    table.do("manner", neat=neat)
    dice = random.Random(testenv.SEED)
    table.play_until(lambda: table.told.get("phase") == "play" and table.next == "card")
    before = table.count("card")
    while table.told["phase"] == "play":
        seat = table.told["turn"]
        legal = table.told["legal"]
        if seat and legal and table.next in ("card", "tidy") and seat in table.who:
            wanted = dice.choice(legal)
            if table.do("lay", card=wanted, seat=seat):
                for _ in range(dice.randrange(4)):
                    table.run(dice.choice([0, 10, 60, 250]))
                    others = table.glance["hands"][seat]
                    table.do("lay", card=dice.choice(others or [wanted]), seat=seat)
        elif table.next == "show":
            table.do("press", key="PASS", seat=table.who[0])
        table.run(_SOON_MS * dice.randrange(1, 12))
    cards = len(table.told["had"]["N"]) * len(table.who)
    assert table.most == 1 and not table.count("undo")
    assert table.count("card") - before == cards
