"""Watch a page for errors and warnings of the browser, and for requests to other servers."""

import re

from playwright.sync_api import ConsoleMessage, Page, Request, Response

# Schemes of addresses whose bytes are already in the browser.
_OWN = ("blob:", "data:", "about:")
# Error of a request that was cancelled when the page was left; it is no problem.
_LEFT = "net::ERR_ABORTED"


class Watch:
    """Recorder of a page's problems, as texts.

    A request to an address that does not begin with `address` is a problem too. A test calls
    `forgive` for the problems that the test itself causes.
    """

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._address = address
        self._forgiven: list[str] = []
        self._found: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._found.append(f"error: {error}"))
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def forgive(self, pattern: str) -> None:
        """Ignore problems that match this regular expression."""
        self._forgiven.append(pattern)

    @property
    def problems(self) -> list[str]:
        """Return the problems that were not forgiven, after handling all waiting events."""
        if not self._page.is_closed():
            self._page.wait_for_timeout(1)
        return [
            problem
            for problem in self._found
            if not any(re.search(pattern, problem) for pattern in self._forgiven)
        ]

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            self._found.append(f"console: {message.text} ({where})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._address, *_OWN)):
            self._found.append(f"asks another server: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != _LEFT:
            self._found.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._found.append(f"{response.status}: {response.url}")
