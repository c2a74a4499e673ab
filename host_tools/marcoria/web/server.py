"""Web server of the virtual table, on this machine only.

If a server of the same files already runs at the port, no second server is started.
"""

import errno
import json
import os
import re
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from marcoria import __version__
from marcoria.errors import Exit, TableError
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
    ".webp": "image/webp",
    ".words": "text/plain; charset=utf-8",
}
_ANY_TYPE = "application/octet-stream"
_ANSWER_S = 5.0  # timeout for the whole answer of another server
_MOST_BYTES = 16_384
_LONGEST = 400  # maximum number of characters of a field in an answer
_TRIES = 40
_MOMENT_S = 0.05
_OK = re.compile(rb"HTTP/1\.[01] 200 ")


def address_of(port: int) -> str:
    """Return the address of the page at a port."""
    return f"http://{HOST}:{port}/"


class _Handler(BaseHTTPRequestHandler):
    """Handler of requests for the site's files; all other requests are refused."""

    server: "TableServer"
    timeout = 30  # seconds without progress after which a connection is dropped

    def parse_request(self) -> bool:
        """Parse a request and return whether it asks for a file; if not, answer with an error."""
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
        """Send a file, or the identity of the server.

        Redirect "localhost" to 127.0.0.1. A browser keeps separate storage for these addresses, so
        a match that was stored at one would be missing at the other.
        """
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

    do_HEAD = do_GET  # noqa: N815  # http.server's name

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
        """Log nothing, because nobody would read the log."""


class TableServer(ThreadingHTTPServer):
    """Web server that keeps the files of a site in memory; `files` has the contents by path."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = os.name == "posix"  # on Windows, two programs could share the port

    def __init__(self, files: Mapping[str, bytes], port: int) -> None:
        self.files = files
        build = fingerprint(files)
        self.tag = f'"{build}"'
        told = {"program": PROGRAM, "folder": str(ROOT), "version": __version__, "build": build}
        self.identity = json.dumps(told).encode()
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """Return the address to open in a browser."""
        return address_of(self.server_port)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore OSError, as when the browser has closed a connection; report all other errors."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


@dataclass(frozen=True)
class Identity:
    """Folder, version and build of a running server of this program."""

    folder: str
    version: str
    build: str


def start(files: Mapping[str, bytes], port: int) -> TableServer | Identity:
    """Return a new server of these files, or the identity of a server that already serves them.

    At port 0 use any free port. Raise TableError if the port cannot be used, for example because
    it is used by another program or by a server of other files. If the command is started twice at
    the same time, one start gets the port, and the other finds the server of the first.
    """
    for _ in range(_TRIES):
        heard = hear(port)
        if heard is not None:
            return _compare(identify(heard), files, port)
        try:
            return TableServer(files, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _unusable(port, error) from error
        time.sleep(_MOMENT_S)
    raise _foreign(port)


def hear(port: int) -> bytes | None:
    """Ask the program at a port of this machine for its identity.

    Return the bytes of its answer. Size and time are limited, and errors of the connection are
    ignored, so the answer may be incomplete or empty. Return None if no program listens there.
    """
    until = time.monotonic() + _ANSWER_S
    heard = bytearray()
    try:
        connection = socket.create_connection((HOST, port), timeout=_ANSWER_S)
    except TimeoutError:
        return b""
    except OSError:
        return None
    with connection, suppress(OSError):
        connection.sendall(f"GET {IDENTITY} HTTP/1.0\r\nHost: {HOST}:{port}\r\n\r\n".encode())
        while len(heard) < _MOST_BYTES and (left := until - time.monotonic()) > 0:
            connection.settimeout(left)
            if not (data := connection.recv(4096)):
                break
            heard += data
    return bytes(heard)


def identify(heard: bytes) -> Identity | None:
    """Return the identity in an answer, or None if the answer is not from this program."""
    head, _, body = heard.partition(b"\r\n\r\n")
    if not _OK.match(head):
        return None
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or told.get("program") != PROGRAM:
        return None
    fields = [told.get(name) for name in ("folder", "version", "build")]
    texts = [_shown(field) for field in fields if isinstance(field, str)]
    return Identity(*texts) if len(texts) == len(fields) else None


def _shown(text: str) -> str:
    """Return a text of another program, shortened and with unprintable characters replaced."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:_LONGEST])


def _compare(found: Identity | None, files: Mapping[str, bytes], port: int) -> Identity:
    """Return `found` if the server at the port serves these files; else raise TableError."""
    if found is None:
        raise _foreign(port)
    if found.build == fingerprint(files):
        return found
    whose = found.folder
    if whose == str(ROOT):
        whose = "an earlier state of this folder"
    told = (
        f"{address_of(port)} has the table of {whose} (Marcoria {found.version}): stop it with "
        "Ctrl-C where it runs and repeat the command, or choose another port with --port"
    )
    raise TableError("other-table", told, Exit.BUSY, folder=found.folder, version=found.version)


def _foreign(port: int) -> TableError:
    told = (
        f"another program uses port {port}: end that program, or choose another port with --port"
    )
    return TableError("busy-port", told, Exit.BUSY)


def _unusable(port: int, error: OSError) -> TableError:
    if error.errno == errno.EACCES:
        told = f"the system does not allow port {port}: choose one above 1023 with --port"
        return TableError("no-permission", told, Exit.PERMISSION)
    told = f"port {port} cannot be used ({error.strerror}): choose another one with --port"
    return TableError("busy-port", told, Exit.BUSY)
