"""Modules that are plugged in, and pulled out at the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import stock_images
from marcoria.flash import own_files
from plugged import Module


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Module]:
    """An ESP32-S3 as it is delivered; what is kept of it stays in the test's folder, where
    `stock.bin` is the MicroPython for it."""
    monkeypatch.setattr(own_files, "KEPT", tmp_path / "kept")
    # esptool gives a chip three seconds, and a fifth of one to begin what it was loaded with; one
    # that is played on a busy machine may need more.
    patient = tmp_path / "esptool.cfg"
    patient.write_text("[esptool]\ntimeout = 12\nmem_end_rom_timeout = 12\n")
    monkeypatch.setenv("ESPTOOL_CFGFILE", str(patient))
    (tmp_path / "stock.bin").write_bytes(stock_images.stock())
    module = Module(tmp_path)
    yield module
    module.unplug()
