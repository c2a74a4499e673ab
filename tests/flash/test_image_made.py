"""The image that turns an empty chip into a table: its parts, a second build, and its boot."""

import hashlib
import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from littlefs import LittleFS, UserContext

import stock_images
from little_files import files_of
from marcoria.board.profile import load
from marcoria.bots.company import Company, settings
from marcoria.cli import main
from marcoria.coroutines import finish
from marcoria.flash.whole import table_files
from marcoria.sim.simtable import open_bar
from testenv import SEED

_STOCKS = {"s3": stock_images.stock, "wrover": stock_images.wrover}
_BLOCK = 4096
_CODE = (".py", ".mpy", ".bundle")
_BOARDS = pytest.mark.parametrize("profile", ["s3", "wrover"])


def _made(profile: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[bytes, dict]:
    """Make an image; return it and the command's answer."""
    stock, image = folder / "stock.bin", folder / "table.bin"
    stock.write_bytes(_STOCKS[profile]())
    typed = f"image --micropython {stock} --profile {profile} -o {image} --json"
    assert main(typed.split()) == 0
    return image.read_bytes(), json.loads(capsys.readouterr().out)


def _esptool(*typed: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "esptool", *map(str, typed)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout.decode()
    return done.stdout.decode()


def _partitions(table: bytes) -> dict[str, tuple[int, int, int, int]]:
    """Parse a partition table as ESP-IDF describes it, and check its MD5."""
    found, at = {}, 0
    while table[at : at + 2] == b"\xaa\x50":
        kind, subtype, start, size, name = struct.unpack_from("<BBII16s", table, at + 2)
        found[name.rstrip(b"\0").decode()] = (kind, subtype, start, size)
        at += 32
    assert table[at : at + 2] == b"\xeb\xeb"
    assert table[at + 16 : at + 32] == hashlib.md5(table[:at]).digest()
    assert set(table[at + 32 :]) == {0xFF}
    return found


def files_in(image: bytes) -> dict[str, bytes]:
    """Return the files that a board finds when it mounts this image of a file system."""
    size = len(image)
    blocks = UserContext(size)
    blocks.buffer = bytearray(image)
    system = LittleFS(blocks, block_size=_BLOCK, block_count=size // _BLOCK, mount=True)
    return files_of(system)


@_BOARDS
def test_esptool_accepts_the_stock_images_of_these_tests(profile: str, tmp_path: Path) -> None:
    stock = _STOCKS[profile]()
    begins = 0x1000 if profile == "wrover" else 0
    for name, at in (("loader", 0), ("program", 0x10000 - begins)):
        (tmp_path / name).write_bytes(stock[at:])
        told = _esptool("image-info", tmp_path / name)
        assert told.count("(valid)") == 2, told
    assert "App version: v1.27.0" in told and "Project name: micropython" in told


@pytest.mark.soak(keep=1)
@_BOARDS
def test_the_image_holds_what_was_built(
    profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, told = _made(profile, tmp_path, capsys)
    stock = _STOCKS[profile]()
    begins = told["flash_at"]
    assert begins == (0x1000 if profile == "wrover" else 0)
    flash = b"\xff" * begins + image
    found = _partitions(flash[0x8000:0x8C00])
    assert found == {
        "nvs": (1, 2, 0x9000, 0x6000),
        "phy_init": (1, 1, 0xF000, 0x1000),
        "factory": (0, 0, 0x10000, 0x1F0000),
        "vfs": (1, 0x81, 0x200000, 0x1C0000),
        "journal": (1, 0x40, 0x3C0000, 0x40000),
    }
    app = stock[0x10000 - begins :]
    assert flash[0x10000 : 0x10000 + len(app)] == app
    assert flash[begins:0x8000] == stock[: 0x8000 - begins]
    # The image leaves out the chip's calibration data and the journal.
    assert set(flash[0x9000:0x10000]) == {0xFF} and len(flash) == 0x3C0000
    assert files_in(flash[0x200000:0x3C0000]) == table_files(load(profile=profile))
    (tmp_path / "loader").write_bytes(flash[begins:0x8000])
    (tmp_path / "program").write_bytes(flash[0x10000:0x200000])
    for part in ("loader", "program"):
        assert _esptool("image-info", tmp_path / part).count("(valid)") == 2


def test_the_parts_of_an_image_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, told = _made("s3", tmp_path, capsys)
    assert told["sha256"] == hashlib.sha256(image).hexdigest() and told["size"] == len(image)
    assert told["micropython"] == "1.27.0" and told["variant"] == "ESP32_GENERIC_S3-SPIRAM_OCT"
    for part in told["parts"]:
        data = image[part["at"] : part["at"] + part["size"]]
        assert hashlib.sha256(data).hexdigest() == part["sha256"]
    assert [part["at"] for part in told["parts"]] == [0, 0x8000, 0x10000, 0x200000]


@pytest.mark.soak
def test_the_image_is_the_same_on_every_computer(tmp_path: Path) -> None:
    (tmp_path / "stock.bin").write_bytes(stock_images.stock())
    other = {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Apia", "PYTHONHASHSEED": "77"}
    made = []
    for name, env, mask in (("one", {}, 0o022), ("two", other, 0o077)):
        folder = tmp_path / name
        folder.mkdir()
        code = "import sys; from marcoria.cli import main; sys.exit(main(sys.argv[1:]))"
        if env:  # reverse the order of folder listings, and start with an empty cache
            code = f"""
import marcoria.build.mpy as kept, pathlib
kept.CACHE = pathlib.Path({str(folder)!r}, "cache")
rglob = pathlib.Path.rglob
pathlib.Path.rglob = lambda *of: reversed(list(rglob(*of)))
{code}"""
        subprocess.run(
            [sys.executable, "-c", code, "image", "--micropython", "../stock.bin"],
            cwd=folder,
            env={**os.environ, **env},
            umask=mask,
            check=True,
            capture_output=True,
        )
        made.append((folder / "table-s3.bin").read_bytes())
    assert made[0] == made[1]


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "stock.bin").write_bytes(stock_images.stock())
    image = tmp_path / "table.bin"
    assert main(f"image --dry-run --micropython {tmp_path}/stock.bin -o {image}".split()) == 0
    assert "would be written" in capsys.readouterr().out and not image.exists()


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_a_simulated_board_boots_from_the_image_and_plays(
    backend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, _ = _made("s3", tmp_path, capsys)
    files = files_in(image[0x200000:0x3C0000])
    seed = SEED & 0xFFFF
    chosen = settings("french", False, -1, 0, "it")
    options = {"firmware": files} if backend == "vm" else {}
    with open_bar(backend, seed, "", chosen, **options) as table:
        # the CPython backend runs the sources, but reads all other files from the image
        if backend == "cpython":
            kept = table.backend.files
            kept.library.clear()
            for path, data in files.items():
                if not path.endswith(_CODE):
                    kept.write(path, data)
        table.boot("main")
        company = Company(table, "french", seed=seed, language="it")
        finish(company.agree(seed & 2, 1))
        assert finish(company.people.play_match())
        assert not table.faults()
