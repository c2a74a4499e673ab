"""The virtual table at an address of this machine, for this machine alone.

A server is started unless its port is another program's, or it runs there already.
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
    ".words": "text/plain; charset=utf-8",
}
_ANY_TYPE = "application/octet-stream"
_ANSWER_S = 5.0  # for a whole answer, however slowly it comes
_MOST_BYTES = 16_384
_LONGEST = 400  # letters of a field
_TRIES = 40
_MOMENT_S = 0.05
_OK = re.compile(rb"HTTP/1\.[01] 200 ")


def address_of(port: int) -> str:
    """Return the address of the page at a port, always spelt the same."""
    return f"http://{HOST}:{port}/"


class _Handler(BaseHTTPRequestHandler):
    """Answers with a file of the site, and refuses all else in a line."""

    server: "TableServer"
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


class TableServer(ThreadingHTTPServer):
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
        """Return the address that a browser is to open."""
        return address_of(self.server_port)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that has gone away in the midst of an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


@dataclass(frozen=True)
class Identity:
    """The folder, the version and the build of a server of ours."""

    folder: str
    version: str
    build: str


def start(files: Mapping[str, bytes], port: int) -> TableServer | Identity:
    """Return a server of these files, or who serves the same ones at that port already. Refuse, in
    a sentence, a port that has anything else. Of two starts at the same moment one gets the port,
    and the other finds its server."""
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
    """Ask the program at a port of this machine for the identity of ours. Return what it answers:
    as much as an answer of ours may have, within seconds; None if no program listens there."""
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
    """Return who has given this answer; None if it is no server of ours."""
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
    """Return what a terminal may show of a text of others."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:_LONGEST])


def _compare(found: Identity | None, files: Mapping[str, bytes], port: int) -> Identity:
    """Return who serves the same files; refuse a port that has others."""
    if found is None:
        raise _foreign(port)
    if found.build == fingerprint(files):
        return found
    whose = found.folder
    if whose == str(ROOT):
        whose = "this folder as it was before something in it was changed"
    told = (
        f"{address_of(port)} has the table of {whose} (Marcoria {found.version}): stop that with "
        "Ctrl-C where it runs and say the same again, or choose another port with --port"
    )
    raise TableError("other-table", told, Exit.BUSY, folder=found.folder, version=found.version)


def _foreign(port: int) -> TableError:
    told = f"another program uses port {port}: end that, or choose another port with --port"
    return TableError("busy-port", told, Exit.BUSY)


def _unusable(port: int, error: OSError) -> TableError:
    if error.errno == errno.EACCES:
        told = f"the system does not give you port {port}: choose one above 1023 with --port"
        return TableError("no-permission", told, Exit.PERMISSION)
    told = f"port {port} cannot be used ({error.strerror}): choose another one with --port"
    return TableError("busy-port", told, Exit.BUSY)
