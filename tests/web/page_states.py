"""Catalogue of the page's states, each with a function that brings the page into the state."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page

from bdnkit import PLAYED
from cable import Cable
from codes.game import Events
from kept_deals import kept, put_deals, random_deals, typed
from legal_deals import LegalMatch
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import name_of
from page_guest import Guest
from page_hand import Mouse, options
from played_table import PlayedTable
from random_houses import Random
from real_page import RealPage
from stored_match import open_match, store_match
from test_page_problems import PROBLEMS, choose, play
from test_paper_commands import image_of

_BEGUN = ["ready", "dealt", "bidding", "play"]
# Drop timeouts of 6 seconds or more, so that the page does not hide its texts.
_STAY = """{
  const later = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => (ms >= 6000 ? 0 : later(act, ms, ...rest));
}"""
# South has king and queen of trump, and a tierce. West has a tierce. East can follow each suit.
_STRONG = """[House "piedicavallo"]
[Dealer "W"]
[Deal "N:J7.8.QT.QJ8 KQ.A7.K9.K9 A.KQJ9.87.T T98.T.AJ.A7"]
[Auction "S"]
9H H
"""
# The queen is East's only trump, and the king is West's only trump.
_LATE = """[House "piedicavallo"]
[Dealer "W"]
[Deal "N:J7.87.QT.QJ KQ.Q.K9.K98 A.AJT9.87.T T98.K.AJ.A7"]
[Auction "S"]
9H H
"""
_SEVEN = """[House "espanola-2"]
[Dealer "N"]
[Deal "N:KJ9.9.Q.KQ97 - AT8.AKQ7.AK. -"]
[Auction "S"]
TH H
"""
_WRONG = '[data-place="bottom"] .hand .card:not(.legal)'
_LITIGE_SEED, _LITIGE_DEAL = 23, 4  # the fourth deal of this random match is a litige


@dataclass
class Visit:
    """A visit to the page: tab, player, folder for files, and callbacks for the visit's end."""

    page: Page
    address: str
    folder: Path
    hand: Mouse = field(init=False)
    stack: ExitStack = field(default_factory=ExitStack)

    def __post_init__(self) -> None:
        self.hand = Mouse(self.page)
        self.hand.seats = "S"
        self.page.add_init_script(_STAY)

    @property
    def guest(self) -> Guest:
        """Return a new player at South, who makes no announcements."""
        return Guest(self.hand, announces=False)

    def come(self) -> None:
        """Open the page at its plain address, without options, and wait until a bid is due."""
        self.page.goto(self.address)
        self.hand.until(ready="", next="bid")

    def sit(self, bdn: str = "", pace: str = "4", **match: Any) -> None:
        """Open the page with a match, and wait until the deal or a bid is due.

        `bdn` is the text of the first deal, "" for random cards. `pace` is the speed.
        """
        match = {"house": "piedicavallo", "bots": "NEW", "seed": 7, "lang": "en"} | match
        if bdn:
            match["bdn"] = quote(bdn)
        self.page.goto(self.address + options(**match))
        self.hand.until(ready="", phase=_BEGUN)
        self.hand.pace(pace)
        self.hand.until(next=["deal", "bid"])

    def sit_and_deal(self, bdn: str = "", **match: Any) -> None:
        """Open the page with a match, deal if a person has to, and wait until a bid is due."""
        self.sit(bdn, **match)
        if self.hand.is_so(next="deal"):
            self.hand.act()
        self.hand.until(next="bid")

    def pass_round(self) -> None:
        """Let all four players pass; none of them may be a bot."""
        for _ in range(4):
            passes = f'.choices [data-do=pass][data-seat="{self.hand.state("who")}"]'
            self.press(passes)
            self.page.locator(passes).wait_for(state="detached")
            self.hand.until(next=["bid", "tidy", "deal"])

    def has(self, place: str) -> bool:
        """Return whether an element is visible."""
        return self.page.locator(place).first.is_visible()

    def press(self, place: str) -> None:
        """Click a button."""
        self.page.locator(place).first.click()

    def turn_view(self) -> None:
        """Change to the other view."""
        self.press("#bar button.view")

    def stop_time(self) -> None:
        """Stop the time of the table in the workbench: the view Play has no speed 0."""
        self.turn_view()
        self.hand.pace("0")
        self.turn_view()

    def open_panel(self, name: str, dialog: str) -> None:
        """Open a panel from the bar, and wait for its contents."""
        self.hand.open(name)
        self.page.locator(f"dialog.{dialog}[open] .body > :visible").first.wait_for()


Reach = Callable[[Visit], None]


@dataclass(frozen=True)
class State:
    """A state of the page: its name, the function that reaches it, and its views."""

    name: str
    reach: Reach
    views: tuple[str, ...] = ("play",)

    def enter(self, visit: Visit, view: str) -> None:
        """Reach the state in its first view, then change to `view` if that is the other view."""
        self.reach(visit)
        if view != self.views[0]:
            visit.turn_view()


STATES: list[State] = []


def _state(name: str, *views: str) -> Callable[[Reach], Reach]:
    """Return a decorator that adds a state and the function that reaches it to the catalogue."""

    def added(reach: Reach) -> Reach:
        STATES.append(State(name, reach, views or ("play",)))
        return reach

    return added


_BOTH = "play", "workbench"


# --- from the first visit to the first card -----------------------------------------------------


@_state("first-visit", *_BOTH)
def _first_visit(visit: Visit) -> None:
    visit.come()
    visit.page.locator(".banner.offer").wait_for()


@_state("lesson-begins")
def _lesson(visit: Visit) -> None:
    visit.come()
    visit.press(".banner button.lesson")
    visit.page.locator("aside.lesson[data-step=welcome]").wait_for()


@_state("lesson-bid", *_BOTH)
def _lesson_bid(visit: Visit) -> None:
    _lesson(visit)
    for step in ("lights", "display", "cards", "bid"):
        visit.press("aside.lesson button.main")
        visit.page.locator(f"aside.lesson[data-step={step}]").wait_for()
    visit.hand.until(next="bid", who="S")


@_state("deal")
def _deal(visit: Visit) -> None:
    visit.sit()
    visit.hand.until(next="deal")


@_state("bid", *_BOTH)
def _bid(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG)
    visit.hand.until(next="bid", who="S")


@_state("others-bid")
def _others_bid(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG, pace="1")
    visit.press(".choices [data-do=pass]")
    visit.page.locator('.seat:not([data-place="bottom"]) .bubble:visible').first.wait_for()
    visit.stop_time()


@_state("second-round")
def _second_round(visit: Visit) -> None:
    visit.sit_and_deal(house="salotto", bots="", seed=7)
    visit.pass_round()
    visit.page.locator(".choices [data-do=bid]").first.wait_for()


@_state("auction", *_BOTH)
def _auction(visit: Visit) -> None:
    visit.sit_and_deal(house="bulgarian")
    visit.hand.until(next="bid", who="S")
    visit.page.locator(".choices [data-do=bid]").first.wait_for()


@_state("thrown-in")
def _thrown_in(visit: Visit) -> None:
    visit.sit_and_deal(house="salotto", bots="", seed=7)
    visit.pass_round()
    visit.pass_round()
    visit.hand.until(next=["tidy", "deal"])
    visit.hand.offer().wait_for()


@_state("term")
def _term(visit: Visit) -> None:
    _bid(visit)
    visit.press("#help .term-mark")
    visit.page.locator(".term-note:popover-open").wait_for()


@_state("before-lead")
def _before_lead(visit: Visit) -> None:
    visit.sit_and_deal(pace="1")
    visit.guest.until(lambda: visit.hand.state("phase") == "play", deals=False)
    visit.stop_time()


# --- play ---------------------------------------------------------------------------------------


def _lying(visit: Visit) -> int:
    return sum(len(visit.hand.cards(seat, "pad")) for seat in "NESW")


def _to_a_turn(visit: Visit, ready: Callable[[], bool] = lambda: True) -> None:
    """Play until South may lay a card and `ready` returns true."""
    hand = visit.hand

    def done() -> bool:
        return hand.is_so(next="card", who="S", turn="S") and bool(hand.legal("S")) and ready()

    visit.guest.until(done)


def _lay_any(visit: Visit) -> None:
    """Lay a card of the player whose turn it is."""
    legal = visit.page.locator('[data-place="bottom"] .hand .card.legal').first
    card = legal.get_attribute("data-card")
    assert card
    visit.hand.lay(card, visit.hand.state("who"))


def _mid_trick(count: int) -> Reach:
    def reach(visit: Visit) -> None:
        visit.sit_and_deal(_STRONG)
        _to_a_turn(visit, lambda: _lying(visit) == count)

    return reach


_state("card-2", *_BOTH)(_mid_trick(1))
_state("card-3")(_mid_trick(2))
_state("card-4", *_BOTH)(_mid_trick(3))


@_state("meld-and-belote", *_BOTH)
def _meld(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG)
    _to_a_turn(visit)
    visit.page.locator(".choices [data-do=announce].main").wait_for(state="attached")


@_state("all-melds")
def _all_melds(visit: Visit) -> None:
    _meld(visit)
    visit.press(".choices button:not([data-do])")
    visit.page.locator(".choices [data-what=carre]").wait_for()


@_state("belote-armed")
def _belote(visit: Visit) -> None:
    _meld(visit)
    visit.press(".choices [data-do=belote]")
    visit.page.locator(".choices [data-do=belote][aria-pressed=true]").wait_for()


@_state("announced")
def _announced(visit: Visit) -> None:
    _meld(visit)
    visit.press(".choices [data-do=announce]")
    visit.page.locator(".bubble:visible").first.wait_for()


@_state("melds-due")
def _melds_due(visit: Visit) -> None:
    _announced(visit)
    visit.guest.until(lambda: visit.hand.is_so(next="show"))
    visit.hand.until(next="show", who="S")  # West has shown his meld
    visit.hand.offer().wait_for()


@_state("melds-shown")
def _melds_shown(visit: Visit) -> None:
    _melds_due(visit)
    visit.hand.act()
    visit.page.wait_for_function("document.querySelectorAll('.seat .pad .card').length > 0")
    visit.stop_time()


@_state("refused")
def _refused(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG)
    _to_a_turn(visit, lambda: visit.has(_WRONG))
    visit.press(_WRONG)
    visit.page.locator(".why:visible").wait_for()


@_state("salt")
def _salt(visit: Visit) -> None:
    visit.sit_and_deal(_LATE)
    guest = Guest(visit.hand, suit="H", announces=False)
    guest.until(lambda: visit.has(".choices [data-do=salt]"))
    visit.stop_time()


@_state("call-out")
def _call_out(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG)
    _to_a_turn(visit, lambda: visit.has(".choices [data-do=call-out]"))


@_state("exchange-seven")
def _seven(visit: Visit) -> None:
    visit.sit_and_deal(_SEVEN, house="espanola-2", bots="N")
    _to_a_turn(visit, lambda: visit.has(".choices [data-do=seven]"))


@_state("question", *_BOTH)
def _question(visit: Visit) -> None:
    visit.sit_and_deal(house="salotto", bots="")
    visit.press(".choices [data-do=take]")
    visit.hand.until(next="card")
    _lay_any(visit)
    visit.press(".choices [data-do=take-back]")
    visit.page.locator(".choices [data-do=answer]").first.wait_for()


@_state("trick-complete")
def _trick_complete(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG, pace="1")
    visit.guest.until(lambda: _lying(visit) == 4)
    visit.stop_time()


@_state("last-trick")
def _last_trick(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG)
    _to_a_turn(visit, lambda: visit.has(".slate .last"))
    visit.press(".slate .last")
    visit.page.locator(".last-trick:popover-open").wait_for()


@_state("two-players")
def _two(visit: Visit) -> None:
    visit.sit_and_deal(_SEVEN, house="espanola-2", bots="N")
    _to_a_turn(visit, lambda: _lying(visit) == 1)


@_state("four-persons")
def _four(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG, bots="")
    visit.press(".choices [data-do=take]")
    visit.hand.until(next="card", who="S")
    _lay_any(visit)
    visit.hand.until(next="card", who="E")


# --- the end of a deal and of a match -----------------------------------------------------------


def _open_result(visit: Visit) -> None:
    visit.hand = open_match(visit.page, visit.address, visit.folder, [PLAYED], "piedicavallo")


@_state("result", *_BOTH)
def _result(visit: Visit) -> None:
    _open_result(visit)
    visit.hand.offer().wait_for()


def _open_litige(visit: Visit) -> None:
    """Open the page after a litige, before its result is confirmed."""
    book = Rulebooks().book("piedicavallo")
    happened = LegalMatch(book, Random(_LITIGE_SEED)).play(_LITIGE_DEAL)
    while happened[-1][0] == Events.CONFIRM:
        happened.pop()
    store_match(visit.page, visit.address, image_of(book, happened))
    visit.page.goto(visit.address)
    visit.hand.until(ready="", phase="done")


@_state("litige", *_BOTH)
def _litige(visit: Visit) -> None:
    _open_litige(visit)
    visit.hand.offer().wait_for()


@_state("score-sheet")
def _sheet(visit: Visit) -> None:
    _open_litige(visit)
    visit.press(".slate .score-sheet")
    visit.page.locator("dialog.sheet-title[open] tr.entry").first.wait_for()


@_state("score-explained")
def _explained(visit: Visit) -> None:
    _sheet(visit)
    last = visit.page.locator("tr.entry button").last
    if last.get_attribute("aria-expanded") == "false":
        last.click()


@_state("match-over")
def _over(visit: Visit) -> None:
    visit.sit_and_deal(house="french", target=20)
    visit.guest.until(lambda: visit.hand.is_so(next="start"))
    visit.hand.offer().wait_for()


@_state("study")
def _study(visit: Visit) -> None:
    _open_result(visit)
    visit.press("#help .look")
    visit.page.locator("dialog.look-title[open] .costs").wait_for()


@_state("study-card")
def _study_card(visit: Visit) -> None:
    _study(visit)
    for _ in range(5):
        visit.page.locator("dialog.look-title[open]").get_by_role("slider").press("ArrowRight")
    visit.press("[data-act=look-play-on]")
    visit.page.locator("dialog.look-title button.face").first.wait_for()


@_state("study-link")
def _study_link(visit: Visit) -> None:
    _study(visit)
    visit.press("[data-act=share-deal]")
    visit.page.locator(".share-links input:visible").wait_for()


# --- dialogs ------------------------------------------------------------------------------------


def _panel(state: str, button: str, dialog: str, *views: str) -> None:
    """Add a state to the catalogue: a panel that is opened from the bar when South has to bid."""

    def reach(visit: Visit) -> None:
        _bid(visit)
        visit.open_panel(button, dialog)

    _state(state, *views)(reach)


_panel("new-match", "new-match", "setup-title")
_panel("problems", "problems", "problems-title")
_panel("help", "help", "keys-title")
_panel("build", "build", "build-title")
_panel("faults", "breaking", "break-title", "workbench")
_panel("inside", "inside", "inside-title", "workbench")


@_state("new-match-by-hand")
def _by_hand(visit: Visit) -> None:
    _bid(visit)
    visit.open_panel("new-match", "setup-title")
    visit.press("dialog.setup-title input[value=hand]")


@_state("problem")
def _problem(visit: Visit) -> None:
    _bid(visit)
    visit.open_panel("problems", "problems-title")
    choose(visit.page, 1)


@_state("problem-solved")
def _solved(visit: Visit) -> None:
    _problem(visit)
    play(visit.page, [name_of(card) for card in PROBLEMS[0].line])
    visit.page.locator(".problem-why .line li").first.wait_for()


@_state("rules")
def _rules(visit: Visit) -> None:
    _bid(visit)
    visit.open_panel("help", "keys-title")
    visit.press("dialog.keys-title button.rules")
    visit.page.locator("dialog.rules .rule-sheet .groups").wait_for()


def _open_history(visit: Visit) -> None:
    visit.page.goto(f"{visit.address}install.html")  # a page without a table
    deals = [kept(typed(), number, costs={"S": 4 * number, "W": 3}) for number in (1, 2, 3)]
    put_deals(visit.page, deals + random_deals(["french", "bulgarian"], 5))
    visit.come()
    visit.open_panel("matches", "keep-title")
    visit.page.locator(".keep-match").first.wait_for()


@_state("history")
def _history(visit: Visit) -> None:
    _open_history(visit)


@_state("history-match")
def _history_match(visit: Visit) -> None:
    _open_history(visit)
    visit.press(".keep-match")
    visit.page.locator(".keep-deals tbody tr").first.wait_for()


@_state("statistics")
def _statistics(visit: Visit) -> None:
    _open_history(visit)
    visit.press("[data-view=numbers]")
    visit.page.locator(".keep-numbers tbody tr").first.wait_for()


@_state("no-history")
def _no_history(visit: Visit) -> None:
    visit.come()
    visit.open_panel("matches", "keep-title")


@_state("options")
def _options(visit: Visit) -> None:
    _bid(visit)
    visit.hand.open("options")
    visit.page.locator("#options:popover-open").wait_for()


@_state("players")
def _players(visit: Visit) -> None:
    _bid(visit)
    visit.hand.open("players")
    visit.page.locator(".company:popover-open").wait_for()


# --- faults and other tables --------------------------------------------------------------------


@_state("unplugged", *_BOTH)
def _unplugged(visit: Visit) -> None:
    _bid(visit)
    visit.turn_view()
    visit.open_panel("breaking", "break-title")
    visit.press(".fault:has(#fault-cut) button >> nth=-1")
    visit.page.keyboard.press("Escape")
    visit.hand.until(power="off")
    visit.turn_view()


@_state("storage-full")
def _storage_full(visit: Visit) -> None:
    visit.sit_and_deal(_STRONG)
    page = visit.page
    session = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    visit.guest.until(lambda: visit.has(".banner >> text=cannot keep the match"))


@_state("looks-on")
def _looks_on(visit: Visit) -> None:
    _bid(visit)
    visit.page = visit.page.context.new_page()
    visit.page.goto(visit.address)
    visit.hand = Mouse(visit.page)
    visit.hand.until(readonly="true")
    visit.page.locator(".banner button:visible").wait_for()


@_state("real-table", "workbench")
def _real_table(visit: Visit) -> None:
    cable = Cable(visit.page)
    visit.stack.callback(cable.close)
    table = PlayedTable()
    visit.stack.callback(table.close)
    table.do(lambda company: finish(company.people.play_cards(6)))
    cable.plug(table.address)
    real = RealPage(visit.page, cable)
    real.open(visit.address)
    real.connect()
    real.until("heard.told.trouble === ''")
    real.drawer()


def cases() -> Iterator[tuple[str, State]]:
    """Yield each state once for each of its views, as (view, state)."""
    for state in STATES:
        for view in state.views:
            yield view, state
