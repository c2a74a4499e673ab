"""Blocks of commands in README, CONTRIBUTING, docs and hardware."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from marcoria.paths import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "hardware").glob("*.md")),
]
_FENCE = re.compile(r"(?:<!-- not run: (.*?) -->\n)?```(\w*)\n(.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    """A fenced block of a page; `reason` says why it cannot be run, or is empty."""

    page: str
    language: str
    lines: list[str]
    reason: str


def blocks(page: Path) -> Iterator[Block]:
    """Yield all fenced blocks of a page."""
    for reason, language, text in _FENCE.findall(page.read_text("utf-8")):
        yield Block(page.relative_to(ROOT).as_posix(), language, text.splitlines(), reason)


def commands() -> dict[str, list[str]]:
    """Return the command lines of each page, by its path; leave out blocks that cannot be run."""
    typed: dict[str, list[str]] = {}
    for page in PAGES:
        for block in blocks(page):
            if block.language == "sh" and not block.reason:
                typed.setdefault(block.page, []).extend(block.lines)
    return typed
