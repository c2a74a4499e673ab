"""People confirm the result at the end of a deal at the page's table, in virtual time."""

from collections.abc import Callable

import pytest

from people_table import PeopleTable

RUNS_ON = "cpython"

_LATE_MS = 60_000  # longer than a bot waits before it presses a key
_AT_ONCE_MS = 900  # time for light, link and view to report the result; the display takes longer

Open = Callable[..., PeopleTable]


def _to_the_result(table: PeopleTable) -> float:
    """Play a deal; return the virtual time at which its result has arrived."""
    table.play_until(lambda: table.told.get("phase") == "done")
    return table.now


def _agree_and_tidy(table: PeopleTable) -> None:
    table.do("agree", seats=["S", "W"])
    table.play_until(lambda: table.next in ("deal", "tidy") and table.told["phase"] == "ready")
    while table.next != "deal":
        table.do("tidy")
        table.run(600)


@pytest.mark.soak
def test_agreeing_is_offered_before_the_display_shows_the_result(people: Open) -> None:
    table = people(house="salotto")
    since = _to_the_result(table)
    table.until(lambda: table.next == "confirm")
    assert table.now - since <= _AT_ONCE_MS
    assert table.who == "NESW"


@pytest.mark.soak
@pytest.mark.parametrize("waits_ms", [0, 700, 3000])
def test_one_press_of_the_button_agrees_however_early_it_comes(
    people: Open, waits_ms: int
) -> None:
    table = people(house="salotto")
    _to_the_result(table)
    table.run(waits_ms)
    table.do("agree", seats=["S", "W"])
    table.until(lambda: table.count("confirm") == 2, limit_ms=10_000)
    table.until(lambda: table.next in ("deal", "tidy"))


@pytest.mark.soak
def test_bots_agree_for_their_side_and_never_for_a_person(people: Open) -> None:
    table = people(house="salotto", bots="NEW")
    _to_the_result(table)
    table.run(_LATE_MS)
    assert [row["seat"] for row in table.happened if row["kind"] == "confirm"] in (["E"], ["W"])
    assert (table.next, set(table.who)) == ("confirm", {"N", "S"})
    table.do("agree", seats=["S"])
    table.until(lambda: table.count("confirm") == 2, limit_ms=10_000)


@pytest.mark.soak
def test_agreeing_to_the_score_does_not_salt_a_belote(people: Open) -> None:
    """A belote in the last trick was not called, and PASS would salt it."""
    table = people(house="piedicavallo", seed=7)
    table.saves = lambda card: card[0] in "KQ" and card[1] == table.told["contract"]
    _to_the_result(table)
    trump = table.told["contract"]
    last = [card for _, card in table.told["last"]["cards"]]
    assert {f"K{trump}", f"Q{trump}"} & set(last), last
    table.do("agree", seats=["S", "W"])
    table.until(lambda: table.count("confirm") == 2, limit_ms=10_000)
    assert not table.count("salt")


@pytest.mark.soak
def test_a_question_at_the_end_comes_before_agreeing(people: Open) -> None:
    table = people(house="salotto")
    _to_the_result(table)
    table.run(3000)
    for key in ("CALL", "PASS"):
        table.do("hold", key=key, seat="S")
    table.run(300)
    for key in ("CALL", "PASS"):
        table.do("release", key=key, seat="S")
    table.until(lambda: (table.next, table.who) == ("answer", "S"), limit_ms=3000)
    table.do("agree", seats=["S", "W"])
    table.run(5000)
    assert not table.count("confirm") and (table.next, table.who) == ("answer", "S")
    table.do("press", key="PASS", seat="S")
    table.until(lambda: table.next == "confirm", limit_ms=3000)


@pytest.mark.soak
def test_melds_are_shown_at_the_press_of_a_button(people: Open) -> None:
    hands = {"S": "7H 8H 9H TH JH QH KH AH"}
    table = people(house="piedicavallo", deal={"hands": hands, "upcard": "7S"})
    table.play_until(lambda: table.next == "card" and table.who == "S")
    for key in ("CALL", "H"):  # announces a hundred
        table.do("press", key=key, seat="S")
        table.run(500)
    table.play_until(lambda: table.next == "show")
    assert table.who == "S"
    table.do("show", seat="S")
    table.play_until(lambda: table.next == "card")
    assert table.count("show") >= 3


@pytest.mark.soak
def test_repeated_deal_requests_deal_once(people: Open) -> None:
    table = people(house="salotto")
    table.until(lambda: table.next == "deal")
    for _ in range(20):
        table.do("deal")
        table.run(100)
    _to_the_result(table)
    _agree_and_tidy(table)
    assert not any(table.glance["hands"].values()), "cards of the last deal are back in the hands"
    table.run(3000)
    assert table.next == "deal" and table.count("deal") == 1
