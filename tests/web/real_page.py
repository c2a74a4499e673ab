"""The page with a real table at its cable."""

from typing import Any

from playwright.sync_api import Page

from cable import Cable

# What the worker says to the page, the latest of each kind.
_LISTENS = """
const heard = {};
window.heard = heard;
window.Worker = class extends Worker {
  constructor(...how) {
    super(...how);
    this.addEventListener("message", ({ data }) => {
      if (data.event) heard[data.event] = data.data;
      if (data.event === "happened") (heard.all ??= []).push(...data.data);
    });
  }
};
"""


class RealPage:
    """A tab, before anything is in it, and its cable."""

    def __init__(self, page: Page, cable: Cable) -> None:
        self.page = page
        self.cable = cable
        page.add_init_script(_LISTENS)

    def open(self, address: str) -> None:
        """The page with its own table."""
        self.page.goto(address)
        self.page.wait_for_function("document.documentElement.dataset.ready !== undefined")

    def connect(self) -> None:
        """Chooses the port."""
        self.page.locator("#bar button.new-match").click()
        self.page.locator(".wooden button").click()
        self.until("heard.glance.real")

    def until(self, condition: str, argument: Any = None, limit_s: float = 30) -> None:
        """Waits for something that the worker says."""
        self.page.wait_for_function(
            f"(wanted) => {condition}", arg=argument, timeout=limit_s * 1000
        )

    def told(self) -> dict[str, Any]:
        """What the table has told of the match."""
        found: dict[str, Any] = self.page.evaluate("heard.told")
        return found

    def glance(self) -> dict[str, Any]:
        """What lies on it."""
        found: dict[str, Any] = self.page.evaluate("({...heard.glance, lights: null})")
        return found

    def help(self) -> str:
        """The line below the table."""
        return self.page.locator("#help p").inner_text()

    def drawer(self) -> None:
        """Opens that of the director."""
        self.page.locator("#bar button.real").click()

    def press(self, name: str) -> None:
        """A button of the drawer."""
        self.page.locator("dialog.real-title").get_by_role("button", name=name, exact=True).click()
