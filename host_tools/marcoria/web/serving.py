"""The page's folder on this machine's own address, for this machine alone."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from os.path import splitext
from pathlib import Path

from marcoria.errors import Exit, TableError

_HOST = "127.0.0.1"
_TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".words": "text/plain; charset=utf-8",
    ".pack": "application/octet-stream",
}


class _Handler(SimpleHTTPRequestHandler):
    """Quiet, and never older than the folder."""

    def guess_type(self, path: str | PathLike[str]) -> str:
        return _TYPES.get(splitext(path)[1]) or super().guess_type(path)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Serving(ThreadingHTTPServer):
    """`serve_forever` until somebody has enough; `address` is where."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        try:
            super().__init__((_HOST, port), partial(_Handler, directory=str(folder)))
        except (OSError, OverflowError) as error:
            told = f"port {port} cannot be used ({error}): say another one with --port"
            raise TableError("busy-port", told, Exit.BUSY) from error

    @property
    def address(self) -> str:
        """What a browser is to open."""
        return f"http://{_HOST}:{self.server_address[1]}/"
