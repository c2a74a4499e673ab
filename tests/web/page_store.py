"""Wait until the browser has stored the table for the next visit of the page."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from marcoria.firmware.codes.game import name_of
from page_hand import Hand

_REST = """async () => {
  const opening = indexedDB.open("marcoria");
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  const asked = opening.result.transaction("table").objectStore("table").get("rest");
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  opening.result.close();
  if (!asked.result) return null;
  const { chosen, people, begins } = asked.result;
  return { chosen, people, begins };
}"""
_LOOK_MS = 50
_LIMIT_MS = 20_000


def wait_for_stored(page: Page, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until `good` accepts the stored table; return its fields that `_REST` reads."""
    for _ in range(_LIMIT_MS // _LOOK_MS):
        rest: dict[str, Any] | None = page.evaluate(_REST)
        if rest and good(rest):
            return rest
        page.wait_for_timeout(_LOOK_MS)
    raise AssertionError(f"the browser has not stored the expected table: {Hand(page).states()}")


def wait_until_stored(hand: Hand) -> None:
    """Wait until the browser has stored the hands and the pads that the page shows."""
    hands = [sorted(hand.cards(seat)) for seat in "NESW"]
    pads = {seat: hand.cards(seat, "pad") for seat in "NESW"}
    wait_for_stored(
        hand.page, lambda rest: _hands(rest) == hands and rest["people"]["lying"] == pads
    )


def _hands(rest: dict[str, Any]) -> list[list[str]]:
    hands = rest["people"]["hands"]
    return [sorted(name_of(card) for card in hands[str(seat)]) for seat in range(4)]
