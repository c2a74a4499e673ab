"""Helpers for links and stored tables of older pages, and for the matches that they must open."""

import json
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Page

from marcoria.paths import TESTS
from page_hand import Hand, Mouse
from page_store import wait_for_stored

PAGES = TESTS / "golden" / "pages"
_BEGUN = ["ready", "dealt", "bidding", "play"]
_CHOSEN = ("house", "agreed", "seed", "scanned", "dealer", "dealt", "bots", "files", "settings")
_FIRST_CARDS = {4: 5, 2: 6}  # Cards dealt before the bidding, by the number of players.
# Return all rows that the browser has stored; bytes become base64.
_TAKE = """async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await done(indexedDB.open("marcoria"));
  const table = database.transaction("table").objectStore("table");
  const [keys, values] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
  database.close();
  const text = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const plain = (_, value) => value instanceof Uint8Array ? { base64: text(value) } : value;
  const rows = Object.fromEntries(keys.map((key, i) => [key, values[i]]));
  return JSON.parse(JSON.stringify({ version: database.version, rows }, plain));
}"""
# Store these rows in the browser instead of its own; a null row becomes a blank flash block.
_PUT = """async ({ version, rows }) => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const bytes = (_, value) => value && typeof value === "object" && "base64" in value
    ? Uint8Array.from(atob(value.base64), (letter) => letter.charCodeAt(0)) : value;
  const kept = JSON.parse(JSON.stringify(rows), bytes);
  await done(indexedDB.deleteDatabase("marcoria"));
  const opening = indexedDB.open("marcoria", version);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore("table");
    const blank = new Uint8Array(4096).fill(255);
    for (const [key, value] of Object.entries(kept)) store.put(value ?? blank, key);
  };
  (await done(opening)).close();
}"""


def read(version: str, name: str) -> Any:
    """Return the contents of a golden file of an older page."""
    return json.loads((PAGES / version / f"{name}.json").read_text(encoding="utf-8"))


def taken(page: Page) -> dict[str, Any]:
    """Return all rows that the browser has stored for a table."""
    found: dict[str, Any] = page.evaluate(_TAKE)
    return found


def put(page: Page, kept: dict[str, Any]) -> None:
    """Store a table in the browser. The open page must not run a table itself."""
    page.evaluate(_PUT, kept)


def what_a_link_leads_to(page: Page, address: str, link: str) -> dict[str, Any]:
    """Follow a link in a browser without a stored table.

    Deal, and return the settings that the link has made, the first cards of each hand, and the
    upcard.
    """
    page.goto(f"{address}{link}")
    hand = Mouse(page)
    hand.until(ready="", phase=_BEGUN)
    hand.until(next="deal")
    chosen = wait_for_stored(page, lambda rest: True)["chosen"]
    hand.act()
    players = 2 if "espanola-2" in chosen["house"] else 4
    count = _FIRST_CARDS[players]
    rest = wait_for_stored(page, lambda rest: _dealt(rest, players, count))
    hands = {seat: cards[:count] for seat, cards in rest["people"]["hands"].items() if cards}
    known = {key: chosen[key] for key in _CHOSEN if key != "seed" or "seed=" in link}
    return {"chosen": known, "hands": hands, "upcard": rest["people"]["upcard"]}


def parts(link: str) -> dict[str, str]:
    """Return the values of a link's parts by name."""
    return dict(parse_qsl(link.partition("#")[2], keep_blank_values=True, strict_parsing=True))


def _dealt(rest: dict[str, Any], players: int, count: int) -> bool:
    hands = [cards for cards in rest["people"]["hands"].values() if len(cards) >= count]
    return len(hands) == players


def seen(hand: Hand) -> dict[str, Any]:
    """Return the state of the match as the page shows it."""
    states = hand.states()
    return {
        **{name: states[name] for name in ("phase", "events", "score", "next", "who")},
        "hands": {seat: sorted(hand.cards(seat)) for seat in "NESW"},
        "pads": {seat: hand.cards(seat, "pad") for seat in "NESW"},
    }
