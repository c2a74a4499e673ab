"""`make web` makes an image for each board whose stock MicroPython is given or in the cache."""

import hashlib
from pathlib import Path

import pytest

import stock_images
from marcoria.cli import main
from marcoria.errors import TableError
from marcoria.flash import download
from marcoria.web.table_images import images_for


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache folder for fetched stock images; it is still empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(download, "KEPT", tmp_path / "kept")
    folder = tmp_path / "cache" / "marcoria" / "micropython"
    folder.mkdir(parents=True)
    return folder


def _stock(tmp_path: Path, name: str, data: bytes) -> str:
    path = tmp_path / name
    path.write_bytes(data)
    return str(path)


def test_a_given_image_becomes_what_the_command_makes(tmp_path: Path) -> None:
    stock = _stock(tmp_path, "wrover.bin", stock_images.wrover())
    (made,) = images_for([stock]).values()
    target = tmp_path / "table.bin"
    typed = ["image", "--profile", "wrover", "--micropython", stock, "-o", str(target)]
    assert main(typed) == 0
    assert (made.profile, made.path) == ("wrover", "images/table-wrover.bin")
    assert made.data == target.read_bytes()
    assert made.facts["sha256"] == hashlib.sha256(made.data).hexdigest()


def test_a_fetched_image_is_used_only_if_its_hash_is_right(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = stock_images.stock()
    rows = [
        f'[{board}]\naddress = "https://mirror.example/{board}.bin"\nsha256 = "{digits}"\n'
        for board, digits in (("s3", hashlib.sha256(data).hexdigest()), ("wrover", "0" * 64))
    ]
    monkeypatch.setattr(download, "IMAGES", tmp_path / "images.toml")
    (tmp_path / "images.toml").write_text("\n".join(rows), "utf-8")
    assert images_for([]) == {}
    (cache / "s3.bin").write_bytes(data)
    (cache / "wrover.bin").write_bytes(stock_images.wrover())
    assert list(images_for([])) == ["s3"]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("s3", "s3"), "second image for board 's3'"),
        (("c3",), "is for another chip (number 5): the boards have an ESP32-S3 or ESP32"),
        (("text",), "is not a program for an ESP32"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, names: tuple[str, ...], told: str) -> None:
    files = {
        "s3": stock_images.stock(),
        "c3": stock_images.program(5, [(0x3FFF0000, b"load" * 9)]),
        "text": b"Dear reader",
    }
    paths = [_stock(tmp_path, name, files[name]) for name in names]
    with pytest.raises(TableError) as refused:
        images_for(paths)
    assert told in refused.value.detail
