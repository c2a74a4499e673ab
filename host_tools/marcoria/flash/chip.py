"""Commands to the loader in a chip's ROM, sent by esptool in a separate process."""

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

# Speeds in baud, tried in this order. Some cables and converters work only at the lower speed.
BAUDS = (460800, 115200)
_CONNECTS_S = 60  # maximum seconds that esptool may take besides the transfer
_BYTES_A_SECOND = 5000  # slowest rate; esptool is stopped if a transfer takes longer

_PERCENT = re.compile(r"(\d+)\.\d%")
_CHIP = re.compile(r"^Chip type:\s+(\S+)", re.M)
_MAC = re.compile(r"^MAC:\s+([0-9a-f:]+)", re.M)
_FLASH = re.compile(r"^Detected flash size:\s+(\d+)MB", re.M)
_PSRAM = re.compile(r"Embedded PSRAM(?: (\d+)MB)?")
_VERIFIED = "Hash of data verified."

_HELP = "hold BOOT, press RESET (EN), let go of BOOT, and repeat the command"
_GONE = (
    "plug it in and repeat the command to finish; the journal is untouched, except with"
    " --erase-journal"
)
# Texts in the output of esptool, each with an error code, a sentence and the exit status. An empty
# sentence means _UNVERIFIED.
_MEANS = (
    (
        "exclusively lock port",
        "busy-port",
        "another program uses {port}: end that program",
        Exit.BUSY,
    ),
    (
        "Device or resource busy",
        "busy-port",
        "another program uses {port}: end that program",
        Exit.BUSY,
    ),
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
    "what is on the flash is not what was written: repeat the command; if it fails again, the"
    " flash is worn out"
)


@dataclass(frozen=True)
class ChipFacts:
    """Facts that the loader reports about a chip.

    `psram_mib` is the size of the PSRAM inside the chip: 0 if there is no PSRAM, -1 if its size is
    not reported.
    """

    chip: str
    mac: str
    flash_mib: int
    psram_mib: int


class ChipLoader:
    """Loader of the chip at a port; `tell` gets the name of each step and its progress in %."""

    def __init__(self, port: str, tell: Callable[[str, int], None]) -> None:
        self.port = port
        self.baud = BAUDS[0]
        self._tell = tell

    def facts(self) -> ChipFacts:
        """Return what the loader reports about the chip.

        Raise TableError if the chip's type, MAC address or flash size is missing.
        """
        said = self._run("looking at the chip", 0, "flash-id")
        chip, mac, flash = (form.search(said) for form in (_CHIP, _MAC, _FLASH))
        if not (chip and mac and flash):
            raise TableError(
                "no-chip",
                f"the chip at {self.port} does not report its type: try another cable or port",
                Exit.DEVICE_ERROR,
            )
        psram = _PSRAM.search(said)
        size = int(psram[1] or -1) if psram else 0
        return ChipFacts(chip[1], mac[1], int(flash[1]), size)

    def read(self, what: str, at: int, size: int) -> bytes:
        """Return `size` bytes of the flash from address `at`; `what` names them for `tell`."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "read"
            self._run(f"reading {what}", size, "read-flash", hex(at), hex(size), str(file))
            data = file.read_bytes()
        if len(data) != size:
            raise self._failed(f"reading {what}", "the chip sent too few bytes")
        return data

    def erase(self, what: str, at: int, size: int) -> None:
        """Erase `size` bytes of the flash from address `at`; `what` names them for `tell`."""
        self._run(f"erasing {what}", size, "erase-region", hex(at), hex(size))

    def write(self, part: ImagePart) -> None:
        """Write a part of the image and let the chip verify it; raise TableError if this fails."""
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
        """Run esptool with the arguments `typed` and return its output.

        If esptool fails, retry at a lower speed, which is then used for all later steps. Raise
        TableError if there is no lower speed, if the port is gone, or if a retry cannot help.
        `size` is the number of bytes to transfer or erase, which decides the timeout.
        """
        while True:
            said, status = self._once(doing, size, typed)
            if status == 0:
                return said
            slower = [baud for baud in BAUDS if baud < self.baud]
            if not slower or ports.is_gone(self.port) or _known(said):
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
        """Return the error for the failed step `doing`; `said` is the output of esptool."""
        if ports.is_gone(self.port):
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
        sentence = f"{doing} failed ({reason}): try another cable or port, without a USB hub"
        return TableError("chip-failed", sentence, Exit.DEVICE_ERROR)


def _known(said: str) -> tuple[str, str, str, int] | None:
    return next((row for row in _MEANS if row[0] in said), None)
