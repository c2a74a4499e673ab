"""Accessibility audit of a page by axe-core."""

from functools import cache
from typing import Any

from playwright.sync_api import Page

from marcoria.paths import NODE_MODULES

_RUN = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"


@cache
def _axe() -> str:
    return (NODE_MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Return the accessibility violations of the page: a text for each rule and element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    return [_told(rule, node) for rule in page.evaluate(_RUN) for node in rule["nodes"]]


def _told(rule: dict[str, Any], node: dict[str, Any]) -> str:
    why = " ".join(node["failureSummary"].split())
    return f"{rule['id']} ({rule['impact']}), {rule['help']}: {node['target']}: {why}"
