"""Links to a match: wrong parts of a link are reported, the others used, and a match is played."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

import testenv
from dice import Dice
from marcoria.paths import ROOT
from page_hand import Hand, Keyboard, Mouse, options
from page_play import Play
from page_store import wait_until_stored
from site_server import SiteServer

_FRENCH = (ROOT / "firmware" / "belote" / "houses" / "french.house").read_text("utf-8")
_NOW = ["ready", "dealt", "bidding", "play"]
# Wrong parts of a link, each with its name in the error message. The tests put the parts `house`
# and `hands` before the wrong part.
_WRONG = {
    "bdn=hello": "bdn=hello",
    "bdn=%00%00%ff": "bdn=???",
    "target=-5": "target=-5",
    "target=0": "target=0",
    "cards=ZZZZ": "cards=ZZZZ",
    "seed=" + "9" * 5000: "seed=" + "9" * 27 + "…",
    "colour=red": "colour=red",
    "bots=honest": "bots=honest",
    "agreed.constructor=x": "agreed.constructor=x",
    "rules=" + quote("name: Only a name\n"): "rules=name: Only a name?",
    "lang=xx&%zz&hello&d": "%zz, hello, d …",
    "hands=blind": "hands=blind",  # the link has another value of `hands` already
}
_FRAGMENTS = ["house", "rules", "hands", "lang", "target", "bots", "seed", "cards", "bdn", "x"]
_FRAGMENTS += ["agreed.melds", "agreed.__proto__", "__proto__", "toString", "=", "&", "%", "%ff"]
_FRAGMENTS += ["%00", "own", "libre", "espanola-2", "off", "scanned", "fr", "-5", "7", "1e9", "#"]
_FRAGMENTS += ["honest,wild,-,any-duty", "N" * 8 + "E" * 8 + "S" * 8 + "W" * 8, "\ud83c\udca1"]
_FRAGMENTS += [quote(_FRENCH), "name%3A+x%0A", "%5BHouse+%22french%22%5D%5BDealer+%22W%22%5D"]
# Parse each fragment with the page's own code: once with readers that refuse every house and deal,
# and once with readers that accept every house and deal.
_READ = """async (fragments) => {
  const { readLink } = await import("./link.mjs");
  const known = { id: "own", name: "", players: 2, target: 9, leaves: { melds: ["on", "off"] } };
  const no = () => Promise.reject({ sentence: "no" });
  const refuse = { house: no, deal: no };
  const take = { house: async () => known, deal: async () => null };
  const told = [];
  for (const fragment of fragments) {
    for (const readers of [refuse, take]) {
      const link = await readLink(fragment, "en", readers).catch((error) => String(error));
      told.push(link);
    }
  }
  return told;
}"""


def _dialog(page: Page) -> Locator:
    return page.locator("dialog.setup-title[open]")


def _trouble(page: Page, text: str) -> Locator:
    return _dialog(page).locator(".foot .trouble", has_text=text)


def _goes(page: Page, fragment: str) -> None:
    """Change the fragment of the open page's address, as a user does in the address bar."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("part", ["bdn=hello", "bdn=%00%00%ff", "target=-5"])
def test_a_first_visit_by_a_broken_link_can_be_played(
    page: Page, server: SiteServer, part: str
) -> None:
    page.goto(f"{server.address}#house=salotto&hands=scanned&{part}")
    hand = Keyboard(page)
    hand.until(ready="", next="bid")
    _trouble(page, _WRONG[part]).wait_for()
    expect(_dialog(page).locator("input[value=salotto]")).to_be_checked()
    expect(_dialog(page).locator("input[value=scanned]")).to_be_checked()
    assert part in page.evaluate("location.hash")
    page.keyboard.press("Escape")
    page.wait_for_function("location.hash === ''")
    assert hand.is_so(next="bid", who="S")


@pytest.mark.soak
def test_a_broken_link_is_reported_and_does_not_end_the_match(sit) -> None:
    hand = sit(Mouse, house="french", bots="NEW")
    hand.pace("fast")
    play = Play(hand)
    play.to_a_card_of("S")
    held, events = hand.cards("S"), hand.state("events")
    for part, named in _WRONG.items():
        house = "own" if part.startswith("rules") else "salotto"
        _goes(hand.page, f"house={house}&hands=scanned&{part}")
        _trouble(hand.page, named).wait_for()
        expect(_dialog(hand.page).locator("input[value=scanned]")).to_be_checked()
    hand.page.keyboard.press("Escape")
    assert hand.cards("S") == held and hand.is_so(events=events, next="card", who="S")
    play.cards(1)


@pytest.mark.soak
def test_a_link_asks_before_it_ends_the_match_that_is_kept(sit, server: SiteServer) -> None:
    hand = sit(Mouse, house="french", bots="NEW")
    hand.pace("fast")
    play = Play(hand)
    play.to_a_card_of("S")
    wait_until_stored(hand)
    held, events = sorted(hand.cards("S")), hand.state("events")
    hand.page.goto("about:blank")
    hand.page.goto(server.address + options(house="libre", seed=3, bots="NEW"))
    _trouble(hand.page, "The link has another match.").wait_for()
    hand.until(ready="", phase="play", next="card", who="S", events=events)
    assert sorted(hand.cards("S")) == held
    expect(_dialog(hand.page).locator("input[value=libre]")).to_be_checked()
    hand.activate(_dialog(hand.page).locator(".foot button.main"))
    hand.until(phase="ready", events="0")
    assert hand.page.evaluate("location.hash") == ""


@pytest.mark.soak
def test_a_link_sets_the_language_of_the_display_only(sit) -> None:
    hand = sit(Mouse, house="french", lang="fr", bots="NEW")
    assert hand.page.evaluate("document.documentElement.lang") == "en"
    assert hand.page.evaluate(_CHOSEN)["settings"]["language"] == "fr"
    hand.choose(hand.page.locator("#bar .tongue select"), "es")
    hand.page.wait_for_function("document.documentElement.lang === 'es'")
    assert hand.page.evaluate(_CHOSEN)["settings"]["language"] == "fr"


@pytest.mark.soak
def test_rules_agreed_in_a_link_are_in_the_settings_of_the_match(sit) -> None:
    hand = sit(Mouse, **{"house": "libre", "agreed.melds": "off", "bots": "NEW"})
    hand.open("new-match")
    address = _dialog(hand.page).locator(".share input").input_value()
    assert "agreed.melds=off" in address
    assert hand.page.evaluate(_CHOSEN)["agreed"] == ["melds: off"]


_CHOSEN = """async () => {
  const opening = indexedDB.open("marcoria");
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  for (;;) {
    const asked = opening.result.transaction("table").objectStore("table").get("rest");
    await new Promise((resolve) => { asked.onsuccess = resolve; });
    if (asked.result) return asked.result.chosen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""


@pytest.mark.soak
def test_a_link_waits_in_a_tab_that_looks_on(
    sit, tab: Callable[[], Page], server: SiteServer
) -> None:
    sit(Mouse, house="french", bots="NEW")
    second = Hand(tab())
    second.page.goto(f"{server.address}#house=salotto&target=-5")
    second.until(readonly="true")
    assert second.page.evaluate("location.hash") == "#house=salotto&target=-5"
    second.page.locator(".banner button").click()
    _trouble(second.page, "target=-5").wait_for()
    second.until(readonly="false", phase=_NOW)


@pytest.mark.soak
def test_random_fragments_are_all_understood_or_refused(page: Page, server: SiteServer) -> None:
    dice = Dice(testenv.SEED)
    page.goto(server.address)
    Keyboard(page).until(ready="", next="bid")
    fragments = [_fragment(dice) for _ in range(2000)]
    fragments.append("&".join(f"agreed.{i}=1&x{i}" for i in range(50_000)))
    for fragment, link in zip(
        [one for one in fragments for _ in "01"], page.evaluate(_READ, fragments), strict=True
    ):
        assert link is None or isinstance(link, dict), (testenv.SEED, fragment, link)
    for fragment in fragments[:8]:
        _goes(page, "house=libre&lang=xx&" + fragment)
        _trouble(page, "This part of the link cannot be read").wait_for()
        _dialog(page).locator("header button").click()
        page.wait_for_function("location.hash === ''")


def _fragment(dice: Dice) -> str:
    parts = [dice.pick(_FRAGMENTS) for _ in range(dice.below(7))]
    return "".join(part + dice.pick(["=", "&", "=", ""]) for part in parts)
