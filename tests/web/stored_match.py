"""Put a match with known deals into the browser, so that a test need not play it."""

import base64
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from bdnkit import all_events
from codes.game import Events
from golden_page import put, read
from marcoria.bdn.rulebooks import Rulebooks
from page_hand import Mouse
from test_paper_commands import image_of

_BLOCK = 4096
_WARNING = Events.DISCIPLINE, 0, 1  # discipline WARN: a wrong card does not end the match
_SETTINGS = "/bar/settings.json"


def journal_of(texts: list[str], house: str = "piedicavallo") -> bytes:
    """Return the journal of a table at which these deals in BDN were played.

    Each deal is the first deal of a new match. Nobody has confirmed the results.
    """
    book = Rulebooks().book(house)
    happened: list[tuple[int, int, int]] = []
    for text in texts:
        events = all_events(text)
        dealer = next(seat for kind, seat, _ in events if kind == Events.DEAL)
        happened += [(Events.MATCH, dealer, book.house.mark), _WARNING, *events]
    return image_of(book, happened)


def store_match(page: Page, address: str, image: bytes, house: str = "piedicavallo") -> None:
    """Store a table with this journal in the browser. North, East and West are bots."""
    page.goto(f"{address}install.html")  # this page runs no table that would overwrite the store
    kept = read("0.1.0", "stored")["kept"]
    rows = kept["rows"]
    for at in range(rows["rest"]["blocks"]):
        block = image[at * _BLOCK : (at + 1) * _BLOCK]
        rows[f"block {at}"] = {"base64": base64.b64encode(block).decode()}
    _set_up(rows["rest"], house)
    put(page, kept)


def _set_up(rest: dict[str, Any], house: str) -> None:
    """Set the house, English and blind hands, and put all cards back into the pack."""
    settings = json.loads(base64.b64decode(rest["files"][_SETTINGS]["base64"]))
    settings |= {"house": house, "language": "en"}
    rest["files"][_SETTINGS]["base64"] = base64.b64encode(json.dumps(settings).encode()).decode()
    rest["chosen"] |= {"house": house, "scanned": False}
    rest["chosen"]["settings"] |= {"house": house, "language": "en", "hands": 0}
    rest["chosen"]["wanted"] |= {"house": house, "language": "en", "hands": "blind"}
    nothing = {str(seat): [] for seat in range(4)}
    rest["people"] |= {"hands": nothing, "laid": nothing, "pack": list(range(32))}
    rest["people"]["lying"] = {seat: [] for seat in "NESW"}


def open_match(page: Page, address: str, folder: Path, texts: list[str], house: str) -> Mouse:
    """Store these deals in the browser, and open the page at the end of the last deal.

    Also write the table's journal to `marcoria.img` in `folder`. Return the player at South.
    """
    image = journal_of(texts, house)
    (folder / "marcoria.img").write_bytes(image)
    store_match(page, address, image, house)
    page.goto(address)
    hand = Mouse(page)
    hand.seats = "S"
    hand.until(ready="", phase="done")
    return hand
