"""The panel "Build one" shows the costs and boards in hardware/, and offers the images that exist.

install.html offers these images too. In these tests one board has an image, and the other board
has none.
"""

import csv
import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import stock_images
from audit import violations
from marcoria.board.profile import load
from marcoria.flash.stock import look_through
from marcoria.flash.whole import build
from marcoria.paths import HARDWARE, PAGE_WORDS
from marcoria.web import construction
from marcoria.web.table_images import PageImage
from site_server import SiteServer

_MOST_BYTES = 150_000  # maximum size of the panel's code, facts, pictures and texts
_OPEN = """async () => {
  const { Build } = await import("./build.mjs");
  await new Build(null, document.body).open();
}"""
_IMPORTED = re.compile(r'^(?:import|export|\}) .*from "(\.\.?/[\w./]+)"', re.MULTILINE)
_SPEAK = 'async (language) => (await import("./words.mjs")).speak(language)'
_OVERFLOWS = """(size) => {
  const { style } = document.documentElement;
  style.fontSize = `${size}%`;
  const body = document.querySelector(".build-title .body");
  const found = body.scrollWidth > body.clientWidth;
  style.fontSize = "";
  return found;
}"""
_BLIND = "delete Navigator.prototype.serial"
_PARTS = ("table", "mat")


@pytest.fixture(scope="module")
def image() -> PageImage:
    board = load(profile="s3")
    stock = look_through(stock_images.stock(), "stock", board)
    return PageImage("s3", stock.version, build(stock, board).data)


@pytest.fixture(scope="module")
def server(
    site: Path, image: PageImage, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SiteServer]:
    """Serve the page's folder with an image for one board."""
    folder = tmp_path_factory.mktemp("with-image") / "web"
    shutil.copytree(site, folder)
    made = construction.files(construction.IN_THE_REPOSITORY, {"s3": image.facts})
    for path, data in {image.path: image.data, **made}.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(data)
    server = SiteServer(folder)
    yield server
    server.close()


def _panel(page: Page, server: SiteServer) -> Page:
    """Open the panel in install.html, because the page with the table starts more slowly."""
    page.goto(f"{server.address}install.html")
    page.locator("h1").wait_for()
    page.evaluate(_OPEN)
    return page


def _totals(name: str) -> list[str]:
    """Return the lowest and the highest total price in a parts list."""
    with (HARDWARE / name).open(encoding="utf-8") as file:
        return list(csv.reader(file))[-1][-2:]


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((HARDWARE / name).read_text(encoding="utf-8"))


def test_costs_and_boards_are_those_of_the_parts_lists(page: Page, server: SiteServer) -> None:
    panel = _panel(page, server).locator("dialog.build-title")
    shown = panel.locator("tr[data-list=all] td").all_inner_texts()
    totals = [_totals("bom-s3.csv"), _totals("bom-mat.csv")]
    assert [re.findall(r"\d+", text) for text in shown] == totals
    bodies = [panel.locator(f"[data-body={body}] .price").inner_text() for body in _PARTS]
    assert [re.findall(r"\d+", text) for text in bodies] == totals
    assert "estimate" in panel.inner_text().lower() and "November 2026" in panel.inner_text()
    parts, profiles = _toml("parts.toml"), _toml("board.toml")["profile"]
    names = [parts[name]["what"] for name in ("ESP32-S3-DevKitC-1", "ESP32-DevKitC-VE")]
    assert panel.locator(".board h4").all_inner_texts() == names
    link = panel.locator("[data-board=wrover] ol a").first
    assert profiles["wrover"]["image"] in str(link.get_attribute("href"))
    sizes = "all => all.map(one => one.naturalWidth)"
    page.wait_for_function("[...document.images].every((one) => one.complete)")
    assert all(page.locator("img").evaluate_all(sizes))
    assert all(page.locator("img").evaluate_all("all => all.map(one => one.alt)"))


def test_a_board_has_an_image_or_the_way_to_one(
    page: Page, server: SiteServer, image: PageImage
) -> None:
    _panel(page, server)
    s3, wrover = (page.locator(f"[data-board={name}]") for name in ("s3", "wrover"))
    assert image.facts["sha256"] in s3.inner_text()
    assert s3.get_by_text("Write it to the board").get_attribute("href") == "install.html#s3"
    assert s3.locator("a[download]").get_attribute("href") == image.path
    assert not wrover.locator("a[download]").count()
    assert "marcoria image --profile wrover --micropython FILE.bin" in wrover.inner_text()
    assert "SPIRAM" in wrover.inner_text()


def test_a_browser_without_ports_offers_the_file_only(page: Page, server: SiteServer) -> None:
    page.add_init_script(_BLIND)
    panel = _panel(page, server).locator("dialog.build-title")
    assert "This browser cannot reach a USB cable" in panel.inner_text()
    assert not panel.get_by_text("Write it to the board").count()
    assert panel.locator("[data-board=s3] a[download]").count() == 1


def test_without_its_facts_the_panel_says_what_to_do(
    page: Page, server: SiteServer, watches: list[Any]
) -> None:
    for watch in watches:
        watch.forgive("ERR_FAILED|failed")
    page.route("**/facts.json", lambda route: route.abort())
    _panel(page, server)
    assert "Connect to the network" in page.locator("dialog.build-title .trouble").inner_text()


@pytest.mark.parametrize("window", ["phone"])
def test_the_panel_fits_on_a_phone_and_on_two_sheets(page: Page, server: SiteServer) -> None:
    panel = _panel(page, server).locator("dialog.build-title")
    assert not violations(page)
    wide = []
    for language in ("en", "it", "es", "bg", "fr"):
        page.evaluate(_SPEAK, language)
        wide += [f"{size}, {language}" for size in (100, 200) if page.evaluate(_OVERFLOWS, size)]
    assert not wide
    # The panel is in French now, and the French text is the longest.
    sheets = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 2
    assert panel.get_by_role("heading", name="En construire une").is_visible()


def test_no_module_of_the_table_needs_the_panel(site: Path) -> None:
    waiting, seen = [site / "main.mjs"], set[Path]()
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            text = file.read_text(encoding="utf-8")
            waiting += [(file.parent / name).resolve() for name in _IMPORTED.findall(text)]
    names = {file.name for file in seen}
    assert {"panels.mjs", "bar.mjs", "figures.mjs"} <= names
    assert not [name for name in names if name.startswith("build")]
    assert "build" not in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.soak
def test_the_bar_loads_the_panel_when_it_is_opened(page: Page, server: SiteServer) -> None:
    asked: list[str] = []
    # The service worker loads all files for offline use; its requests are not those of the page.
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.address)))
    page.goto(server.address)
    button = page.locator("#bar button.build")
    button.wait_for()
    page.wait_for_load_state()
    own = re.compile(r"build[._]|construction/")
    assert not list(filter(own.match, asked))
    button.click()
    page.locator("dialog.build-title table").wait_for()
    assert list(filter(own.match, asked))
    page.keyboard.press("Escape")
    assert button.evaluate("(one) => one === document.activeElement")


def test_the_panel_is_small(site: Path) -> None:
    files = [*site.glob("build*"), *(site / "construction").iterdir()]
    words = (PAGE_WORDS / "bg.words").read_text(encoding="utf-8")
    own = "".join(line for line in words.splitlines() if line.startswith("build-"))
    assert len(files) == 8
    assert sum(file.stat().st_size for file in files) + len(own.encode()) < _MOST_BYTES


def test_the_image_beside_the_page_is_offered(
    page: Page, server: SiteServer, image: PageImage
) -> None:
    page.goto(f"{server.address}install.html#s3")
    page.locator("esp-web-install-button").wait_for()
    assert page.get_by_label("ESP32-S3-DevKitC-1 N16R8").is_checked()
    manifest = page.locator("esp-web-install-button").get_attribute("manifest")
    told = page.evaluate("async (address) => (await fetch(address)).json()", manifest)
    (made,) = told["builds"]
    assert (made["chipFamily"], made["parts"][0]["offset"]) == ("ESP32-S3", 0)
    size = "async (address) => (await (await fetch(address)).arrayBuffer()).byteLength"
    assert page.evaluate(size, made["parts"][0]["path"]) == len(image.data)


def test_a_damaged_image_is_not_offered(page: Page, server: SiteServer, image: PageImage) -> None:
    page.route("**/images/*", lambda route: route.fulfill(body=image.data[:-1] + b"\0"))
    page.goto(f"{server.address}install.html#s3")
    page.get_by_text("table-s3.bin did not arrive completely").wait_for()
    assert not page.locator("esp-web-install-button").count()


def test_figures_in_sentences_stand_in_the_guide() -> None:
    guide = " ".join((HARDWARE / "buy.md").read_text(encoding="utf-8").replace("\n>", "").split())
    for file in PAGE_WORDS.glob("*.words"):
        (line,) = re.findall(r"^build-proved-reader: (.*)$", file.read_text("utf-8"), re.MULTILINE)
        assert "70 mm" in line and "at 70 mm" in guide


def test_links_to_the_guide_lead_to_pages_and_headings_that_exist(site: Path) -> None:
    facts = json.loads((site / construction.FACTS).read_text(encoding="utf-8"))
    for address in facts["guide"].values():
        path, _, anchor = address.partition("/blob/main/")[2].partition("#")
        text = (HARDWARE.parent / path).read_text(encoding="utf-8")
        heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        assert not anchor or anchor in [head.lower().replace(" ", "-") for head in heads]
