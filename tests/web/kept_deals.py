"""Finished deals as the browser keeps them, made from random matches or from BDN text."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from bdnkit import PLAYED, PLAYED_BY_TWO, evening, playing
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import hashed, record, text_of
from random_houses import Random

# JavaScript that opens the database of finished deals as `database`. It also defines
# `done(request)`, a promise of the result of a database request.
STORES = """const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const opening = indexedDB.open("marcoria-history", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("deals", { keyPath: "key" });
    opening.result.createObjectStore("tables", { keyPath: "id" });
  };
  const database = await done(opening);"""
_PUT = f"""async (deals) => {{
  {STORES}
  const change = database.transaction("deals", "readwrite");
  for (const deal of deals) change.objectStore("deals").put(deal);
  await new Promise((resolve) => {{ change.oncomplete = resolve; }});
  database.close();
}}"""
_DAY_MS = 86_400_000
_NOON = 1_795_867_200_000
_PERSON = {"name": "", "bot": None}
_BOT = {"name": "", "bot": "player"}
_MADE = {"made": True, "capot": True, "failed": False, "litige": False, "reverse-capot": False}


def put_deals(page: Page, deals: list[dict[str, Any]]) -> None:
    """Store finished deals in the browser."""
    page.evaluate(_PUT, deals)


def kept(bdn: str, number: int = 1, match: int = 0, **fields: Any) -> dict[str, Any]:
    """Return a deal as version 1 of the history stores it.

    `number` and `match` determine the deal's key, match and time. `fields` replaces fields of
    the deal.
    """
    table = f"table{match}.77"
    return {
        "key": f"{table}.{number:08}",
        "match": f"{table}.00000000",
        "when": _NOON + match * _DAY_MS + number * 60_000,
        "house": {"key": "piedicavallo", "name": "Piedicavallo"},
        "players": {seat: _PERSON if seat == "S" else _BOT for seat in "NESW"},
        "bdn": bdn,
        "made": True,
        "capot": "",
        "star": False,
        "costs": None,
    } | fields


def with_tags(text: str) -> str:
    """Return the BDN of a deal with all results and the hash, as the table writes it."""
    (played,) = playing(text)
    deal = played.deal
    deal.tags |= played.results
    return text_of(hashed(deal))


def typed() -> str:
    """Return the BDN of a deal of four players that was played to its end."""
    return with_tags(PLAYED)


def typed_by_two() -> str:
    """Return the BDN of a deal of two players that was played to its end."""
    return with_tags(PLAYED_BY_TWO)


def random_deals(houses: Sequence[str], seed: int) -> list[dict[str, Any]]:
    """Play random matches in these houses; return the deals that were played to their end.

    The players' names, the seats of bots and the costs are random too.
    """
    rng = Random(seed)
    found = []
    for match, name in enumerate(houses):
        book = Rulebooks().book(name)
        for number, deal in enumerate(record(book, evening(book, rng, 900))):
            tags = deal.tags
            if "Tricks" not in tags or "Score" not in tags:
                continue
            sides = [one.split(":")[0] for one in tags["Score"].split()]
            seats = "".join(sides)
            people = {
                seat: {
                    "name": rng.choice(["", "Ada"]) if seat in "SN" else "",
                    "bot": None if seat == "S" else rng.choice([None, "player", "expert"]),
                }
                for seat in seats
            }
            outcome = tags["Outcome"]
            won = [side for side in sides if f"{side}:0" not in tags["Tricks"].split()]
            found.append(
                kept(
                    text_of(hashed(deal)),
                    number,
                    match,
                    house={"key": name, "name": name.title()},
                    players=people,
                    made=_MADE.get(outcome),
                    capot=won[0] if "capot" in outcome else "",
                    costs=rng.choice([None, {}, {seat: rng.randrange(20) for seat in seats}]),
                )
            )
    return found
