"""Files that `marcoria image` accepts as MicroPython, and files that it refuses."""

import hashlib
import json
from pathlib import Path
from random import Random

import pytest

import stock_images
from marcoria.cli import main
from stock_images import ESP32, S3, stock
from testenv import SEED

_OTA = [
    ("nvs", 1, 2, 0x9000, 0x4000),
    ("otadata", 1, 0, 0xD000, 0x2000),
    ("phy_init", 1, 1, 0xF000, 0x1000),
    ("ota_0", 0, 0x10, 0x10000, 0x180000),
    ("ota_1", 0, 0x11, 0x190000, 0x180000),
]
stock_images.BEGINS[5] = 0  # chip 5 is neither an ESP32 nor an S3
_FOREIGN = stock_images.program(S3, [(0x3F400020, b"I am a thermostat. v1.27.0" + b"\0" * 1000)])
_HUGE = stock_images.program(
    S3, [(0x3F400020, stock_images.micropython()), (0x42000000, b"\0" * 0x1F0000)], 8
)
_MACHINE = "Generic ESP32S3 module with ESP32S3"

# Content of the given file, exit status, and a part of the message, in which {} is the path.
_REFUSED = [
    (b"", 1, "is not a program for an ESP32: choose another file"),
    (b"PK\3\4" * 9000, 1, "is not a program for an ESP32"),
    (stock()[:20], 1, "is not a program for an ESP32"),
    (stock()[:2000], 7, "the loader in {} ends too early: it is damaged or incomplete"),
    (stock()[:0x8000], 7, "has no complete partition table"),
    (stock()[:0x10000], 1, "the program in {} is not a program for an ESP32"),
    (stock()[:0x10400], 7, "the program in {} ends too early"),
    (stock()[:-1], 7, "the program in {} ends too early"),
    (stock()[:-40], 7, "the program in {} ends too early"),
    (stock_images.wrover(), 6, "is for ESP32; board 's3' needs MicroPython's image ESP32_GENERIC"),
    (stock(5), 6, "is for another chip (number 5)"),
    (stock(app=stock_images.program(ESP32, [(0, stock_images.micropython())])), 6, "for ESP32;"),
    (stock(rows=_OTA), 6, "an image for over-the-air updates: take the plain image"),
    (stock(app=_FOREIGN), 6, "is a program, but not MicroPython"),
    (stock(app=_HUGE), 6, "at most 2031616 fit: take a stock image"),
    (stock(version="v1.25.0"), 6, "is MicroPython 1.25.0, and the table needs 1.26 or newer"),
    (stock(version="v1.9.4"), 6, "is MicroPython 1.9.4, and"),
    (stock(version="v2.0.0"), 6, "2.0.0, which may not load .mpy files of format 6"),
    (stock(build="ESP32_GENERIC_S3"), 6, "is ESP32_GENERIC_S3; board 's3' needs"),
    (stock(build="", machine=_MACHINE), 6, f"is for a '{_MACHINE}', without the board's PSRAM"),
]


@pytest.mark.parametrize(("given", "status", "said"), _REFUSED)
def test_a_wrong_stock_image_is_refused_with_a_sentence(
    given: bytes, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, image = tmp_path / "given.bin", tmp_path / "table.bin"
    file.write_bytes(given)
    assert main(["image", "--micropython", str(file), "-o", str(image)]) == status
    told = capsys.readouterr().err
    assert said.format(file) in told and told.count("\n") == 1
    assert not image.exists()


@pytest.mark.parametrize(
    ("version", "build", "machine", "variant"),
    [
        (
            "v1.26.0",
            "ESP32_GENERIC_S3-SPIRAM_OCT",
            "x with ESP32S3",
            "ESP32_GENERIC_S3-SPIRAM_OCT",
        ),
        (
            "v1.26.0-preview.127.g7a55cb6b3",
            "",
            "Octal-SPIRAM with ESP32S3",
            "Octal-SPIRAM with ESP32S3",
        ),
        ("v1.99.0", "MY_BOARD", "my board", ""),
    ],
)
def test_a_fitting_stock_image_is_used(
    version: str,
    build: str,
    machine: str,
    variant: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "given.bin"
    file.write_bytes(stock(version=version, build=build, machine=machine))
    typed = ["image", "--micropython", str(file), "-o", str(tmp_path / "t.bin"), "--json"]
    assert main(typed) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["micropython"] == version[1:]
    assert told["variant"] == variant


@pytest.mark.soak
def test_no_flipped_bit_of_a_stock_image_goes_unnoticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stock image with a flipped bit is refused, or gives the same image for the table."""
    file, image = tmp_path / "given.bin", tmp_path / "table.bin"
    typed = ["image", "--micropython", str(file), "-o", str(image)]
    sound = stock()
    file.write_bytes(sound)
    assert main(typed) == 0
    made = image.read_bytes()
    dice = Random(f"bits {SEED}")
    parts = [(0, 3280), (0x8000, 0x8080), (0x10000, len(sound)), (0, len(sound))]
    for turn in range(24):
        first, end = parts[turn % 4]
        at = dice.randrange(first, end)
        data = bytearray(sound)
        data[at] ^= 1 << dice.randrange(8)
        file.write_bytes(data)
        status = main(typed)
        assert status in ((0, 1, 6, 7) if turn % 4 == 3 else (1, 6, 7)), hex(at)
        assert hashlib.sha256(image.read_bytes()).digest() == hashlib.sha256(made).digest()
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("given", ["nowhere.bin", ".", "/dev/zero", "bin\ud800ary"])
def test_special_files_are_refused_at_once(
    given: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["image", "--micropython", given, "-o", str(tmp_path / "t")]) == 1
    assert "cannot read" in capsys.readouterr().err
