"""Simulated ESP32 modules that tests plug in, each a process of `mock_chip.py`."""

import json
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import stock_images
from marcoria.board.profile import load
from marcoria.flash import partitions
from marcoria.flash.stock import look_through
from marcoria.flash.whole import build

_MOCK = Path(__file__).with_name("mock_chip.py")
_MIB = 1 << 20
# Files of a bar; the settings hold the PIN's hash.
OWN = {
    "/bar/settings.json": b'{"language": "it", "pin": "1:2:3"}',
    "/bar/decks/sunday.deck": b"7H 04AABBCCDDEE01\n" * 30,
    "/bar/houses/ours.house": "name: Da Piero è qui\n".encode(),
}


class Module:
    """Simulated module whose flash keeps its content when the module is unplugged."""

    def __init__(self, folder: Path, chip: str = "esp32s3", mib: int = 16, psram: int = 1) -> None:
        self.options: dict[str, Any] = {"chip": chip, "mib": mib, "psram": psram}
        self.file = folder / "flash.bin"
        self.port = folder / "ttyACM0"
        self.options |= {"flash": str(self.file), "port": str(self.port)}
        self.file.write_bytes(b"\xff" * (mib * _MIB))
        self._running: subprocess.Popen[str] | None = None

    def plug(self, **options: Any) -> str:
        """Plug the module in and return its port; the options are those of `mock_chip.py`."""
        self.unplug()
        typed = [sys.executable, str(_MOCK), json.dumps({**self.options, **options})]
        self._running = subprocess.Popen(typed, stdout=subprocess.PIPE, encoding="utf-8")
        assert self._running.stdout
        assert self._running.stdout.readline()
        return str(self.port)

    def unplug(self) -> None:
        """Unplug the module if it is plugged in, and remove its port."""
        if self._running:
            self._running.kill()
            self._running.communicate()
            self._running = None
        self.port.unlink(missing_ok=True)

    def write(self, at: int, data: bytes) -> None:
        with self.file.open("r+b") as file:
            file.seek(at)
            file.write(data)

    def read(self, part: partitions.PartitionEntry) -> bytes:
        with self.file.open("rb") as file:
            file.seek(part.at)
            return file.read(part.size)

    def become_table(self, journal: bytes, own: dict[str, bytes] | None = None) -> None:
        """Write the flash of a table with this journal, and with the files in `own` if given."""
        board = load()
        made = build(look_through(stock_images.stock(), "stock", board), board, own)
        self.write(made.begins, made.data)
        self.write(partitions.JOURNAL.at, journal)


def patient_esptool(folder: Path) -> Path:
    """Write a configuration of esptool for a mock chip on a busy machine; return its path.

    By default esptool waits three seconds for an answer, and 0.2 s for loaded code to start.
    """
    file = folder / "esptool.cfg"
    file.write_text("[esptool]\ntimeout = 12\nmem_end_rom_timeout = 12\n")
    return file


@cache
def journal(deals: int = 1, seed: int = 5) -> bytes:
    """Return the journal of a simulated match with this many deals.

    Journals with the same seed begin with the same records, however many deals they have.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "journal"
        typed = f"sim --demo --deals {deals} --seed {seed} --house french --journal {file}"
        code = "import sys; from marcoria.cli import main; sys.exit(main(sys.argv[1:]))"
        command = [sys.executable, "-c", code, *typed.split()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return file.read_bytes()
