"""The finished deals that the browser keeps: the recorder, the dialog "Matches", and its files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from audit import violations
from bdnkit import PLAYED, read
from kept_deals import STORES, kept, put_deals, typed, typed_by_two
from marcoria.analysis.deals import analysed
from marcoria.analysis.solvers import Solvers
from marcoria.bdn.files import exported
from marcoria.bdn.rulebooks import Rulebooks
from page_hand import Hand, Mouse
from page_journal import downloaded
from stored_match import open_match

_ALL = f"""async () => {{
  {STORES}
  const found = await done(database.transaction("deals").objectStore("deals").getAll());
  database.close();
  return found;
}}"""
_RECORD = """async (deals) => {
  const { record } = await import(new URL("history_store.mjs", document.baseURI));
  const last = { id: "table", epoch: 77, seq: 2, match: 0 };
  return record(deals, last).catch(({ told }) => told.name);
}"""
_NEXT_DEAL = "!['', '0:0'].includes(document.documentElement.dataset.score)"
_OVER = "document.documentElement.dataset.over === 'true'"
_REFUSES = """(() => {
  const { open } = indexedDB;
  IDBFactory.prototype.open = function (name, ...rest) {
    if (name === "marcoria-history") throw new DOMException("no", "SecurityError");
    return open.call(this, name, ...rest);
  };
})()"""
_NEWER = """() => new Promise((resolve) => {
  const opening = indexedDB.open("marcoria-history", 9);
  opening.onsuccess = () => { opening.result.close(); resolve(); };
})"""
_LOOK_MS, _LIMIT_MS, _LONG_MS = 100, 30_000, 200_000


class MatchesDialog:
    """The dialog "Matches", as a user of the keyboard sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = page.locator("dialog.keep-title[open]")
        self.matches = self.box.locator(".keep-match")
        self.rows = self.box.locator(".keep-deals tbody tr")
        self.status = self.box.get_by_role("status")
        self.alert = self.box.get_by_role("alert")
        self.question = self.box.locator(".keep-question")

    def open(self) -> None:
        """Open the dialog with the button of the bar."""
        self.page.locator("#bar button.matches").press("Enter")
        self.box.locator(".keep-foot").wait_for()

    def press(self, name: str) -> None:
        """Press a button below the list: export, bdn or delete."""
        self.box.locator(f'[data-keep="{name}"]').press("Enter")

    def answer(self, name: str) -> None:
        """Answer the question: yes, add, replace or no."""
        self.question.locator(f'[data-answer="{name}"]').press("Enter")

    def saved(self, name: str, folder: Path) -> str:
        """Press a button that saves a file; return the text of this file."""
        with self.page.expect_download() as download:
            self.press(name)
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file.read_text("utf-8")

    def give(self, text: str) -> None:
        """Choose a file with this text, to import it as a history."""
        data = {"name": "h.json", "mimeType": "application/json", "buffer": text.encode()}
        self.box.locator(".chooser input").set_input_files(data)  # type: ignore[arg-type]


@pytest.fixture
def shown(page: Page, server: Any) -> Callable[..., MatchesDialog]:
    """Return a function that stores deals in the browser, and opens the page and the dialog."""

    def opened(*deals: Any) -> MatchesDialog:
        page.goto(f"{server.address}install.html")  # a page without a table
        put_deals(page, list(deals))
        page.goto(server.address)
        Hand(page).until(ready="")
        dialog = MatchesDialog(page)
        dialog.open()
        return dialog

    return opened


def _stored(page: Page, count: int) -> list[dict[str, Any]]:
    """Wait until this many deals are stored, and return them."""
    for _ in range(_LIMIT_MS // _LOOK_MS):
        found: list[dict[str, Any]] = page.evaluate(_ALL)
        if len(found) >= count:
            assert len(found) == count
            return found
        page.wait_for_timeout(_LOOK_MS)
    raise AssertionError(f"{len(found)} deals are stored, not {count}")


def _text(cell: Locator) -> str:
    return " ".join(cell.inner_text().replace("\n", " ").split())


def _agree(hand: Mouse) -> None:
    hand.until(next="confirm")
    hand.act()
    hand.until(phase="ready")
    hand.pace("1")


def test_a_deal_is_stored_once_when_it_has_ended(page: Page, server: Any, tmp_path: Path) -> None:
    hand = open_match(page, server.address, tmp_path, [PLAYED], "piedicavallo")
    hand.pace("fast")
    assert page.evaluate(_ALL) == []
    _agree(hand)
    (deal,) = _stored(page, 1)
    (of_paper,) = read(typed())
    (of_page,) = read(deal["bdn"])
    assert of_page.tags["Score"] == of_paper.tags["Score"] and deal["made"] is False
    assert of_page.tags["Deal"] == of_paper.tags["Deal"]
    assert {seat: one["bot"] is None for seat, one in deal["players"].items()} == {
        seat: seat == "S" for seat in "NESW"
    }


@pytest.mark.soak
def test_a_forbidden_store_says_so_and_play_goes_on(
    page: Page, server: Any, tmp_path: Path
) -> None:
    page.add_init_script(_REFUSES)
    hand = open_match(page, server.address, tmp_path, [PLAYED], "piedicavallo")
    hand.pace("fast")
    _agree(hand)
    sentence = "cannot keep your finished deals"
    expect(page.locator("#help p")).to_contain_text(sentence)
    dialog = MatchesDialog(page)
    dialog.open()
    expect(dialog.alert).to_contain_text(sentence)
    page.keyboard.press("Escape")
    hand.until(next="deal")


@pytest.mark.soak
def test_the_store_keeps_what_it_has_and_bounds_its_size(page: Page, server: Any) -> None:
    page.goto(f"{server.address}install.html")
    marked = kept(typed(), 1, star=True)
    many = [{"key": f"old{i:05}", "when": i, "star": i < 2} for i in range(5002)]
    put_deals(page, [*many, marked])
    again, new = marked | {"star": False}, kept(typed(), 2)
    assert page.evaluate(_RECORD, [again, new]) == 104
    keys = [deal["key"] for deal in page.evaluate(_ALL)]
    assert len(keys) == 4900 and {"old00000", "old00001", new["key"]} < set(keys)
    assert not {f"old{i:05}" for i in range(2, 106)} & set(keys) and "old00106" in keys
    assert marked in page.evaluate(_ALL) and again not in page.evaluate(_ALL)
    page.evaluate(_NEWER)
    assert page.evaluate(_RECORD, [new]) == "keep-newer"


@pytest.mark.soak
def test_each_deal_of_a_match_is_stored_once(sit: Any, tmp_path: Path) -> None:
    hand = sit(Mouse, house="french", target=200, bots="NESW")
    page = hand.page
    hand.pace("fast")
    page.wait_for_function(_NEXT_DEAL, timeout=_LONG_MS)
    page.reload()
    hand.until(ready="")
    hand.pace("fast")
    page.wait_for_function(_OVER, timeout=_LONG_MS)
    file = downloaded(hand, "journal", tmp_path)
    counted = [deal for deal in exported(str(file), Rulebooks(), {}) if "Tricks" in deal.tags]
    found = _stored(page, len(counted))
    assert sorted(read(deal["bdn"])[0].tags["Score"] for deal in found) == sorted(
        deal.tags["Score"] for deal in counted
    )
    assert len({deal["match"] for deal in found}) == 1


@pytest.mark.soak
def test_a_match_shows_its_deals_with_costs_and_marks(
    shown: Callable[..., MatchesDialog], page: Page, tmp_path: Path
) -> None:
    deals = [kept(typed(), 1, made=False), kept(typed(), 2), kept(typed_by_two(), 1, match=1)]
    dialog = shown(*deals, {"key": "odd", "star": "<b>"}, kept("[BDN", 3))
    assert dialog.matches.count() == 2
    expect(dialog.box.locator(".keep-foot")).to_contain_text("Damaged records left out: 2")
    assert not violations(page)
    dialog.matches.nth(1).press("Enter")
    expect(dialog.rows).to_have_count(2)
    # The page must show the costs that `marcoria analyse` computes, added up for each side.
    file = tmp_path / "deal.bdn"
    file.write_text(typed(), "utf-8")
    using = Solvers()
    (analysis,) = [one for one in analysed(str(file), Rulebooks(), using, len) if one]
    using.close()
    plays: Any = analysis.facts()["plays"]
    costs = [sum(one["cost"] for one in plays if one["seat"] in side) for side in ("NS", "EW")]
    cells = dialog.rows.locator(".spent [data-team]")
    for at in range(4):
        expect(cells.nth(at)).to_have_text(f"{costs[at % 2]}")
    assert not violations(page)
    star = dialog.rows.nth(0).locator(".star")
    star.press("Enter")
    expect(star).to_have_attribute("aria-pressed", "true")
    assert star.evaluate("(node) => node === document.activeElement")
    dialog.rows.nth(0).locator(".look").press("Enter")
    study = page.locator("dialog.look-title[open]")
    study.locator(".costs").wait_for()
    page.keyboard.press("Escape")
    expect(study).to_have_count(0)
    assert dialog.rows.nth(0).locator(".look").evaluate("(n) => n === document.activeElement")
    dialog.box.get_by_role("checkbox").press("Space")
    expect(dialog.rows).to_have_count(1)
    dialog.box.locator(".back").press("Enter")
    expect(dialog.matches).to_have_count(1)
    stored = {deal["key"]: deal for deal in page.evaluate(_ALL)}
    assert stored[deals[0]["key"]]["star"] and not stored[deals[1]["key"]]["star"]
    assert sum(stored[deals[0]["key"]]["costs"].values()) == sum(costs)


def test_files_are_read_and_deals_deleted_only_when_asked(
    shown: Callable[..., MatchesDialog], page: Page, tmp_path: Path
) -> None:
    one, two = kept(typed(), 1, costs={}), kept(typed_by_two(), 1, match=1, costs={})
    dialog = shown(one, two)
    text = dialog.saved("export", tmp_path)
    assert json.loads(text) == {"marcoria": "history", "version": 1, "deals": [one, two]}
    bdn = dialog.saved("bdn", tmp_path)
    assert [deal.tags["Score"] for deal in read(bdn)] == [
        deal.tags["Score"] for deal in [*read(typed()), *read(typed_by_two())]
    ]
    for wrong, sentence in ((text[:-9], "not complete"), ("{}", "not a Marcoria history")):
        dialog.give(wrong)
        expect(dialog.alert).to_contain_text(sentence)
    dialog.give(text)
    expect(dialog.question).to_contain_text("New in this file: 0. Already here: 2.")
    dialog.answer("no")
    mark = "<img src=x onerror=alert(1)>"
    other = one | {"house": {"key": "own", "name": mark}}
    third = kept(typed(), 2, costs={}, house=other["house"])
    dialog.give(json.dumps({"marcoria": "history", "version": 1, "deals": [other, third]}))
    expect(dialog.question).to_contain_text(
        "New in this file: 1. Already here: 0. Different here: 1"
    )
    assert page.evaluate(_ALL) == [one, two]
    dialog.answer("add")
    expect(dialog.status).to_contain_text("Loaded. Deals: 1.")
    assert page.evaluate(_ALL) == [one, third, two]
    expect(dialog.matches.nth(1)).to_contain_text(mark)
    dialog.matches.nth(1).press("Enter")
    dialog.press("delete")
    expect(dialog.question).to_contain_text("Deals: 2")
    dialog.answer("no")
    assert len(page.evaluate(_ALL)) == 3
    dialog.press("delete")
    dialog.answer("yes")
    expect(dialog.status).to_contain_text("Deleted")
    assert page.evaluate(_ALL) == [two]
    page.keyboard.press("Escape")
    page.evaluate(_REFUSES)
    dialog.open()
    expect(dialog.alert).to_contain_text("cannot keep your finished deals")
