"""Program that simulates an ESP32 module: a chip's ROM loader on a pty.

To `esp32-mock-bootloader` it adds flash of any size in a file, PSRAM in the fuses, and failures.

    python mock_chip.py '{"chip": "esp32s3", "flash": "flash.bin", "port": "ttyACM0", "mib": 16}'

The program prints a line when the port exists. The port is a symbolic link, like those of udev.
The link is removed when the module is unplugged, because the system gives the pty's number to the
next pty.

Options: `psram` is the value of an S3's fuses: 0 for no PSRAM, 1 for 8 MiB, 2 for 2 MiB. `cut` is
the number of the erase or data block at which the module is unplugged. With `quick` false the chip
understands at most 115200 baud. With `torn` it writes other data than it receives.
"""

import json
import math
import mmap
import os
import sys
import termios
import threading
import time
from typing import Any

from esp32_mock_bootloader import protocol, registers, server
from esptool.targets import CHIP_DEFS

# `esp32-mock-bootloader` waits 0.05 s for the next bytes, and forgets the loaded code three
# seconds after a flash. Both times are too short on a busy computer.
_ANSWERS_S, _FORGETS_S = 12.0, math.inf
_ROM_WORD, _ROM_OF_S3 = 0x40001000, 9


class Flash(server.FlashImage):  # type: ignore[misc]
    """Flash in a file. Each write erases its sectors first, as the ROM loader does."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._file = open(options["flash"], "r+b")  # noqa: SIM115
        self.data = mmap.mmap(self._file.fileno(), options["mib"] << 20)
        self._port = options["port"]
        self._defl_offset = self._plain_offset = 0
        self._decompressor = None
        self._cut = options.get("cut", 0)
        self._torn = options.get("torn", False)

    def begin_defl(self, payload: bytes) -> None:
        super().begin_defl(payload)
        size, *_ = protocol.struct.unpack_from("<I", payload)
        self._erase(self._defl_offset, size)

    def begin_plain(self, payload: bytes) -> None:
        super().begin_plain(payload)
        size, *_ = protocol.struct.unpack_from("<I", payload)
        self._erase(self._plain_offset, size)

    def erase_region(self, offset: int, size: int) -> None:
        self._erase(offset, size)

    def write_defl_block(self, payload: bytes) -> None:
        self._count()
        compressed = payload[16 : 16 + int.from_bytes(payload[:4], "little")]
        data = self._decompressor.decompress(compressed)
        if self._torn and data:
            data = data[:-1] + bytes((data[-1] ^ 1,))
        end = min(self._defl_offset + len(data), len(self.data))
        self.data[self._defl_offset : end] = data[: end - self._defl_offset]
        self._defl_offset = end

    def _erase(self, offset: int, size: int) -> None:
        first, end = offset & ~0xFFF, -(-(offset + size) // 4096) * 4096
        self._count()
        self.data[first:end] = b"\xff" * (end - first)

    def _count(self) -> None:
        self._cut -= 1
        if self._cut == 0:
            self.data.flush()
            os.unlink(self._port)
            os._exit(0)


def main() -> None:
    options: dict[str, Any] = json.loads(sys.argv[1])
    mib = options["mib"]
    protocol.MOCK_FLASH_ID = 0x4020 | (20 + mib.bit_length() - 1) << 16
    server.slip_encode = _slip
    server._CLIENT_RECV_TIMEOUT, server._FLASH_END_IDLE_SEC = _ANSWERS_S, _FORGETS_S
    _burn(options["chip"], options.get("psram", 0))
    flash = Flash(options)
    wire = server.PtyMasterTransport.create()
    if not options.get("quick", True):
        _garble(wire)
    os.symlink(wire.client_path, options["port"])
    print("plugged in", flush=True)
    wire._release_slave()  # else marcoria would find the port in use
    while True:
        time.sleep(0.01)
        server.handle_client(
            server.BootloaderConnection(pty=wire), threading.Event(), options["chip"], flash=flash
        )


def _slip(data: bytes) -> bytes:
    """Encode a packet as `esp32-mock-bootloader` does, but without its slow loop over bytes."""
    return b"\xc0" + data.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc") + b"\xc0"


def _burn(chip: str, psram: int) -> None:
    """Set an S3's fuses for its PSRAM, and the ROM word by which esptool-js recognises an S3."""
    if chip == "esp32s3":
        word = CHIP_DEFS[chip].EFUSE_BLOCK1_ADDR + 4 * 4
        registers.rom_profile(chip)[word] = psram << 3
        registers.rom_profile(chip)[_ROM_WORD] = _ROM_OF_S3


def _garble(wire: Any) -> None:
    """Make the chip send noise, not answers, unless the port is at 9600 or 115200 baud."""
    send = wire.sendall

    def sendall(data: bytes) -> None:
        speed = termios.tcgetattr(wire._master)[5]
        send(data if speed in (termios.B115200, termios.B9600) else b"\x81\x18" * len(data))

    wire.sendall = sendall


if __name__ == "__main__":
    main()
