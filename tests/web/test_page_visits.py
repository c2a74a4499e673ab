"""The next visit has the same table: after a reload or a power cut, in a second tab, offline."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from page_hand import Keyboard, Mouse, options
from page_play import Play
from page_store import wait_for_stored, wait_until_stored
from site_server import SiteServer

_BEHIND_MS = 500  # the table may run faster for a moment, to make up for such a delay
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
