"""Serve the page's folder to this computer, as any web host would, but not at the root path."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

# The folder is not at the root, so that a path such as /main.mjs finds nothing: the page must use
# relative paths only.
_BELOW = "/some/bar/"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".words": "text/plain; charset=utf-8",
    "": "application/octet-stream",
}


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = _TYPES
    server: "SiteServer"

    def do_GET(self) -> None:
        """Serve a file of the folder; answer 404 if the path does not begin with `_BELOW`."""
        path = self.path.partition("?")[0]
        self.server.asked.append(path.removeprefix(_BELOW))
        if not path.startswith(_BELOW):
            self.send_error(404)
            return
        self.path = "/" + path.removeprefix(_BELOW)
        self.server.is_answering.wait()
        with suppress(ConnectionError):  # the browser may close a page that is still loading
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        """Log nothing, because a failing test names the request."""


class SiteServer(ThreadingHTTPServer):
    """HTTP server of `folder`. The server runs in a thread until it is closed.

    `asked` has the paths of all requests so far, relative to the folder where possible.
    """

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
        self.asked: list[str] = []
        self.is_answering = threading.Event()
        self.is_answering.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Return the address of the page."""
        return f"http://127.0.0.1:{self.server_port}{_BELOW}"

    def close(self) -> None:
        """Stop the server."""
        self.shutdown()
        self.server_close()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Leave all requests unanswered until the end of a `with` block."""
        self.is_answering.clear()
        try:
            yield
        finally:
            self.is_answering.set()
