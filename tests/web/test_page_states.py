"""Every state of the page: accessible, nothing needed is covered, and nothing moves for ever."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from audit import violations
from browsers import WINDOWS
from page_states import State, Visit, cases
from site_server import SiteServer

_LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "none"},
    {"color_scheme": "light", "forced_colors": "active"},
]
_AUDITED = ["wide", "phone"]
_SIZES = [100, 200]  # sizes of text in per cent
_ENLARGE = "(size) => { document.documentElement.style.fontSize = `${size}%`; }"
_MOVES = """() => document.getAnimations().filter(({ playState }) => playState === "running")
  .map(({ effect }) => `moves: ${effect.target.outerHTML.slice(0, 120)}`)"""
# Return the elements that a person needs now but cannot see or press, because another element
# covers their centre or they are outside the window. Cards of one hand or of one trick may cover
# each other. Dialogs that the person has opened may cover anything, and so may notices if the text
# is large, because the person can close them. Also return boxes whose contents are too wide.
_COVERED = """(size) => {
  const box = document.querySelector("dialog:modal");
  const needed = (box ?? document).querySelectorAll(box ? "header .exit" : `
    [data-place="bottom"] .hand .card:not(.down), .choices button,
    #table:not(:has(.question)) .pad .card, #help .act, .banner button`);
  const opened = `:popover-open, dialog[open], .lesson${size > 100 ? ", .banner" : ""}`;
  const name = (one) => one?.outerHTML.replace(/ (src|style|class)="[^"]*"/g, "").slice(0, 90);
  const covered = [...needed].flatMap((node) => {
    node.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const group = node.closest(".hand") ? ".hand" : node.closest(".pad") ? ".pad" : "button";
    const isGood = hit && (node.contains(hit) || hit.closest(opened)
      || (group !== "button" && hit.closest(group)));
    const isShown = node.checkVisibility({ visibilityProperty: true });
    return isGood || !isShown ? [] : [`${name(node)} is covered by ${name(hit)}`];
  });
  const pages = size > 100 ? "html" : "html, body, dialog[open], dialog[open] .body";
  const wide = [...document.querySelectorAll(pages)]
    .filter((node) => node.scrollWidth > node.clientWidth + 1);
  return [...covered, ...wide.map((node) => `too wide: ${name(node)}`)];
}"""


@pytest.fixture
def view(state: State) -> str:
    """Return the view in which the page opens."""
    return state.views[0]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("shown", "state"), [pytest.param(*one, id=f"{one[0]}-{one[1].name}") for one in cases()]
)
def test_a_state_can_be_seen_heard_and_used(
    page: Page, server: SiteServer, tmp_path: Path, shown: str, state: State
) -> None:
    visit = Visit(page, server.address, tmp_path)
    with visit.stack:
        state.enter(visit, shown)
        found = look(visit.page)
    assert not found, "\n".join(found)


def look(page: Page) -> list[str]:
    """Return the faults of a page in all windows, looks and sizes of text."""
    found = []
    for window, settings in WINDOWS.items():
        page.set_viewport_size(settings["viewport"])
        page.wait_for_timeout(100)
        for looks in _LOOKS if window in _AUDITED else []:
            page.emulate_media(**looks)
            found += [f"{window} {looks}: {one}" for one in violations(page)]
        page.emulate_media(**_LOOKS[0])
        for size in _SIZES:
            page.evaluate(_ENLARGE, size)
            found += [f"{window} {size}: {one}" for one in page.evaluate(_COVERED, size)]
        page.evaluate(_ENLARGE, 100)
        found += page.evaluate(_MOVES)
    return found
