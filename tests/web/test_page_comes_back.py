"""Visits that end at any moment: the next visit to the page has the same match.

The end of a visit does not count as a power failure. A new start of `marcoria table` also has the
match.
"""

import os
import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Frame,
    Locator,
    TimeoutError,
    expect,
)

import testenv
from browsers import WINDOWS
from marcoria import __version__
from marcoria.web.server import TableServer
from page_hand import LIMIT_MS, Hand, Mouse, options
from page_journal import downloaded, score_of
from page_play import Play
from page_watch import Watch
from table_process import TableProcess, free_port

_SCRIPT = Path(__file__).with_name("coming_back.js").read_text(encoding="utf-8")
_EVENTS = 34  # each deal has more events: deal, upcard, at least one bid, and 32 cards
_LOST = 2  # maximum number of events that a visit may lose if their write was not complete
_MOST_MS = 900  # longest time from a player's action to the end of the visit
_KEPT_MS = 2500  # even a state that does not change is stored every two seconds
_GONE_MS = 1000
_BEGINS = "this.#isWriting = true;"
_SAYS_SO = f'{_BEGINS} new BroadcastChannel("writes").postMessage(0);'


@pytest.fixture
def serving(site: Path) -> Iterator[TableServer]:
    """Serve the page as `marcoria table` does; its store sends a message when a write begins."""
    files = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }
    store = files["worker/store.mjs"].decode()
    assert store.count(_BEGINS) == 1
    files["worker/store.mjs"] = store.replace(_BEGINS, _SAYS_SO).encode()
    with TableServer(files, 0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield serving
        serving.shutdown()


class Visits:
    """Consecutive visits to one address in one browser profile; `hand` plays in the last visit."""

    def __init__(self, context: BrowserContext, address: str, watches: list[Watch]) -> None:
        context.add_init_script(_SCRIPT)
        self._context, self.address, self._watches = context, address, watches
        self.hand = Mouse(context.new_page())

    def begin(self, fragment: str = "") -> None:
        """Open the page in a new tab."""
        self.hand.page.close()  # a second tab would be read-only
        page = self._context.new_page()
        self._watches.append(Watch(page, self.address))
        page.goto(self.address + fragment)
        self.hand = Mouse(page)

    def playable(self, events: int = 0) -> tuple[float, float]:
        """Wait until the page asks a player to act and the deal has this many events or is over.

        Return the milliseconds from the start of the visit to that moment, in real time and by the
        table's clock.
        """
        page = self.hand.page
        try:
            page.wait_for_function("(n) => window.seen?.playable(n)", arg=events, timeout=LIMIT_MS)
        except TimeoutError as error:
            told = f"nobody can play: {self.hand.help()} {self.hand.states()}"
            raise AssertionError(told) from error
        wall, virtual, *_ = page.evaluate("(n) => window.seen.playable(n)", events)
        return wall, virtual

    def play(self, events: int) -> None:
        """Play at the highest speed until the deal has this many events or is over."""
        self.hand.pace("fast")
        Play(self.hand, testenv.SEED).on(lambda: self.over() or self.events() >= events)

    def stop(self) -> None:
        """Stop the table's time, and wait until its state is stored."""
        self.hand.pace("0")
        self.hand.page.wait_for_timeout(_KEPT_MS)

    def events(self) -> int:
        """Return how many events the deal has."""
        return int(self.hand.state("events"))

    def over(self) -> bool:
        """Return whether the first deal of the match is over."""
        return self.hand.state("phase") == "done" or self.score() not in ("", "0:0")

    def score(self) -> str:
        """Return the score of the match."""
        return self.hand.state("score")

    def leave(self, how: str, ms: int) -> None:
        """End the visit in the way `how`, and begin another visit.

        "write" reloads the page during a write to the store. "refresh" reloads the page during a
        refresh of the display. "kill" kills the page's process, and "moment" reloads the page;
        both happen `ms` milliseconds after a player's action.
        """
        self.hand.pace("1")
        if how in ("write", "refresh"):
            self._reload_in_the_midst(how)
            return
        Play(self.hand, ms).step()
        self.hand.page.wait_for_timeout(ms)
        if how == "kill":
            self._kill()
        else:
            self.hand.page.reload()

    def _kill(self) -> None:
        browser = self._context.browser
        assert browser
        session = browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        with self.hand.page.expect_event("crash"):
            for one in processes:
                if one["type"] == "renderer":
                    os.kill(one["id"], signal.SIGKILL)
        session.detach()
        self.begin()

    def _reload_in_the_midst(self, of: str) -> None:
        page = self.hand.page
        left: list[Frame] = []

        def leaves(frame: Frame) -> None:
            left.append(frame)

        page.once("framenavigated", leaves)
        page.evaluate("(what) => { window.armed = what; }", of)
        play = Play(self.hand, testenv.SEED)
        while not left:
            try:
                play.step()
            except (Error, AssertionError):  # the page may be reloaded during the step
                page.wait_for_timeout(_GONE_MS)
                assert left
        page.wait_for_load_state()


@pytest.fixture
def visits(context: BrowserContext, serving: TableServer, watches: list[Watch]) -> Visits:
    """Return the visits of one browser profile to the server."""
    return Visits(context, serving.address, watches)


def _first_visit(browser: Browser, address: str) -> tuple[float, float]:
    """Return the real and the virtual time in ms until a first visitor of the page can play."""
    with browser.new_context(**WINDOWS["wide"]) as context:
        visits = Visits(context, address, [])
        visits.begin()
        return visits.playable()


def _cards(hand: Hand) -> list[str]:
    """Return all cards in hands and on pads."""
    return [card for seat in "NESW" for at in ("hand", "pad") for card in hand.cards(seat, at)]


@pytest.mark.soak
def test_reloads_in_a_row_are_no_power_failures(visits: Visits) -> None:
    visits.begin(options(house="salotto", seed=testenv.SEED % 65536))
    _, first = visits.playable()
    visits.play(3)
    for _ in range(4):
        visits.hand.page.wait_for_timeout(_KEPT_MS)
        visits.hand.page.reload()
        assert visits.playable()[1] <= 2 * first
    visits.play(5)


@pytest.mark.soak
def test_a_reload_ends_safe_mode_after_power_failures(visits: Visits) -> None:
    visits.begin(options(house="salotto", seed=testenv.SEED % 65536))
    _, first = visits.playable()
    visits.play(3)
    visits.hand.pace("1")
    visits.hand.open("breaking")
    cut = visits.hand.page.locator(".fault:has(#fault-cut) button").last
    for _ in range(3):
        visits.hand.activate(cut)
        visits.hand.until(power="off")
        visits.hand.activate(cut)
        visits.hand.until(power="on")
    visits.hand.page.wait_for_timeout(2 * _KEPT_MS)
    assert visits.hand.state("next") == "wait", "the table should be in safe mode"
    visits.hand.page.reload()
    assert visits.playable()[1] <= 2 * first


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_fault_78_a_deal_goes_on_over_twenty_reloads(
    visits: Visits, serving: TableServer, chromium: Browser, tmp_path: Path
) -> None:
    rng = random.Random(testenv.SEED)
    ways = ["kill"] + ["write"] * 4 + ["refresh"] * 4 + ["moment"] * 11
    rng.shuffle(ways)
    firsts = [_first_visit(chromium, serving.address) for _ in range(2)]
    slowest = max(virtual for _, virtual in firsts)
    visits.begin(options(house="salotto", seed=testenv.SEED % 65536))
    visits.playable()
    walls = []
    for moment, way in zip(sorted(rng.sample(range(_EVENTS), len(ways))), ways, strict=True):
        visits.play(moment)
        before = visits.events()
        visits.leave(way, rng.randrange(_MOST_MS))
        wall, virtual = visits.playable(before - _LOST)
        assert virtual <= 2 * slowest, f"{way} at event {moment}"
        assert len(_cards(visits.hand)) == len({*_cards(visits.hand)})
        walls.append(wall)
    visits.hand.pace("fast")
    Play(visits.hand).on(lambda: visits.score() not in ("", "0:0"))
    score = visits.score()
    assert score_of(downloaded(visits.hand, "journal", tmp_path)) == score
    # Real times are compared only by their median, because other processes use this machine too.
    visits.stop()
    firsts += [_first_visit(chromium, serving.address) for _ in range(2)]
    assert median(walls) <= 2 * median(wall for wall, _ in firsts)


# --- tables stored by other versions -------------------------------------------------------------

# Return all stored rows as text, and the version number of the database.
_KEPT = """async () => {
  const opening = indexedDB.open("marcoria");
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  const database = opening.result;
  const table = database.transaction("table").objectStore("table");
  const read = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const [keys, values] = await Promise.all([read(table.getAllKeys()), read(table.getAll())]);
  database.close();
  const told = values.map((one) => one instanceof Uint8Array ? one.join() : JSON.stringify(one));
  return { version: database.version, told: keys.map((key, i) => `${key} ${told[i]}`) };
}"""
# Store the rows in a database with another version number, as another program version would.
_MOVE = """async (number) => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const old = await done(indexedDB.open("marcoria"));
  const table = old.transaction("table").objectStore("table");
  const [keys, values] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
  old.close();
  await done(indexedDB.deleteDatabase("marcoria"));
  const opening = indexedDB.open("marcoria", number);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore("table");
    keys.forEach((key, i) => store.put(values[i], key));
  };
  (await done(opening)).close();
}"""


def _left_at(visits: Visits, number: int) -> None:
    """Play some cards, and store the table in a database with this version number."""
    visits.begin(options(house="salotto", seed=testenv.SEED % 65536))
    visits.playable()
    visits.play(6)
    visits.stop()
    visits.hand.page.goto(visits.address + "install.html")  # this page runs no table
    visits.hand.page.evaluate(_MOVE, number)


@pytest.mark.soak
def test_a_table_of_the_first_store_is_played_on(visits: Visits) -> None:
    _left_at(visits, 1)
    visits.begin()
    visits.playable(6)
    assert visits.hand.page.evaluate(_KEPT)["version"] == _number(__version__)
    visits.play(9)


@pytest.mark.soak
def test_a_table_of_a_newer_version_is_left_alone(visits: Visits) -> None:
    _left_at(visits, _number("12.3.45"))
    kept = visits.hand.page.evaluate(_KEPT)
    for _ in range(2):
        visits.begin()
        visits.playable()
        banner = visits.hand.page.locator(".banner", has_text="12.3.45")
        assert f"This page is an older version, {__version__}" in banner.inner_text()
        assert visits.events() == 0
        visits.hand.activate(banner.locator("button"))
        expect(banner).to_be_hidden()
        visits.play(2)
        assert visits.hand.page.evaluate(_KEPT) == kept


def _number(version: str) -> int:
    """Return the version number of the database for a version of the program."""
    major, minor, patch = map(int, version.split("."))
    return (major * 1000 + minor) * 1000 + patch


# --- two starts of the command -------------------------------------------------------------------


@pytest.mark.soak
def test_the_next_start_of_the_command_has_the_match(
    context: BrowserContext, watches: list[Watch]
) -> None:
    port = free_port()
    with TableProcess(port) as first:
        visits = Visits(context, first.answer()["address"], watches)
        visits.begin(options(house="salotto", seed=testenv.SEED % 65536))
        visits.playable()
        visits.play(8)
        visits.stop()
        held, events = sorted(_cards(visits.hand)), visits.events()
        visits.hand.page.goto("about:blank")
        first.end()
    with TableProcess(port) as second:
        visits.address = second.answer()["address"]
        visits.begin()
        visits.playable(events)
        assert visits.events() == events and sorted(_cards(visits.hand)) == held
        visits.play(events + 2)


# --- a browser that does not store the table -----------------------------------------------------


def _banner(visits: Visits) -> Locator:
    """Return the banner that says why the match is not stored."""
    return visits.hand.page.locator(".banner", has_text="cannot keep the match")


def _order(visits: Visits, order: str, **fields: str | int) -> None:
    """Send a DevTools storage command for the page's origin."""
    page = visits.hand.page
    origin = page.evaluate("location.origin")
    page.context.new_cdp_session(page).send(f"Storage.{order}", {"origin": origin, **fields})


def _is_kept(visits: Visits) -> None:
    """Check that the banner is gone and that the table is still there after a new visit."""
    expect(_banner(visits)).to_be_hidden(timeout=LIMIT_MS)
    visits.stop()
    events = visits.events()
    visits.begin()
    visits.playable(events)


@pytest.mark.soak
def test_a_table_is_kept_again_after_its_data_were_deleted(visits: Visits) -> None:
    visits.begin(options(house="salotto", seed=testenv.SEED % 65536))
    visits.playable()
    visits.play(6)
    _order(visits, "clearDataForOrigin", storageTypes="indexeddb")
    visits.play(8)
    stored = "async () => (await indexedDB.databases()).length > 0"
    visits.hand.page.wait_for_function(stored)
    _is_kept(visits)


@pytest.mark.soak
def test_a_browser_out_of_storage_shows_a_banner_and_play_continues(visits: Visits) -> None:
    visits.begin(options(house="salotto", seed=testenv.SEED % 65536))
    visits.playable()
    _order(visits, "overrideQuotaForOrigin", quotaSize=1)
    visits.play(8)
    expect(_banner(visits)).to_be_visible(timeout=LIMIT_MS)
    _order(visits, "overrideQuotaForOrigin")
    _is_kept(visits)  # after the error, the page writes the whole flash again
