"""Take pictures of the page and of a hub for docs/pictures, or of all states of the page.

`make pictures` takes those for docs/pictures. `page_pictures.py --all FOLDER` saves each state in
five window sizes, light and dark, for a review. Names of states after FOLDER
limit the pictures to these states.
"""

import argparse
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from marcoria.board.generate import made_for
from marcoria.board.profile import profiles
from marcoria.paths import ROOT
from marcoria.web.site import make

_DOCS = ROOT / "docs" / "pictures"
_SIZES = [(1280, 800), (1920, 1080), (390, 844), (844, 390), (768, 1024)]
_REST_MS = 300  # time in which a resized page comes to rest
_DRAWN_MS = 6000  # time in which the e-paper display draws its page
_WIDE, _PHONE = (1280, 800), (390, 844)
# For each picture of the page in docs/pictures: view, state, size of the window, colours.
_PICTURES: dict[str, tuple[str, str, tuple[int, int], str]] = {
    "page-play": ("play", "card-4", _WIDE, "light"),
    "page-night": ("workbench", "card-4", _WIDE, "dark"),
    "page-phone": ("play", "bid", _PHONE, "light"),
    "page-auction": ("play", "auction", _PHONE, "dark"),
    "page-refused": ("play", "refused", _PHONE, "light"),
    "page-melds": ("play", "meld-and-belote", _WIDE, "light"),
    "page-sheet": ("play", "score-explained", _WIDE, "light"),
    "page-deal": ("play", "study-card", _WIDE, "light"),
    "page-problem": ("play", "problem", _WIDE, "dark"),
    "page-lesson": ("play", "lesson-bid", _WIDE, "light"),
    "page-history": ("play", "history-match", _WIDE, "light"),
    "page-build": ("play", "build", _WIDE, "light"),
}
_QUALITY = 55  # a picture of the whole table has about 50 kB


def _find_modules() -> None:
    """Set up imports as pytest does for the tests."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        folders = tomllib.load(file)["tool"]["pytest"]["ini_options"]["pythonpath"]
    sys.path[:0] = [str(ROOT / folder) for folder in folders]
    from board_names import use_board_names

    use_board_names(made_for(profiles()[0]))


class Camera:
    """Browser that shows states of the page, each in a new profile, to take pictures."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    @contextmanager
    def at(self, view: str, state: Any) -> Iterator[Page]:
        """Open the page in a state, with the mouse out of the way."""
        from page_states import Visit

        profile = self.browser.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en"
        )
        profile.set_default_timeout(30_000)
        first = state.views[0]
        profile.add_init_script(f"localStorage['marcoria.view'] ??= '{first}'")
        with tempfile.TemporaryDirectory() as folder:
            visit = Visit(profile.new_page(), self.address, Path(folder))
            with visit.stack:
                state.enter(visit, view)
                visit.page.mouse.move(0, 0)
                yield visit.page
        profile.close()


def take(page: Page, size: tuple[int, int], scheme: Any, file: Path, quality: int) -> None:
    """Save a picture of the window as WebP."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)
    page.wait_for_timeout(_REST_MS)
    page.screenshot(path=file, type="webp", quality=quality)


def for_the_documents(camera: Camera, cases: dict[str, Any], folder: Path) -> None:
    """Take the pictures of the page for docs/pictures."""
    for name, (view, state, size, scheme) in _PICTURES.items():
        with camera.at(view, cases[f"{view}-{state}"]) as page:
            page.wait_for_timeout(_DRAWN_MS)
            take(page, size, scheme, folder / f"{name}.webp", _QUALITY)


def of_the_hub(browser: Browser, folder: Path) -> None:
    """Take the pictures of two pages of a hub: the page /wall, and the page of a deal."""
    from bar_evening import Bar

    with tempfile.TemporaryDirectory() as place:
        bar = Bar(Path(place))
        page = browser.new_page(locale="en")
        wall, deal = bar.paths()[0], bar.paths()[-1]
        for name, path, size in (("hub-wall", wall, (1920, 1080)), ("hub-deal", deal, _WIDE)):
            page.goto(bar.process.address + path)
            take(page, size, "light", folder / f"{name}.webp", _QUALITY)
        bar.process.kill()


def of_all(camera: Camera, cases: dict[str, Any], folder: Path) -> None:
    """Take pictures of all states in all windows."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, state in cases.items():
        with camera.at(name.partition("-")[0], state) as page:
            for width, height in _SIZES:
                for scheme in ("light", "dark"):
                    file = folder / f"{name}.{width}x{height}.{scheme}.webp"
                    take(page, (width, height), scheme, file, 80)


def main() -> None:
    """Take the pictures that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, help="folder for pictures of all states")
    parser.add_argument("states", nargs="*", help="with --all: states to save, such as play-bid")
    asked = parser.parse_args()
    _find_modules()
    from browsers import launch
    from page_states import cases
    from site_server import SiteServer

    states = {f"{view}-{state.name}": state for view, state in cases()}
    chosen = {name: states[name] for name in asked.states or states}
    with tempfile.TemporaryDirectory() as site, sync_playwright() as playwright:
        make(Path(site) / "web")
        server = SiteServer(Path(site) / "web")
        browser = launch(playwright)
        camera = Camera(browser, server.address)
        if asked.all:
            of_all(camera, chosen, asked.all)
        else:
            for_the_documents(camera, states, _DOCS)
            of_the_hub(browser, _DOCS)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
