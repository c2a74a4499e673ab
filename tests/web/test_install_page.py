"""install.html flashes a chip from the browser with esp-web-tools.

Web Serial is simulated. The chip is the mock chip that the tests in tests/flash use too.
"""

import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

import stock_images
from audit import violations
from cable import Cable
from marcoria.board.profile import load
from marcoria.flash.stock import look_through
from marcoria.flash.whole import TableImage, build
from page_watch import Watch
from plugged import Module
from site_server import SiteServer

_LIMIT_MS = 60_000
_CHIPS = {"esp32s3": ("s3", stock_images.stock), "esp32": ("wrover", stock_images.wrover)}
_SAYS = """(told) => document.querySelector("ewt-install-dialog").shadowRoot
  .querySelector("ewt-page-message")?.shadowRoot.textContent.includes(told)"""
# esptool-js waits 0.2 s for a chip's answer when the chip starts the code that was loaded into it.
# The mock chip may need more time on a busy machine, so the page's clock runs 16 times slower.
_SLOW_CLOCK = """(() => {
  const now = Date.now;
  const begun = now();
  Date.now = () => begun + (now() - begun) / 16;
})()"""
_OLD = b"an older program"
_KEPT = b"the journal of a table that has played"


@pytest.fixture
def cable(page: Page) -> Iterator[Cable]:
    cable = Cable(page)
    yield cable
    cable.close()


@pytest.fixture
def module(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Module]:
    module = Module(tmp_path, getattr(request, "param", "esp32s3"))
    yield module
    module.unplug()


def _image(chip: str) -> TableImage:
    profile, stock = _CHIPS[chip]
    board = load(profile=profile)
    return build(look_through(stock(), "stock", board), board)


def _choose(page: Page, server: SiteServer, name: str, data: bytes) -> None:
    page.goto(f"{server.address}install.html")
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def _press(page: Page, *names: str) -> None:
    for name in names:
        page.locator("ewt-install-dialog").get_by_text(name, exact=True).last.click()


def _await(page: Page, told: str) -> None:
    """Wait for a final message of esp-web-tools.

    The message's text is directly in a shadow root, not in an element there.
    """
    page.wait_for_function(_SAYS, arg=told, timeout=_LIMIT_MS)


@pytest.mark.parametrize(
    "module", ["esp32s3", pytest.param("esp32", marks=pytest.mark.soak)], indirect=True
)
def test_the_image_is_on_the_chip_byte_for_byte(
    page: Page, server: SiteServer, cable: Cable, module: Module
) -> None:
    image = _image(module.options["chip"])
    end = image.begins + len(image.data)
    module.write(image.begins, _OLD)
    module.write(end, _KEPT)
    before = module.file.read_bytes()
    cable.plug(module.plug())
    page.add_init_script(_SLOW_CLOCK)
    _choose(page, server, "table.bin", image.data)
    page.locator("esp-web-install-button button.main").click()
    # The checkbox "Erase device" stays unticked.
    _press(page, "Install Marcoria", "Next", "Install")
    _await(page, "Installation complete!")
    after = module.file.read_bytes()
    assert after[image.begins : end] == image.data
    assert after[: image.begins] + after[end:] == before[: image.begins] + before[end:]
    assert after[end:].startswith(_KEPT)
    # At the end, esp-web-tools resets the chip with RTS alone.
    assert {"requestToSend": True} in cable.signals


@pytest.mark.soak
def test_a_chip_that_does_not_answer_is_reported(
    page: Page, server: SiteServer, cable: Cable, watches: list[Watch]
) -> None:
    for watch in watches:
        watch.forgive("Failed to connect with the device")
        # 0.1 s after the failure, esp-web-tools opens the port again, even if the port is open.
        watch.forgive("The port is already open")
    silent, port = pty.openpty()
    cable.plug(os.ttyname(port))
    _choose(page, server, "table.bin", _image("esp32s3").data)
    page.locator("esp-web-install-button button.main").click()
    _press(page, "Install Marcoria", "Next", "Install")
    _await(page, "Failed to initialize.")
    os.close(silent)
    os.close(port)


@pytest.mark.soak
@pytest.mark.parametrize("data", [b"", b"\xe9" * 70_000, stock_images.stock()])
def test_a_file_that_is_no_table_image_is_not_offered(
    page: Page, server: SiteServer, cable: Cable, data: bytes
) -> None:
    _choose(page, server, "other.bin", data)
    page.get_by_text("other.bin is not an image of Marcoria").wait_for()
    assert not page.locator("esp-web-install-button").count()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("language", "scheme"),
    [("en", "dark"), ("it", "light"), ("fr", "dark"), ("es", "light"), ("bg", "dark")],
)
def test_the_page_passes_the_accessibility_audit(
    page: Page, server: SiteServer, cable: Cable
) -> None:
    _choose(page, server, "table.bin", _image("esp32s3").data[:0x10000])
    page.locator("esp-web-install-button").wait_for()
    assert not violations(page)


def test_a_browser_without_ports_says_so(page: Page, server: SiteServer) -> None:
    page.add_init_script("delete Navigator.prototype.serial")
    page.goto(f"{server.address}install.html")
    page.get_by_text("This browser cannot reach a USB cable").wait_for()


def test_the_main_page_never_loads_the_install_tools(page: Page, server: SiteServer) -> None:
    before = len(server.asked)
    page.goto(server.address)
    page.wait_for_function("document.documentElement.dataset.ready !== undefined")
    page.wait_for_timeout(500)
    assert not [one for one in server.asked[before:] if "esp-web-tools" in one]
