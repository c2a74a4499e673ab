"""Watches a page: whatever it complains of, and what it asks others than its own server for."""

import re

from playwright.sync_api import ConsoleMessage, Page, Request, Response

# What a browser makes itself, from bytes that are there.
_OWN = ("blob:", "data:", "about:")
# A page that is left takes its requests back; that is no failure.
_LEFT = "net::ERR_ABORTED"


class Watch:
    """What is wrong with a page, in words; `forgive` is for a test that breaks something."""

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
        """Complaints that match are expected."""
        self._forgiven.append(pattern)

    @property
    def problems(self) -> list[str]:
        """All others, those included that are under way."""
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
            self._found.append(f"asks somebody else: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != _LEFT:
            self._found.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._found.append(f"{response.status}: {response.url}")
