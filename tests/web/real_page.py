"""Operate the page when it shows a real table; the table and its cable are simulated."""

from typing import Any

from playwright.sync_api import Page

from cable import Cable

# Collect what the worker sends: in `heard`, the latest data of each kind of event, and in
# `heard.all`, all records of the journal.
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
    """Page in a tab, and the simulated cable that connects the page to a table."""

    def __init__(self, page: Page, cable: Cable) -> None:
        self.page = page
        self.cable = cable
        page.add_init_script(_LISTENS)

    def open(self, address: str) -> None:
        """Open the page with its virtual table."""
        self.page.goto(address)
        self.page.wait_for_function("document.documentElement.dataset.ready !== undefined")

    def connect(self) -> None:
        """Connect the page to the real table, with the button in the dialog "New match"."""
        self.page.locator("#bar button.new-match").click()
        self.page.locator(".wooden button").click()
        self.until("heard.glance.real")

    def until(self, condition: str, argument: Any = None, limit_s: float = 30) -> None:
        """Wait until a JavaScript condition is true.

        The condition may use `heard`, the worker's latest data, and `wanted`, which is `argument`.
        """
        self.page.wait_for_function(
            f"(wanted) => {condition}", arg=argument, timeout=limit_s * 1000
        )

    def told(self) -> dict[str, Any]:
        """Return the latest state of the match that the worker has sent to the page."""
        found: dict[str, Any] = self.page.evaluate("heard.told")
        return found

    def glance(self) -> dict[str, Any]:
        """Return the latest visible state of the table, without the lights."""
        found: dict[str, Any] = self.page.evaluate("({...heard.glance, lights: null})")
        return found

    def help(self) -> str:
        """Return the help line below the table."""
        return self.page.locator("#help p").inner_text()

    def drawer(self) -> None:
        """Open the drawer (a panel beside the table) with the actions for a real table."""
        self.page.locator("#bar button.real").click()

    def press(self, name: str) -> None:
        """Press a button of the drawer."""
        self.page.locator("dialog.real-title").get_by_role("button", name=name, exact=True).click()
