"""A chip's loader, with which esptool talks. That is a program of its own, and stays one."""

import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from marcoria.device import ports
from marcoria.errors import Exit, TableError
from marcoria.flash.whole import ImagePart

# The first is tried first; some cables and converters only take the last.
BAUDS = (460800, 115200)
_CONNECTS_S = 60
_BYTES_A_SECOND = 5000  # at the least

_PERCENT = re.compile(r"(\d+)\.\d%")
_CHIP = re.compile(r"^Chip type:\s+(\S+)", re.M)
_MAC = re.compile(r"^MAC:\s+([0-9a-f:]+)", re.M)
_FLASH = re.compile(r"^Detected flash size:\s+(\d+)MB", re.M)
_PSRAM = re.compile(r"Embedded PSRAM(?: (\d+)MB)?")
_VERIFIED = "Hash of data verified."

_HELP = "hold BOOT, press RESET (EN), let go of BOOT, and say the same again"
_GONE = "plug it in and say the same again: it goes on, and the journal is untouched"
# What esptool says: what it means, and what the command ends with.
_MEANS = (
    ("exclusively lock port", "busy-port", "another program uses {port}: end that", Exit.BUSY),
    ("Device or resource busy", "busy-port", "another program uses {port}: end that", Exit.BUSY),
    ("MD5 of file does not match", "unverified", "", Exit.UNVERIFIED),
    (
        "Wrong boot mode",
        "no-chip",
        f"the chip at {{port}} runs its program: {_HELP}",
        Exit.NO_DEVICE,
    ),
    ("Failed to connect", "no-chip", f"no chip answers at {{port}}: {_HELP}", Exit.NO_DEVICE),
)
_UNVERIFIED = (
    "what is on the flash is not what was written: say the same again, or the flash is worn"
)


@dataclass(frozen=True)
class ChipFacts:
    """What a chip says of itself; `psram_mib` is 0 for none inside, -1 if it is not said."""

    chip: str
    mac: str
    flash_mib: int
    psram_mib: int


class ChipLoader:
    """The chip at a port. `tell` is told what is done, and how much of it in percent."""

    def __init__(self, port: str, tell: Callable[[str, int], None]) -> None:
        self.port = port
        self.baud = BAUDS[0]
        self._tell = tell

    def facts(self) -> ChipFacts:
        """Return which one it is."""
        said = self._run("looking at the chip", 0, "flash-id")
        chip, mac, flash = (form.search(said) for form in (_CHIP, _MAC, _FLASH))
        if not (chip and mac and flash):
            raise TableError(
                "no-chip", f"the chip at {self.port} does not say what it is", Exit.DEVICE_ERROR
            )
        psram = _PSRAM.search(said)
        size = int(psram[1] or -1) if psram else 0
        return ChipFacts(chip[1], mac[1], int(flash[1]), size)

    def read(self, what: str, at: int, size: int) -> bytes:
        """Return so many bytes of the flash."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "read"
            self._run(f"reading {what}", size, "read-flash", hex(at), hex(size), str(file))
            data = file.read_bytes()
        if len(data) != size:
            raise self._failed(f"reading {what}", "it sent less than was asked for")
        return data

    def erase(self, what: str, at: int, size: int) -> None:
        """Erase a part of the flash."""
        self._run(f"erasing {what}", size, "erase-region", hex(at), hex(size))

    def write(self, part: ImagePart) -> None:
        """Write it, and have the chip compare it."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "part"
            file.write_bytes(part.data)
            typed = ("write-flash", "--flash-size", "keep", hex(part.at), str(file))
            said = self._run(f"writing {part.name}", len(part.data), *typed)
        if _VERIFIED not in said:
            raise TableError("unverified", _UNVERIFIED, Exit.UNVERIFIED)

    def restart(self) -> None:
        """Restart the chip with its program."""
        self._run("starting the table", 0, "--after", "hard-reset", "chip-id")

    def _run(self, doing: str, size: int, *typed: str) -> str:
        """Return what esptool says; slower if the cable does not carry so much."""
        while True:
            said, status = self._once(doing, size, typed)
            if status == 0:
                return said
            slower = [baud for baud in BAUDS if baud < self.baud]
            if not slower or not Path(self.port).exists() or _known(said):
                raise self._failed(doing, said)
            self.baud = slower[0]
            self._tell(f"{doing}, slower", 0)

    def _once(self, doing: str, size: int, typed: tuple[str, ...]) -> tuple[str, int]:
        after = () if "--after" in typed else ("--after", "no-reset")
        command = [sys.executable, "-m", "esptool", "--port", self.port, "--baud", str(self.baud)]
        said = ""
        self._tell(doing, 0)
        with subprocess.Popen(
            [*command, *after, *typed],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as running:
            clock = threading.Timer(_CONNECTS_S + size / _BYTES_A_SECOND, running.kill)
            clock.start()
            try:
                for line in running.stdout or ():
                    said += line
                    percent = _PERCENT.search(line)
                    if percent:
                        self._tell(doing, int(percent[1]))
            except BaseException:
                running.kill()
                raise
            finally:
                clock.cancel()
        return said, running.returncode

    def _failed(self, doing: str, said: str) -> TableError:
        """Return what has happened, and what to do."""
        if not self.port.startswith("socket://") and not Path(self.port).exists():
            sentence = f"the board is gone from {self.port} while {doing}: {_GONE}"
            return TableError("gone", sentence, Exit.NO_DEVICE)
        known = _known(said)
        if known:
            _, code, sentence, status = known
            return TableError(code, sentence.format(port=self.port) or _UNVERIFIED, status)
        try:
            ports.check(self.port)
        except TableError as error:
            return error
        lines = [line.strip() for line in said.splitlines() if "fatal error" in line.lower()]
        reason = lines[-1] if lines else (said.strip().splitlines() or ["no answer"])[-1]
        sentence = f"{doing} failed ({reason}): try another cable or port, without a hub"
        return TableError("chip-failed", sentence, Exit.DEVICE_ERROR)


def _known(said: str) -> tuple[str, str, str, int] | None:
    return next((row for row in _MEANS if row[0] in said), None)
