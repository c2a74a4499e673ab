"""Make page links and a stored table with the web page of this checkout, in Chromium.

    .venv/bin/python tests/golden/pages/make_page.py 0.2.0

Existing files are never made again: they stand for links and stored tables of older pages, which
people still have.
"""

import argparse
import json
import sys
import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.parse import quote

_TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_TESTS / name) for name in ("golden", "web", ".")]

from board_names import use_board_names  # noqa: E402  # it needs the paths above

use_board_names()

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from browsers import WINDOWS, launch  # noqa: E402
from codes.game import SEATS, name_of  # noqa: E402
from golden_page import PAGES, seen, taken, what_a_link_leads_to  # noqa: E402
from marcoria.game.houses import text_of  # noqa: E402
from marcoria.web.site import make as make_site  # noqa: E402
from page_hand import Mouse  # noqa: E402
from page_play import Play  # noqa: E402
from site_server import SiteServer  # noqa: E402

_LEFT_OUT = ("name", "fine")
_OWN = [line for line in text_of("libre").splitlines() if line.partition(":")[0] not in _LEFT_OUT]
_RULES = quote("\n".join(["name: Bar dla Piassa", "fine: 15", *_OWN, ""]))
_HANDS = "".join("NESW"[(place * 7 + place // 8) % 4] for place in range(32))
_PAPER = quote("""[House "piedicavallo"]
[Dealer "W"]
[Deal "N:KQ.T8.Q.AJ9 A.J9.87.KQT J.AKQ.T9.87 T987.7.AKJ."]
[Auction "S"]
H
""")
# Each possible part of a link is in at least one fragment. The smallest and the greatest seed are
# among the seeds.
_FRAGMENTS = (
    "house=french&seed=7",
    "house=piedicavallo&hands=scanned&lang=pms&target=500&bots=honest,wild,-,any-duty"
    "&seed=590859509",
    "house=bulgarian&lang=bg&bots=-,-,-,-&seed=1073741823"
    "&agreed.third=x8&agreed.no_trump=aces&agreed.kirtik=10",
    "house=libre&lang=it&agreed.melds=off&seed=0",
    "house=espanola-2&lang=es&bots=honest,honest,-,honest&seed=12",
    "house=espanola-4&lang=es&target=9999&bots=forgetful,honest,-,forgetful&seed=65536",
    "house=salotto&lang=fr&hands=scanned&seed=2",
    f"house=own&rules={_RULES}&seed=3",
    f"house=piedicavallo&cards={_HANDS}&seed=5",
    f"bdn={_PAPER}",
)
_STORED = "house=piedicavallo&hands=scanned&lang=it&target=700&bots=honest,honest,-,honest"
_STORED += "&seed=4711"
_BLOCK = 4096
_CARDS, _LOOK_MS = 4, 3000


def make(version: str) -> None:
    """Make the links and the stored table of a version."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "web"
        make_site(site)
        server, browser = SiteServer(site), launch(playwright)
        links = [_link(browser, server.address, fragment) for fragment in _FRAGMENTS]
        stored = _stored(browser, server.address)
        browser.close()
        server.close()
    (PAGES / version).mkdir()
    _write(version, "links", links)
    _write(version, "stored", stored)


def _link(browser: Browser, address: str, fragment: str) -> dict[str, Any]:
    """Return the link that the page writes for a fragment, and the table that the link opens."""
    with browser.new_context(**WINDOWS["wide"]) as context:
        page = context.new_page()
        page.goto(f"{address}#{fragment}")
        hand = Mouse(page)
        hand.until(ready="", next="deal")
        hand.open("new-match")
        written = page.locator(".share input").input_value()
    link = written.removeprefix(address)
    with browser.new_context(**WINDOWS["wide"]) as context:
        found = what_a_link_leads_to(context.new_page(), address, link)
    print(link[:70], flush=True)
    return {"link": link, "leads_to": found}


def _stored(browser: Browser, address: str) -> dict[str, Any]:
    """Return the data that the browser stores for a table in the middle of a deal."""
    with browser.new_context(**WINDOWS["wide"]) as context:
        page = context.new_page()
        page.goto(f"{address}#{_STORED}")
        hand = Mouse(page)
        hand.until(ready="", next="deal")
        hand.seats = "S"
        hand.pace("fast")
        play = Play(hand)
        play.on(lambda: hand.state("score") not in ("", "0:0"))
        play.cards(_CARDS)
        play.to_a_card_of("S")
        hand.pace("0")
        page.wait_for_timeout(_LOOK_MS)
        wanted = seen(hand)
        while _held(kept := taken(page)) != wanted["hands"]:  # not stored yet: the disk is slow
            page.wait_for_timeout(_LOOK_MS)
        assert seen(hand) == wanted
        return {"seen": wanted, "kept": _without_blank_blocks(kept)}


def _held(kept: dict[str, Any]) -> dict[str, list[str]]:
    """Return the cards that each player holds in the stored table."""
    hands = kept["rows"]["rest"]["people"]["hands"]
    return {SEATS[int(seat)]: sorted(map(name_of, cards)) for seat, cards in hands.items()}


def _without_blank_blocks(kept: dict[str, Any]) -> dict[str, Any]:
    """Replace the blank flash blocks of a stored table by None, and return the table."""
    blank = [key for key, value in kept["rows"].items() if _is_blank(value)]
    for key in blank:
        kept["rows"][key] = None
    return kept


def _is_blank(value: Any) -> bool:
    return b64decode(value.get("base64", "")) == b"\xff" * _BLOCK


def _write(version: str, name: str, what: Any) -> None:
    text = json.dumps(what, ensure_ascii=False, indent=1) + "\n"
    (PAGES / version / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="version of the page, and name of the new folder")
    asked = parser.parse_args().version
    if (PAGES / asked).exists():
        parser.error(f"version {asked} exists and must not change: name another version")
    make(asked)
