"""Fixture for a simulated ESP32 module that tests plug in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import stock_images
from marcoria.flash import own_files
from plugged import Module, patient_esptool


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Module]:
    """Return a new ESP32-S3 module, which is unplugged at the end.

    The test's folder gets the backups, and `stock.bin` with MicroPython for the module.
    """
    monkeypatch.setattr(own_files, "KEPT", tmp_path / "kept")
    monkeypatch.setenv("ESPTOOL_CFGFILE", str(patient_esptool(tmp_path)))
    (tmp_path / "stock.bin").write_bytes(stock_images.stock())
    module = Module(tmp_path)
    yield module
    module.unplug()
