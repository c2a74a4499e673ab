"""Experts at the page's table give reasons, but none about their hands before the deal ends."""

from collections.abc import Callable

import pytest

from people_table import PeopleTable

RUNS_ON = "cpython"

# Reasons that tell something about cards in hand.
_OF_A_HAND = {"frees-card", "empties-suit", "takes-cheaply", "keeps", "saves-points"}
_LAST_TRICK = 28


@pytest.mark.soak
def test_reasons_about_the_hand_come_after_the_deal(people: Callable[..., PeopleTable]) -> None:
    table = people(bots="NESW", house="salotto", seed=3)
    table.do("bots", N="expert", S="expert")
    table.until(lambda: table.told.get("number") == 8, 240_000)
    assert not table.reasons
    table.until(lambda: table.told.get("phase") == "done")
    cards = [row for row in table.happened if row["kind"] == "card"]
    by_experts = [row for row in cards if row["seat"] in "NS"]
    assert [row for row in cards if "reason" in row] == by_experts
    keys = {row["reason"]["key"] for row in cards[:_LAST_TRICK] if "reason" in row}
    assert keys and not keys & (_OF_A_HAND | {"only-card"})
    assert table.reasons.keys() == {row["rest"][0] for row in by_experts}
    assert {one["key"] for one in table.reasons.values()} & _OF_A_HAND
