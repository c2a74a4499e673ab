"""The test tools `Watch` and `violations` notice each kind of problem in a page."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from audit import violations
from page_watch import Watch
from site_server import SiteServer

_PAGE = """<!doctype html>
<html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head>
<body><main><h1>A page</h1>%s</main><script type="module">
try { %s } finally { document.documentElement.dataset.ready = "yes"; }
</script></body></html>"""
Visit = Callable[..., tuple[Page, Watch]]


@pytest.fixture
def visit(chromium: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Return a function that opens a page with a script and a body, and watches it."""
    server = SiteServer(tmp_path)
    context = chromium.new_context()

    def visited(script: str = "", body: str = "") -> tuple[Page, Watch]:
        (tmp_path / "index.html").write_text(_PAGE % (body, script), encoding="utf-8")
        page = context.new_page()
        watch = Watch(page, server.address)
        page.goto(server.address)
        page.wait_for_function("document.documentElement.dataset.ready")
        return page, watch

    yield visited
    context.close()
    server.close()


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ('console.error("one")', "console: one"),
        ('throw new Error("two")', "error: two"),
        ('await fetch("three")', "404: .*/some/bar/three"),
        ('await fetch("/four")', "asks another server: .*/four"),
        ('await fetch("http://127.0.0.1:9/five").catch(() => {})', "asks another server: .*five"),
        ('new Worker("six.mjs"); await new Promise((f) => setTimeout(f, 300))', "404: .*/six.mjs"),
        (
            'new Worker("data:,throw 7"); await new Promise((f) => setTimeout(f, 300))',
            "error: 7",
        ),
    ],
)
def test_a_complaint_of_the_page_is_noticed(visit: Visit, script: str, problem: str) -> None:
    _, watch = visit(script)
    assert any(re.search(problem, one) for one in watch.problems), watch.problems
    watch.forgive("")
    assert not watch.problems


def test_a_quiet_page_is_no_problem(visit: Visit) -> None:
    page, watch = visit('console.log("nothing")')
    assert not watch.problems and not violations(page)


def test_an_accessibility_violation_is_reported_in_words(visit: Visit) -> None:
    page, _ = visit(body='<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">')
    (told,) = violations(page)
    assert told.startswith("image-alt (critical), Images must have alternative text: ['img']")
