"""The view "play": words instead of keys, the trick in the middle, and few inputs a deal."""

import re

import pytest
from playwright.sync_api import expect

from audit import violations
from page_ears import Ears
from page_guest import Guest
from page_hand import Finger, Hand, Keyboard, Mouse

_MOST_INPUTS = 12
_NOTE_PRESS = """(key) => new MutationObserver(() => {
  window.pressed ||= key.classList.contains("down");
}).observe(key, { attributes: true })"""
_CALLS = ".choices [data-do=take], .choices [data-do=pass]"
# Set `hits` to whether the pointer would hit the first button that replaces the calls.
_HIT_NEXT = """() => {
  const box = document.querySelector(".choices");
  new MutationObserver((_, observer) => {
    const button = box.querySelector("button:not([data-do=take], [data-do=pass])");
    if (!button) return;
    observer.disconnect();
    const { left, top, width, height } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    window.hits = button.contains(hit);
  }).observe(box, { childList: true });
}"""
_HOUSES = ["piedicavallo", "salotto", "french", "libre", "bulgarian", "espanola-4", "espanola-2"]


# Return the help line after a trick at a table where people clear their own pads.
_TAKES_THE_TRICK = """async (winner) => {
  const { advise } = await import("./advice.mjs");
  const { words } = await import("./words.mjs");
  const bots = { N: "honest", E: "honest", S: null, W: "honest" };
  const on = { power: true, speed: 1, manner: { neat: false } };
  const glance = { ...on, bots, next: "tidy", who: ["S"], pads: { S: ["7H"] } };
  const told = { phase: "play", last: { winner, cards: [["S", "7H"]] } };
  const { name, places } = advise(glance, told, true);
  return words(name, places);
}"""


@pytest.fixture
def view() -> str:
    """Return the view that this file tests."""
    return "play"


@pytest.mark.soak
@pytest.mark.parametrize("house", _HOUSES)
def test_a_deal_needs_few_inputs(sit, house: str) -> None:
    hand = sit(Mouse, house=house, bots="NEW", seed=7)
    hand.pace("4")
    guest = Guest(hand)
    guest.play_deal()
    assert 0 < guest.deals[0].total() <= _MOST_INPUTS


@pytest.mark.soak
@pytest.mark.parametrize(
    ("window", "kind"), [("phone", Finger), ("across", Finger), ("wide", Keyboard)]
)
def test_a_deal_by_touch_or_keyboard_needs_few_inputs(sit, window: str, kind: type[Hand]) -> None:
    hand = sit(kind, house="salotto", bots="NEW", seed=7)
    hand.pace("4")
    guest = Guest(hand)
    guest.play_deal()
    assert 0 < guest.deals[0].total() <= _MOST_INPUTS


@pytest.mark.parametrize("window", ["wide", pytest.param("phone", marks=pytest.mark.soak)])
def test_the_view_is_accessible_while_bidding_and_in_a_trick(sit, window: str) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="NE", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    expect(hand.page.locator(_CALLS).first).to_have_accessible_name("Take clubs")
    found = violations(hand.page)
    hand.activate(hand.page.locator(_CALLS).first)
    hand.until(next="card")
    found += violations(hand.page)
    assert not found, "\n".join(found)


def test_a_card_against_the_rules_stays_in_the_hand_with_the_reason(sit) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="NEW", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    why = hand.page.locator(".why")
    hand.activate(hand.page.locator(_CALLS).first)
    hand.until(next="card", phase="play")
    if not hand.is_so(who="S"):
        hand.activate(hand.card(hand.cards("S")[0]))  # it may be South's turn by now
        expect(why).to_have_text(re.compile(r"It is not your turn\.|You can follow suit"))
    hand.until(next="card", who="S")
    (legal,) = hand.legal("S")
    wrong = next(card for card in hand.cards("S") if card != legal)
    hand.page.mouse.move(0, 0)  # because a card rises under the pointer
    place = hand.card(wrong).bounding_box()
    hand.activate(hand.card(wrong))
    reason = "You can follow suit: play a card of the suit led. Only"
    sign = legal[0].replace("T", "10") + "♣♦♥♠"["CDHS".index(legal[1])]
    expect(why).to_have_text(f"{reason} {sign} may be played.")
    expect(hand.page.locator("[role=log] p", has_text=reason)).to_have_count(1)
    assert wrong in hand.cards("S")
    expect(hand.page.locator("#help p")).to_have_text(f"You: only {sign} may be played.")
    # An illegal card that was dragged to the middle goes back to its place.
    pad = hand.page.locator('.seat[data-seat="S"] .pad').bounding_box()
    assert place and pad
    hand.drag((place["x"] + 12, place["y"] + 40), (pad["x"] + 20, pad["y"] + 20))
    hand.page.wait_for_function("() => !document.querySelector('.card[style*=\"translate: \"]')")
    hand.page.mouse.move(0, 0)
    expect(hand.page.locator(".card.held")).to_have_count(0)
    back = hand.card(wrong).bounding_box()
    assert back and (back["x"], back["y"]) == pytest.approx((place["x"], place["y"]), abs=1)
    hand.lay(legal, "S")
    expect(why).to_be_hidden()


def test_a_second_press_does_not_hit_the_button_that_has_just_appeared(sit) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    hand.page.locator(_CALLS).first.wait_for()
    hand.page.evaluate(_HIT_NEXT)
    hand.activate(hand.page.locator(_CALLS).first)
    hand.page.wait_for_function("window.hits !== undefined")
    assert hand.page.evaluate("window.hits") is False
    # A moment later the button can be pressed.
    announce = hand.page.locator(".choices button", has_text="Announce …")
    announce.wait_for()
    hand.activate(announce)
    expect(hand.page.locator(".choices [data-do=announce]").first).to_be_visible()


@pytest.mark.soak
def test_keys_lead_to_the_choices_and_to_the_cards(sit) -> None:
    hand = sit(Keyboard, house="piedicavallo", bots="NEW", seed=7)
    hand.pace("4")
    ears = Ears(hand.page)
    ears.press("Tab")  # leave the list of speeds, in which letters choose a value
    ears.press("w")
    while "Press O to choose." not in (said := ears.listen()):
        ears.obey(said)
    assert ears.press("o")[1] == "What you may do"
    assert ears.press("y")[1].startswith("Hand of South")
    # Space and Enter lay the focused card, so belote has a key of its own: B presses CALL.
    hand.key("CALL", "S").evaluate(_NOTE_PRESS)
    ears.press("b")
    hand.page.wait_for_function("window.pressed")


@pytest.mark.soak
def test_the_end_of_a_match_says_why(sit) -> None:
    hand = sit(Mouse, house="espanola-4", bots="NEW", target=10, seed=7)
    hand.pace("4")
    Guest(hand).play_match()
    hand.until(next="start")
    line = hand.page.locator("#help p")
    expect(line).to_contain_text("won! Called out with the points. Start another one.")
    assert "Called out with the points." in " ".join(hand.said())


@pytest.mark.soak
def test_both_views_show_the_same_table(sit) -> None:
    hand = sit(Mouse, house="french", bots="NEW", seed=7)
    hand.until(next="deal")
    key = hand.key("PASS", "S")
    assert not key.is_visible()
    hand.activate(hand.page.locator("#bar button.view"))
    assert key.is_visible() and hand.state("view") == "workbench"
    assert hand.act()
    hand.until(next=["bid", "card"], who="S")
    hand.pace("0")  # nothing happens at the table meanwhile
    before, told = hand.cards("S"), hand.page.locator("#help p").first.inner_text()
    hand.activate(hand.page.locator("#bar button.view"))
    expect(hand.page.locator("#help p").first).not_to_have_text(told)
    assert not key.is_visible() and hand.cards("S") == before
    hand.page.reload()
    hand.until(ready="", view="play")


@pytest.mark.soak
@pytest.mark.parametrize("window", ["phone", "across"])
def test_a_finger_reaches_every_term_of_the_help_line(sit, window: str) -> None:
    hand = sit(Finger, house="piedicavallo", bots="", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    hand.page.locator(_CALLS).first.wait_for()
    note, mark = (
        hand.page.locator(".term-note:popover-open"),
        hand.page.locator("#help .term-mark"),
    )
    mark = mark.locator("visible=true")
    expect(mark).to_have_count(1)
    assert hand.activate(mark)
    expect(note.locator("strong")).to_have_text(["Card turned up", "Contract"])
    box, size = note.bounding_box(), hand.page.viewport_size
    assert box and size and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]


# In each frame, note the help line, its button and the number of buttons that take a contract.
_NOTE_HELP = """() => {
  window.noted = [];
  const note = () => {
    const { next, who, phase } = document.documentElement.dataset;
    const act = document.querySelector("#help .act");
    const row = {
      next, who, phase, help: document.querySelector("#help p").textContent,
      act: act.checkVisibility() ? act.textContent : "",
      calls: document.querySelectorAll(".choices [data-do=take]").length,
    };
    if (JSON.stringify(row) !== JSON.stringify(window.noted.at(-1))) window.noted.push(row);
    requestAnimationFrame(note);
  };
  note();
}"""


def test_a_bot_deals_without_a_button_and_the_help_line_changes_with_the_buttons(sit) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="NES", seed=7)
    hand.page.evaluate(_NOTE_HELP)
    hand.pace("4")
    hand.until(phase="bidding", next="bid", who="W")
    hand.page.locator(_CALLS).first.wait_for()
    hand.activate(hand.page.locator(_CALLS).last)
    hand.until(who=["N", "E", "S", ""])
    noted = hand.page.evaluate("window.noted")
    deals = [row for row in noted if row["next"] == "deal"]
    assert deals and not [row for row in deals if row["act"]]
    calls = [row for row in noted if row["calls"] and row["next"] == "bid"]
    assert calls and all(row["help"].startswith("You: take ") for row in calls)


@pytest.mark.parametrize("language", ["en", pytest.param("it", marks=pytest.mark.soak)])
def test_the_only_person_is_called_you(sit, language: str) -> None:
    you, south = {"en": ("You", "South"), "it": ("Tu", "Sud")}[language]
    hand = sit(Mouse, house="piedicavallo", bots="NEW", seed=7)
    name = hand.page.locator(".seat[data-seat=S] .plate .name")
    expect(name).to_have_text(you)
    hand.until(next="deal")
    expect(hand.page.locator("#help p")).not_to_contain_text(south)
    hand.activate(hand.page.locator("#bar button.view"))
    expect(name).to_have_text(south)
    expect(hand.page.locator("#help p")).to_contain_text(south)


@pytest.mark.parametrize(
    ("winner", "said"), [("S", "You take the trick."), ("E", "East takes the trick.")]
)
def test_a_person_who_clears_their_own_pad_is_told_who_takes_the_trick(sit, winner, said) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="NEW", seed=7)
    assert (
        hand.page.evaluate(_TAKES_THE_TRICK, winner)
        == f"{said} Everyone takes their own card away."
    )


@pytest.mark.soak
def test_a_bot_says_that_it_takes_and_extras_are_marked_as_optional(sit) -> None:
    hand = sit(Mouse, house="piedicavallo", bots="NEW", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    hand.until(phase="play")
    said = hand.page.locator(".seat:not([data-seat=S]):has(.mark.taker) .bubble")
    expect(said).to_have_text("I take ♣")
    expect(hand.page.locator(".choices button").first).to_have_text("Announce … optional")


def test_the_table_does_not_move_when_the_lesson_is_offered(page, server) -> None:
    page.add_init_script("""window.tops = new Set();
      const look = () => {
        const table = document.getElementById("table");
        if (table?.childElementCount) window.tops.add(table.getBoundingClientRect().top);
        requestAnimationFrame(look);
      };
      look();""")
    page.goto(server.address)
    page.locator(".banner button.lesson").wait_for()
    page.wait_for_timeout(200)
    assert page.evaluate("window.tops.size") == 1


@pytest.mark.soak
def test_the_slate_says_taken_only_once_the_auction_has_ended(sit) -> None:
    hand = sit(Mouse, house="bulgarian", bots="NEW", seed=7)
    hand.pace("4")
    hand.until(next="deal")
    assert hand.act()
    hand.until(next="bid", who="S")
    expect(hand.page.locator(".slate .contract small")).to_have_text("so far: West")
    hand.activate(hand.page.locator(".choices [data-do=pass]"))
    hand.until(phase="play")
    expect(hand.page.locator(".slate .contract small")).to_have_text("taken by West")
