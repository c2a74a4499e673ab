"""A visit of the page, measured by page_watch.js and by Chromium's data on threads and memory."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator

from browsers import WINDOWS
from inspector import Inspector
from page_hand import Mouse

_WATCH = Path(__file__).with_name("page_watch.js").read_text(encoding="utf-8")
_THREAD = "DedicatedWorker"
_MOMENT_MS = 20
_KEPT = "navigator.serviceWorker.ready.then(({active}) => active.state === 'activated')"
_BYTES = """async () => {
  let bytes = 0;
  for (const name of await caches.keys())
    for (const answer of await (await caches.open(name)).matchAll())
      bytes += (await answer.arrayBuffer()).byteLength;
  return bytes;
}"""
_CLICK_MS = 100  # ms between pressing and releasing the button

# The two views of the page: a new visitor sees Play; the workbench has all keys and all speeds.
PLAY, WORKBENCH = "play", "workbench"


@contextmanager
def profile(browser: Browser, view: str, **options: Any) -> Iterator[BrowserContext]:
    """Yield a fresh browser profile in which the page shows this view."""
    profile = browser.new_context(**WINDOWS["wide"], locale="en", **options)
    profile.add_init_script(_WATCH)
    profile.add_init_script(f"try {{ localStorage['marcoria.view'] = '{view}' }} catch {{}}")
    yield profile
    profile.close()


class _Person(Mouse):  # type: ignore[misc]
    """Mouse that clicks no faster than people do."""

    def activate(self, button: Locator) -> bool:
        return bool(self._while_there(button, partial(button.click, delay=_CLICK_MS)))


class Visit:
    """A visit of the page at `address`, which may have options of a match.

    A new visit waits until the page is playable. `hand` moves the mouse.
    """

    def __init__(self, profile: BrowserContext, address: str) -> None:
        self._page = profile.new_page()
        self._page.goto(address)
        self.inspector = Inspector(self._page)
        self.hand = _Person(self._page)
        self.until("watch.playable")
        self.playable = float(self.watch("playable"))  # ms from opening the page

    def close(self) -> None:
        """Close the page."""
        self._page.close()

    def watch(self, name: str) -> Any:
        """Return a value of page_watch.js."""
        return self._page.evaluate(f"watch.{name}")

    def until(self, condition: str) -> None:
        """Wait without a time limit until `condition`, a JavaScript expression, is true."""
        self._page.wait_for_function(condition, timeout=0, polling=_MOMENT_MS)

    def rest(self, seconds: float) -> None:
        """Wait for some seconds."""
        self._page.wait_for_timeout(seconds * 1000)

    def kept(self) -> int:
        """Wait until the page is cached for offline use; return the bytes of the cache."""
        self.until(_KEPT)
        return int(self._page.evaluate(_BYTES))

    def longest_task(self) -> float:
        """Return the page thread's longest task in ms since the page became playable.

        Return 0 if all were shorter than 50 ms, because Chromium does not report such tasks.
        """
        tasks = self.watch("tasks")
        return max((ms for began, ms in tasks if began > self.playable), default=0.0)

    def worker_seconds(self) -> float:
        """Return the processor seconds that the worker has used so far."""
        return sum(_seconds(task) for task in self._threads())

    def _threads(self) -> list[Path]:
        browser = self._page.context.browser
        assert browser is not None
        session = browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        tasks = [task for one in processes for task in Path(f"/proc/{one['id']}/task").iterdir()]
        return [task for task in tasks if (task / "comm").read_text().startswith(_THREAD)]


def _seconds(task: Path) -> float:
    """Return the user and system time of a thread in seconds."""
    fields = (task / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
