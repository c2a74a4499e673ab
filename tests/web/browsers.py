"""Find and start the system's Chromium."""

import os
import shutil
from typing import Any

from playwright.sync_api import Browser, BrowserType, Playwright

# The Makefile looks for the same names, and installs the first if none is found.
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_QUIET = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WINDOWS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "across": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}


def find() -> str:
    """Return the path of Chromium. `make test` installs Chromium if it is missing."""
    found = [path for path in map(shutil.which, _NAMES) if path]
    if not found:
        raise FileNotFoundError("no Chromium on the path: run `make shells`")
    return found[0]


def launch(playwright: Playwright) -> Browser:
    """Start the browser without a window."""
    return launch_with(playwright.chromium)


def launch_with(chromium: BrowserType, *options: str) -> Browser:
    """Start the browser without a window, with these options besides the usual ones."""
    # Chromium's sandbox does not work as root.
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return chromium.launch(executable_path=find(), args=[*_QUIET, *root, *options])
