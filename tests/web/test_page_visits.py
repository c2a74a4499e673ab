"""The next visit has the same table: after a reload or a power cut, in a second tab, offline."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from golden_page import put, read, taken
from page_hand import Keyboard, Mouse, options
from page_play import Play
from page_store import wait_for_stored, wait_until_stored
from page_watch import Watch
from site_server import SiteServer

_BEHIND_MS = 500  # a table that is behind real time may catch up, but by less than this
_KEPT_MS = 2500  # even a state that does not change is stored every two seconds
_BLOCK = 4096
# Take the lock of the tab that runs the table, and hold it until another tab steals it.
_HOLD = """() => new Promise((held) => {
  const forever = () => { held(); return new Promise(() => {}); };
  navigator.locks.request("marcoria", { steal: true }, forever).catch(() => {});
})"""
# Run a table without showing it, and ask for the text of the next picture on its display. The
# answer does not come at once, because the worker first waits for this picture.
_LOOK_ON = """async () => {
  const { Feed } = await import("./feed.mjs");
  const { speak } = await import("./words.mjs");
  await speak("en");
  const feed = new Feed();
  await feed.ready;
  await feed.do("new", { house: "french", bots: {} });
  window.refusal = feed.do("read", { fresh: true }).then(() => "", (error) => error.code);
}"""
# Note when the table's latest report arrived, in real ms, and the table's own time in the report.
_CLOCK = """
window.Worker = class extends Worker {
  constructor(...how) {
    super(...how);
    this.addEventListener("message", ({ data: { event, data } }) => {
      if (event === "glance") window.clock = [performance.now(), data.now];
    });
  }
};
"""
_KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  return active.state === "activated" && Boolean(navigator.serviceWorker.controller);
}"""


@pytest.mark.long
def test_fault_78_a_reload_goes_on_where_it_was(sit) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.pace("fast")
    play = Play(hand)
    play.cards(2)
    play.to_a_card_of("S")
    hand.pace("1")
    wait_until_stored(hand)
    held, events = sorted(hand.cards("S")), hand.state("events")
    hand.page.reload()
    # The page first receives all events again over the table's link, and then shows the state.
    hand.until(ready="", phase="play", next="card", who="S", events=events)
    assert sorted(hand.cards("S")) == held
    Play(hand).cards(1)


def test_a_reload_while_the_match_is_being_started_loses_nothing(
    page: Page, server: SiteServer
) -> None:
    page.goto(server.address + options(bots="NEW"))
    Mouse(page).until(ready="")
    wait_for_stored(page, lambda rest: True)
    page.goto(f"{server.address}install.html")  # a page without a table
    stored = wait_for_stored(page, lambda rest: True)
    assert stored["begins"], "the match was started before the page was left"
    page.goto(server.address)
    Mouse(page).until(next="deal", phase="ready")


def test_a_first_visit_begins_with_a_question_and_the_second_goes_on(
    page: Page, server: SiteServer
) -> None:
    page.goto(server.address)
    hand = Mouse(page)
    hand.until(ready="", phase="bidding", next="bid", who="S")
    assert len(hand.cards("S")) == 5 and hand.cards("W", "pad")
    offer = page.locator(".banner button.lesson")
    assert offer.is_visible()
    wait_until_stored(hand)
    held = sorted(hand.cards("S"))
    page.reload()
    hand.until(ready="", phase="bidding", next="bid", who="S")
    assert sorted(hand.cards("S")) == held and offer.count() == 0


@pytest.mark.soak
def test_a_table_that_has_run_ahead_keeps_real_time_once_a_person_is_asked(
    page: Page, server: SiteServer
) -> None:
    page.add_init_script(_CLOCK)
    page.goto(server.address)
    hand = Mouse(page)
    hand.until(ready="", next="bid", who="S")
    started, start = page.evaluate("window.clock")
    hand.press("PASS", "S")
    hand.until(turn="E")
    hand.until(turn=["N", "W", "S"])  # East has called
    ended, end = page.evaluate("window.clock")
    assert 0 < end - start < ended - started + _BEHIND_MS


@pytest.mark.soak
def test_the_offer_of_the_lesson_goes_with_the_first_card(page: Page, server: SiteServer) -> None:
    page.goto(server.address)
    hand = Mouse(page)
    hand.seats = "S"
    hand.until(ready="", next="bid", who="S")
    offer = page.locator(".banner button.lesson")
    hand.pace("fast")
    assert offer.is_visible()
    Play(hand).cards(1)
    expect(offer).to_have_count(0)


@pytest.mark.soak
def test_the_power_goes_and_comes_back(sit) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.pace("fast")
    Play(hand).cards(2)
    hand.open("breaking")
    cut = hand.page.locator(".fault:has(#fault-cut) button").last
    hand.activate(cut)
    hand.until(power="off")
    hand.activate(cut)
    hand.until(power="on", phase="play")
    hand.page.keyboard.press("Escape")
    Play(hand).cards(1)


@pytest.mark.soak
def test_a_cut_in_the_midst_of_a_trick(sit) -> None:
    hand = sit(Mouse, house="salotto")
    hand.pace("fast")
    play = Play(hand)
    play.cards(2)
    lying = dict(play.laid)
    hand.until(next="card", turn=[seat for seat in "NESW" if seat not in lying])
    turn, events = hand.state("turn"), hand.state("events")
    hand.open("breaking")
    plug = hand.page.locator(".fault:has(#fault-cut) button").last
    hand.activate(plug)
    hand.until(power="off", next="plug")
    seen = {seat: hand.cards(seat) for seat in "NESW"}
    assert {seat: hand.cards(seat, "pad") for seat in lying} == {
        seat: [card] for seat, card in lying.items()
    }
    hand.page.keyboard.press("Escape")
    hand.page.reload()  # the next visit switches the power on
    hand.until(ready="", power="on", phase="play", next="card", who=turn, events=events)
    assert {seat: hand.cards(seat) for seat in "NESW"} == seen
    again = Play(hand)
    again.cards(2)
    assert {*dict(again.laid), *lying} == set("NESW")


@pytest.mark.soak
def test_fault_78_a_second_tab_looks_on(sit, tab: Callable[[], Page], server: SiteServer) -> None:
    first = sit(Mouse, house="salotto", bots="NEW")
    first.pace("fast")
    Play(first).cards(1)
    second = Mouse(tab())
    second.seats = first.seats
    second.page.goto(server.address)
    second.until(readonly="true", phase="play")
    first.page.bring_to_front()
    Play(first).cards(1)
    first.pace("0")  # stop the time, because bots would continue during the comparison
    second.until(events=first.state("events"))
    second.activate(second.page.locator(".banner button"))
    second.until(readonly="false")
    first.until(readonly="true")
    Play(second).cards(1)


@pytest.mark.soak
@pytest.mark.parametrize("window", ["wide", "phone"])
def test_the_page_plays_offline(sit, window: str) -> None:
    hand = sit(Keyboard, house="salotto", bots="NEW")
    hand.page.wait_for_function(_KEPT)
    hand.page.context.set_offline(True)
    hand.page.reload()
    hand.until(ready="")
    hand.pace("fast")
    Play(hand).cards(1)


@pytest.mark.soak
def test_the_page_plays_while_the_network_hangs(sit, server: SiteServer) -> None:
    hand = sit(Keyboard, house="salotto", bots="NEW")
    hand.page.wait_for_function(_KEPT)
    with server.hanging():
        hand.page.reload()
        hand.until(ready="")
        asked = len(server.asked)
        hand.pace("fast")
        Play(hand).cards(1)
    # The browser itself asks for the service worker; all other files come from the cache.
    assert {*server.asked[asked:]} <= {"sw.js"}


# --- stored tables that cannot be opened ---------------------------------------------------------


def _without_players(kept: dict[str, Any]) -> None:
    kept["rows"]["rest"]["people"] = {}


def _without_a_block(kept: dict[str, Any]) -> None:
    del kept["rows"]["block 0"]


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("damage", [_without_players, _without_a_block])
def test_a_stored_table_that_cannot_be_opened_is_left_alone(
    page: Page,
    server: SiteServer,
    watches: list[Watch],
    tmp_path: Path,
    damage: Callable[[dict[str, Any]], None],
) -> None:
    watches[-1].forgive("^console: ")  # the page writes the reason to the console
    page.goto(f"{server.address}install.html")  # this page runs no table
    kept = read("0.1.0", "stored")["kept"]
    damage(kept)
    put(page, kept)
    stored = taken(page)["rows"]
    page.goto(server.address)
    hand = Mouse(page)
    hand.until(next="bid", who="S")
    banner = page.locator(".banner", has_text="The match kept in this browser cannot be opened.")
    expect(banner).to_be_visible()
    expect(page.locator(".offer")).to_have_count(0)  # the lesson is for new visitors
    page.wait_for_timeout(_KEPT_MS)
    assert taken(page)["rows"] == stored
    with page.expect_download() as download:
        banner.get_by_text("Download the old match").click()
    download.value.save_as(tmp_path / "saved.img")
    image = (tmp_path / "saved.img").read_bytes()
    missing = "block 0" not in stored
    assert len(image) == stored["rest"]["blocks"] * _BLOCK
    assert (image[:_BLOCK] == b"\xff" * _BLOCK) == missing
    banner.get_by_text("Keep the new one instead").click()
    expect(banner).to_be_hidden()
    wait_until_stored(hand)
    held = sorted(hand.cards("S"))
    page.reload()
    hand.until(ready="", next="bid", who="S")
    assert sorted(hand.cards("S")) == held and banner.count() == 0


@pytest.mark.soak
def test_a_banner_about_storing_moves_with_the_table_to_another_tab(
    page: Page, tab: Callable[[], Page], server: SiteServer, watches: list[Watch]
) -> None:
    watches[-1].forgive("^console: ")  # the page writes the reason to the console
    page.goto(f"{server.address}install.html")
    kept = read("0.1.0", "stored")["kept"]
    _without_players(kept)
    put(page, kept)
    page.goto(server.address)
    Mouse(page).until(next="bid", who="S")
    second = tab()
    watches[-1].forgive("^console: ")
    second.goto(server.address)
    Mouse(second).until(readonly="true")
    banners = [
        one.locator(".banner", has_text="The match kept in this browser cannot be opened.")
        for one in (page, second)
    ]
    expect(banners[0]).to_be_visible()
    assert banners[1].count() == 0
    second.locator(".banner").get_by_role("button", name="Play here instead").click()
    expect(banners[1]).to_be_visible()
    expect(banners[0]).to_be_hidden()


def test_a_tab_that_takes_the_table_over_lists_each_record_once(
    page: Page, tab: Callable[[], Page], server: SiteServer
) -> None:
    page.goto(server.address)
    first = Mouse(page)
    first.until(next="bid", who="S")
    second = tab()
    second.goto(server.address)
    hand = Mouse(second)
    hand.until(readonly="true", next="bid", who="S")
    seen = first.states()
    first.press("PASS", "S")  # the read-only tab receives the record of this call
    first.after_change(seen)
    wait_until_stored(first)
    second.locator(".banner").get_by_role("button", name="Play here instead").click()
    hand.until(readonly="false", ready="")
    hand.open("inside")
    expect(second.locator(".events")).to_contain_text("a new match")  # the first record
    listed = second.locator(".events .event .number").all_inner_texts()
    assert len(listed) == len(set(listed)), listed


def test_an_action_fails_if_another_tab_takes_the_table_over(
    page: Page, tab: Callable[[], Page], server: SiteServer
) -> None:
    page.goto(f"{server.address}install.html")
    page.evaluate(_LOOK_ON)
    second = tab()
    second.goto(f"{server.address}install.html")
    second.evaluate(_HOLD)
    assert page.evaluate("() => window.refusal") == "readonly"


# --- pages that do not load ----------------------------------------------------------------------


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("file", ["worker/worker.mjs", "micropython/micropython.wasm"])
def test_a_table_that_cannot_be_loaded_is_reported(
    page: Page, server: SiteServer, watches: list[Watch], file: str
) -> None:
    watches[-1].forgive("")
    page.route(f"**/{file}", lambda route: route.abort())
    page.goto(server.address)
    help_line = page.locator("#help")
    expect(help_line.locator("p")).to_contain_text("The table could not be started.")
    page.unroute_all()
    help_line.get_by_role("button", name="Reload").click()
    Mouse(page).until(next="bid", who="S")


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("file", ["words/en.words", "sounds.mjs"])
def test_a_page_that_cannot_be_loaded_is_reported(
    page: Page, server: SiteServer, watches: list[Watch], file: str
) -> None:
    watches[-1].forgive("")
    page.route(f"**/{file}", lambda route: route.abort())
    page.goto(server.address)
    late = page.locator("#late")
    assert late.is_hidden()
    late.evaluate("(node) => node.getAnimations()[0].finish()")  # do not wait for ten seconds
    assert late.is_visible()
    page.unroute_all()
    late.get_by_role("button").click()
    Mouse(page).until(next="bid", who="S")
    expect(late).to_have_count(0)


def test_a_page_that_is_left_late_does_not_keep_the_next_one_blank(
    page: Page, tab: Callable[[], Page], server: SiteServer
) -> None:
    # A page that was left may hold the lock for a moment. Here another page holds it.
    page.goto(f"{server.address}install.html")
    page.evaluate(_HOLD)
    second = tab()
    second.goto(server.address)
    second.wait_for_timeout(1000)
    assert "ready" not in Mouse(second).states()
    page.close()
    Mouse(second).until(readonly="false", next="bid", who="S")


@pytest.mark.soak
def test_a_tab_can_be_played_in_while_another_one_hangs(
    page: Page, tab: Callable[[], Page], server: SiteServer
) -> None:
    page.goto(f"{server.address}install.html")
    page.evaluate(_HOLD)
    second = tab()
    second.goto(server.address)
    second.locator("#help").get_by_role("button", name="Play here instead").click()
    Mouse(second).until(readonly="false", next="bid", who="S")
