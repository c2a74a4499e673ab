"""The virtual table at an address of this machine, for this machine alone."""

import json
import os
import sys
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from marcoria import __version__
from marcoria.paths import ROOT
from marcoria.web.site import fingerprint

HOST = "127.0.0.1"
PROGRAM, IDENTITY = "marcoria", "/marcoria.json"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".words": "text/plain; charset=utf-8",
}
_ANY_TYPE = "application/octet-stream"


def address_of(port: int) -> str:
    """Return the address of the page at a port, always spelt the same."""
    return f"http://{HOST}:{port}/"


class _Handler(BaseHTTPRequestHandler):
    """Answers with a file of the site, and refuses all else in a line."""

    server: "Serving"
    timeout = 30  # seconds for a request that does not come to an end

    def parse_request(self) -> bool:
        """Refuse what asks for no file."""
        if not super().parse_request():
            return False
        if self.command not in ("GET", "HEAD"):
            self._answer(HTTPStatus.METHOD_NOT_ALLOWED, Allow="GET, HEAD")
            return False
        if not self.path.startswith("/"):
            self._answer(HTTPStatus.BAD_REQUEST)
            return False
        return True

    def do_GET(self) -> None:
        """Send a file, or, of our own address spelt otherwise, the usual spelling: a browser would
        keep another match there."""
        host = self.headers.get("Host")
        port = self.server.server_port
        path = unquote(self.path.partition("?")[0])
        if host == f"localhost:{port}":
            where = address_of(port).removesuffix("/") + self.path
            self._answer(HTTPStatus.TEMPORARY_REDIRECT, Location=where)
        elif path == IDENTITY and host == f"{HOST}:{port}":
            self._send(".json", self.server.identity)
        else:
            self._send_file(path.removeprefix("/") or "index.html")

    do_HEAD = do_GET  # noqa: N815  # as http.server names them

    def _send_file(self, path: str) -> None:
        data = self.server.files.get(path)
        tag = self.server.tag
        if data is None:
            self._answer(HTTPStatus.NOT_FOUND)
        elif self.headers.get("If-None-Match") == tag:
            self._answer(HTTPStatus.NOT_MODIFIED, ETag=tag)
        else:
            self._send(PurePosixPath(path).suffix, data, ETag=tag)

    def _send(self, suffix: str, data: bytes, **headers: str) -> None:
        headers["Content-Type"] = _TYPES.get(suffix, _ANY_TYPE)
        self._answer(HTTPStatus.OK, data, **headers)

    def _answer(self, status: HTTPStatus, data: bytes = b"", **headers: str) -> None:
        if status >= HTTPStatus.BAD_REQUEST:
            data = f"{status} {status.phrase}\n".encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Log nothing: nobody reads it."""


class Serving(ThreadingHTTPServer):
    """A server of the files of a site, which it holds: whatever becomes of the folder they came
    from, they stay the same. `serve_forever` until Ctrl-C; `address` is where."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = os.name == "posix"  # elsewhere two programs would have the port

    def __init__(self, files: Mapping[str, bytes], port: int) -> None:
        self.files = files
        build = fingerprint(files)
        self.tag = f'"{build}"'
        told = {"program": PROGRAM, "folder": str(ROOT), "version": __version__, "build": build}
        self.identity = json.dumps(told).encode()
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """The address that a browser is to open."""
        return address_of(self.server_port)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that has gone away in the midst of an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)
