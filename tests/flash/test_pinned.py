"""The default stock image: one download, here from a local server, and a check of its hash."""

import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

import stock_images
from marcoria.cli import main
from marcoria.errors import Exit
from marcoria.flash import download
from marcoria.flash.partitions import PROGRAM
from plugged import Module

_STOCK = stock_images.stock()
_HASH = hashlib.sha256(_STOCK).hexdigest()
_OTHER = stock_images.stock(version="v1.28.0")
_NAME = "STOCK-v1.27.0.bin"

Pin = Callable[..., None]
Image = Callable[..., tuple[int, str]]


class _Server(BaseHTTPRequestHandler):
    """Handler of HTTP requests.

    The first folder of a request's path chooses what is wrong with the answer. For "right" the
    answer is the stock image.
    """

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        how = self.path.split("/")[1]
        if how == "moved":
            self.send_response(302)
            self.send_header("Location", f"/right/{_NAME}")
            self.end_headers()
            return
        if how == "circle":
            self.send_response(302)
            self.send_header("Location", self.path)
            self.end_headers()
            return
        if how == "gone":
            self.send_error(404)
            return
        if how == "rude":
            self.wfile.write(b"what do you want?\n")
            return
        data = _OTHER if how == "other" else b"<html>" * 99 if how == "page" else _STOCK
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[:-100] if how in ("short", "silent") else data)
        if how == "silent":
            self.wfile.flush()
            threading.Event().wait(3)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    _Server.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), _Server) as serving:
        serving.daemon_threads = True
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


@pytest.fixture
def pin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pin:
    """Return a function that writes `images.toml`, the file of addresses and hashes.

    Downloads stay in the test's folder.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(download, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(download, "IMAGES", tmp_path / "images.toml")

    def written(folder: str, sha256: str = _HASH) -> None:
        row = f'[s3]\naddress = "{folder}/{_NAME}"\nsha256 = "{sha256}"\n'
        (tmp_path / "images.toml").write_text(row, "utf-8")

    return written


@pytest.fixture
def image(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Image:
    """Return a function that runs `marcoria image` and returns exit status and error output."""

    def made(*typed: str) -> tuple[int, str]:
        status = main(["image", "-o", str(tmp_path / "table.bin"), *typed])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return status, told.err

    return made


def _cached(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "marcoria" / "micropython" / _NAME


def _offline() -> str:
    """Return an address at which no server listens."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return f"http://127.0.0.1:{door.getsockname()[1]}"


def test_the_stock_image_is_fetched_once_and_verified_each_time(
    server: str, pin: Pin, image: Image, tmp_path: Path
) -> None:
    pin(f"{server}/right")
    assert image() == (0, "") and _cached(tmp_path).read_bytes() == _STOCK
    made = (tmp_path / "table.bin").read_bytes()
    (tmp_path / "stock.bin").write_bytes(_STOCK)
    assert image("--micropython", str(tmp_path / "stock.bin"))[0] == 0
    assert (tmp_path / "table.bin").read_bytes() == made
    pin(f"{_offline()}/right")
    assert image()[0] == 0 and len(_Server.asked) == 1
    _cached(tmp_path).write_bytes(_STOCK[:-1])
    assert image()[0] == Exit.NETWORK
    pin(f"{server}/right")
    assert image()[0] == 0 and len(_Server.asked) == 2
    assert _cached(tmp_path).read_bytes() == _STOCK


@pytest.mark.parametrize(
    ("how", "status", "said"),
    [
        ("other", Exit.UNVERIFIED, "has another hash ("),
        ("page", Exit.UNVERIFIED, "has another hash ("),
        ("short", Exit.NETWORK, f"only {len(_STOCK) - 100} of {len(_STOCK)} bytes came"),
        ("silent", Exit.NETWORK, "timed out"),
        ("gone", Exit.NETWORK, "the server says 404 Not Found"),
        ("circle", Exit.NETWORK, "the server says 302"),
        ("rude", Exit.NETWORK, "cannot fetch http://127.0.0.1:"),
    ],
)
def test_incomplete_or_wrong_downloads_are_refused(
    how: str,
    status: int,
    said: str,
    server: str,
    pin: Pin,
    image: Image,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if how == "silent":
        monkeypatch.setattr(download, "_SILENT_S", 0.3)
    pin(f"{server}/{how}")
    ended, told = image()
    assert ended == status and said in told
    if status == Exit.NETWORK:
        assert "fetch it with a browser and name the file with --micropython" in told
    assert not (tmp_path / "table.bin").exists() and not _cached(tmp_path).exists()


def test_an_address_that_has_moved_is_followed(
    server: str, pin: Pin, image: Image, tmp_path: Path
) -> None:
    pin(f"{server}/moved")
    assert image()[0] == 0 and _cached(tmp_path).read_bytes() == _STOCK


def test_without_a_network_the_address_is_named(pin: Pin, image: Image) -> None:
    address = _offline()
    pin(address)
    status, told = image()
    assert status == Exit.NETWORK and f"cannot fetch {address}/{_NAME}: " in told
    assert "fetch it with a browser and name the file with --micropython" in told


def test_an_unknown_hash_is_stored_only_on_request(
    server: str, pin: Pin, image: Image, tmp_path: Path
) -> None:
    pin(f"{server}/right", "")
    status, told = image()
    assert status == Exit.USAGE and not _Server.asked
    assert f"does not know the SHA-256 of {_NAME}: fetch {server}/right/{_NAME} with" in told
    assert image("--first-use")[0] == 0
    record = tmp_path / "kept" / "micropython" / f"{_NAME}.sha256"
    assert record.read_text("ascii") == f"{_HASH}\n"
    assert image()[0] == 0  # now without --first-use: this computer has stored the hash
    # Because a hash is stored, another image is refused even with --first-use.
    _cached(tmp_path).unlink()
    pin(f"{server}/other", "")
    status, told = image("--first-use")
    assert status == Exit.UNVERIFIED and "has another hash (" in told


def test_first_use_refuses_a_file_that_is_no_image(
    server: str, pin: Pin, image: Image, tmp_path: Path
) -> None:
    pin(f"{server}/page", "")
    status, told = image("--first-use")
    assert status == Exit.WRONG and "is not a program for an ESP32" in told
    assert not (tmp_path / "kept").exists() and not _cached(tmp_path).exists()


def test_the_hash_on_the_command_line_wins(server: str, pin: Pin, image: Image) -> None:
    pin(f"{server}/right", "")
    assert image("--sha256", _HASH.upper())[0] == 0
    pin(f"{server}/right", "0" * 64)
    assert image()[0] == Exit.UNVERIFIED
    assert image("--sha256", _HASH)[0] == 0
    assert image("--sha256", "12")[0] == Exit.USAGE


def test_an_unknown_image_needs_https_or_this_computer() -> None:
    assert download.is_safe("https://micropython.org/x.bin")
    assert download.is_safe("http://127.0.0.1:8000/x.bin")
    assert not download.is_safe("http://micropython.org/x.bin")
    assert not download.is_safe("http://127.0.0.1.example.org/x.bin")
    assert not download.is_safe("ftp://micropython.org/x.bin")


def test_a_board_without_a_known_image_is_refused(pin: Pin, image: Image) -> None:
    pin("http://127.0.0.1:9")
    status, told = image("--profile", "wrover")
    assert status == Exit.USAGE and "no image is known for board 'wrover'" in told


def test_a_small_table_has_the_image_of_the_whole_one(server: str, pin: Pin, image: Image) -> None:
    pin(f"{server}/right")
    assert image("--profile", "three-readers")[0] == 0
    assert _Server.asked == [f"/right/{_NAME}"]


def test_the_shipped_addresses_use_https() -> None:
    import tomllib

    images = tomllib.loads(download.IMAGES.read_text("utf-8"))
    assert set(images) == {"s3", "wrover"}
    for row in images.values():
        assert row["address"].startswith("https://micropython.org/resources/firmware/")
        assert row["sha256"] == "" or download.checked_digits(row["sha256"])


@pytest.mark.soak
def test_flash_fetches_the_stock_image(
    server: str, pin: Pin, module: Module, capsys: pytest.CaptureFixture[str]
) -> None:
    pin(f"{server}/right")
    assert main(["flash", "--profile", "s3", "--table", module.plug()]) == 0
    assert "is a table" in capsys.readouterr().out
    assert module.read(PROGRAM).startswith(_STOCK[PROGRAM.at :])
