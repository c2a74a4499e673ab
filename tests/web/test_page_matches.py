"""Matches at the page's table, played by mouse, keyboard and finger, and by four bots."""

from pathlib import Path

import pytest

from marcoria.game.houses import names
from page_hand import Finger, Hand, Keyboard, Mouse
from page_journal import downloaded, score_of
from page_play import Play

_SHORT = 60  # target in points, for a match of one or two deals
_LONG_MS = 200_000


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kind", "window"), [(Mouse, "wide"), (Keyboard, "wide"), (Finger, "phone")]
)
def test_a_match_counts_as_its_journal_says(sit, kind: type[Hand], tmp_path: Path) -> None:
    hand = sit(kind, house="french", target=_SHORT, bots="NEW")
    hand.pace("fast")
    play = Play(hand)
    play.to_the_end()
    assert len(play.laid) >= 8
    assert hand.state("score") == score_of(downloaded(hand, "journal", tmp_path))


@pytest.mark.soak
def test_one_person_plays_all_four_seats(sit) -> None:
    hand = sit(Mouse, house="piedicavallo", hands="scanned")
    hand.pace("fast")
    play = Play(hand)
    play.cards(8)
    assert {seat for seat, _ in play.laid} == set("NESW")


@pytest.mark.soak
@pytest.mark.parametrize("hands", ["blind", "scanned"])
@pytest.mark.parametrize("house", names())
def test_four_bots_play_a_match_of_each_house(sit, house: str, hands: str, tmp_path: Path) -> None:
    hand = sit(Mouse, house=house, hands=hands, target=_SHORT, bots="NESW")
    hand.pace("fast")
    hand.page.wait_for_function(
        "document.documentElement.dataset.over === 'true'", timeout=_LONG_MS
    )
    assert hand.state("score") == score_of(downloaded(hand, "journal", tmp_path))
    assert hand.state("score") != "0:0"
