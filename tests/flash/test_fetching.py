"""Fetching MicroPython by HTTP, from a server on this computer."""

import hashlib
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import stock_images
from marcoria.board.profile import load
from marcoria.cli import main
from marcoria.errors import Exit, TableError
from marcoria.flash import download

_STOCK = stock_images.stock()
_HASH = hashlib.sha256(_STOCK).hexdigest()


class _Server(BaseHTTPRequestHandler):
    """Handler of HTTP requests; the path chooses what is wrong with the answer, if anything."""

    def do_GET(self) -> None:
        if self.path == "/gone":
            self.send_error(404)
            return
        data = _STOCK if self.path != "/other" else stock_images.stock(version="v1.28.0")
        self.send_response(200)
        if self.path != "/endless":
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.path == "/short":
            data = data[:-100]
        self.wfile.write(data)
        while self.path == "/endless":
            self.wfile.write(b"\xff" * 100)
            time.sleep(0.05)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Server) as serving:
        serving.daemon_threads = True
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


def _run(url: str, sha256: str, image: Path) -> int:
    return main(["image", "--micropython", url, "--sha256", sha256, "-o", str(image)])


def test_a_download_with_the_right_hash_is_used(server: str, tmp_path: Path) -> None:
    assert _run(f"{server}/right", _HASH.upper(), tmp_path / "fetched.bin") == 0
    (tmp_path / "stock.bin").write_bytes(_STOCK)
    assert _run(str(tmp_path / "stock.bin"), _HASH, tmp_path / "given.bin") == 0
    assert (tmp_path / "fetched.bin").read_bytes() == (tmp_path / "given.bin").read_bytes()


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/other", Exit.UNVERIFIED, "has another hash ("),
        ("/short", Exit.NETWORK, f"of {len(_STOCK)} bytes came; fetch it with a browser"),
        ("/gone", Exit.NETWORK, "the server says 404 Not Found; fetch it with a browser"),
    ],
)
def test_incomplete_or_wrong_downloads_are_refused(
    path: str,
    status: int,
    said: str,
    server: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    image = tmp_path / "table.bin"
    assert _run(server + path, _HASH, image) == status
    assert said in capsys.readouterr().err and not image.exists()


def test_an_endless_download_is_given_up(server: str) -> None:
    with pytest.raises(TableError, match=r"it took more than 0.3 s; fetch it with a browser"):
        download.open_given(f"{server}/endless", _HASH, load(), longest_s=0.3)


def test_a_download_without_a_server_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert _run("http://127.0.0.1:9/x", _HASH, tmp_path / "t") == Exit.NETWORK
    assert "cannot fetch http://127.0.0.1:9/x: " in capsys.readouterr().err


@pytest.mark.parametrize("sha256", ["", "12ab", "g" * 64])
def test_an_address_needs_a_hash(
    sha256: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert _run("http://127.0.0.1:9/x", sha256, tmp_path / "t") == Exit.USAGE
    assert "--sha256" in capsys.readouterr().err
