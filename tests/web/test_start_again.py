"""A stored table whose match has begun does not start it again at the next visit."""

from collections.abc import Callable

import pytest

from people_table import PeopleTable

RUNS_ON = "cpython"

_OPENS_MS = 3_000  # time in which the menu would open


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("phase", ["ready", "play"])
def test_a_match_that_has_begun_is_not_started_again(
    people: Callable[..., PeopleTable], phase: str
) -> None:
    """The page may be closed when the journal has the start, but the page has not read it yet."""
    table = people(house="salotto")
    table.play_until(lambda: table.told.get("phase") == phase)
    before = table.glance
    table.do("start_again", dealer="S")
    table.run(_OPENS_MS)
    assert table.count("match") == 1 and table.told["phase"] == phase
    assert table.glance["next"] == before["next"]
