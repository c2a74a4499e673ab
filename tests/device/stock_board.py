"""Simulated board at a pseudo terminal, with files, programs and a model of MicroPython's prompt.

The board can also run programs that are not a table's. Its prompt has modes that the VM does not
have, and answers as `pyexec.c` of MicroPython does.
"""

import io
import os
from contextlib import redirect_stdout, suppress
from types import SimpleNamespace
from typing import Any

from board_port import BoardPort
from link.line import unpack
from lying_cable import line_of

_LOOK_S = 0.002
_BANNER = b"MicroPython v1.27.0 on 2025-12-09; Generic ESP32S3 module\r\n>>> "
_RAW = b"raw REPL; CTRL-B to exit\r\n>"
_PASTE = b"\r\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\r\n=== "
_WINDOW = 128
FRIENDLY, RAW, PASTE, RAW_PASTE, EXECUTES = "friendly", "raw", "paste", "raw-paste", "executes"
TABLE, DEAF, STUBBORN = "table", "deaf", "stubborn"


class _Reset(BaseException):
    """Raised by `machine.reset` to end the executed statements and reset the board."""


_HELLO = {
    **{"ok": True, "link": 1, "board": "wrover", "epoch": 7, "seq": 1, "boot": 1, "mark": 0},
    **{"pin": False, "safe": False, "slot": "a", "version": "0.1.0", "build": "", "trial": False},
}


class StockBoard(BoardPort):
    """Simulated board at the port `name`, which runs a program or is at MicroPython's prompt.

    `state` is the program that runs now, or the mode of the prompt; `starts_as` is the program or
    mode after a reset. The program TABLE answers commands of the link, DEAF answers nothing until
    Ctrl-C ends it, and STUBBORN prints `says` after each byte and ignores Ctrl-C. In the mode
    EXECUTES, code runs until Ctrl-C. `says` is also printed after each reset. `files` has the
    content of the board's files by path.
    """

    def __init__(
        self, state: str, files: dict[str, bytes], starts_as: str = FRIENDLY, says: bytes = b""
    ) -> None:
        super().__init__()
        self.state = state
        self.resets = 0
        self._files = files
        self._starts_as = starts_as
        self._says = says
        self._typed = b""
        self._globals: dict[str, Any] = {"__builtins__": self._builtins()}

    def serve(self) -> None:
        """Answer all bytes that arrive."""
        while not self.over.wait(_LOOK_S):
            with suppress(OSError):  # no byte has arrived, or the port is closed
                for byte in os.read(self.board, 4096):
                    self._take(bytes([byte]))

    def _say(self, data: bytes) -> None:
        with suppress(OSError):
            os.write(self.board, data)

    def _take(self, byte: bytes) -> None:
        getattr(self, f"_in_{self.state.replace('-', '_')}")(byte)

    # --- programs that handle the bytes of the port -----------------------------------------

    def _in_table(self, byte: bytes) -> None:
        self._typed += byte
        if byte == b"\n":
            asked = unpack(self._typed.rstrip(b"\n"))
            self._typed = b""
            if asked:
                self._say(line_of({"n": 1, "re": asked["n"], **_HELLO}))

    def _in_deaf(self, byte: bytes) -> None:
        if byte == b"\x03":  # Ctrl-C ends this program
            self._prompts()

    def _in_stubborn(self, byte: bytes) -> None:
        self._say(self._says)

    # --- modes of MicroPython's prompt ------------------------------------------------------

    def _prompts(self, said: bytes = b"\r\n>>> ") -> None:
        self.state, self._typed = FRIENDLY, b""
        self._say(said)

    def _in_friendly(self, byte: bytes) -> None:
        if byte == b"\x01":
            self.state, self._typed = RAW, b""
            self._say(_RAW)
        elif byte == b"\x05":
            self.state = PASTE
            self._say(_PASTE)
        elif byte == b"\x02":
            self._prompts(b"\r\n" + _BANNER)
        else:
            self._say(b"\r\n>>> " if byte in b"\r\n\x03" else byte)

    def _in_paste(self, byte: bytes) -> None:
        if byte in b"\x03\x04":
            self._prompts()
        else:
            self._say(b"\r\n=== " if byte == b"\r" else byte)

    def _in_raw(self, byte: bytes) -> None:
        if byte == b"\x02":
            self._prompts(b"\r\n" + _BANNER)
        elif byte == b"\x03":
            self._typed = b""
        elif byte == b"\x01" and self._typed == b"\x05A":
            self.state, self._typed = RAW_PASTE, b""
            self._say(b"R\x01" + _WINDOW.to_bytes(2, "little") + b"\x01")
        elif byte == b"\x01":
            self._typed = b""
            self._say(_RAW)
        elif byte == b"\x04":
            self._say(b"OK")
            self._execute()
        else:
            self._typed += byte

    def _in_raw_paste(self, byte: bytes) -> None:
        if byte == b"\x04":
            self._say(b"\x04")
            self.state = RAW
            self._execute()
        elif byte == b"\x03":
            self.state, self._typed = RAW, b""
            self._say(b"\x04\x04KeyboardInterrupt: \r\n\x04>")
        else:
            self._typed += byte
            if len(self._typed) % _WINDOW == 0:
                self._say(b"\x01")

    def _in_executes(self, byte: bytes) -> None:
        if byte == b"\x03":
            self.state, self._typed = RAW, b""
            self._say(b"\x04KeyboardInterrupt: \r\n\x04>")

    def _execute(self) -> None:
        code, self._typed = self._typed, b""
        printed, failed = io.StringIO(), ""
        try:
            with redirect_stdout(printed):
                exec(code, self._globals)
        except _Reset:
            self._start()
            return
        except Exception as error:
            failed = repr(error)
        self._say(f"{printed.getvalue()}\x04{failed}\x04>".encode())

    def _start(self) -> None:
        self.resets += 1
        self._typed = b""
        self.state = self._starts_as
        self._say(self._says + (_BANNER if self.state == FRIENDLY else b""))

    # --- modules and files for the executed statements -----------------------------------------

    def _builtins(self) -> dict[str, Any]:
        dog = SimpleNamespace(feed=lambda: None)
        machine = SimpleNamespace(WDT=lambda timeout: dog, reset=self._reset)
        real = vars(__import__("builtins"))
        return {
            **real,
            "open": self._open,
            "__import__": lambda name, *_: {"machine": machine}[name],
        }

    def _reset(self) -> None:
        raise _Reset

    def _open(self, path: str, mode: str) -> io.BytesIO:
        if path not in self._files:
            raise OSError(2, "ENOENT")
        return io.BytesIO(self._files[path])
