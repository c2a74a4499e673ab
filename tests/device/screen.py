"""Run `marcoria` in a pseudo terminal, change the terminal's size, and read its screen."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path

_PROGRAM = Path(sys.executable).with_name("marcoria")
_LOOK_S = 0.1
# A control sequence with its numbers and letter, or a character.
_PIECE = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])|(.)", re.DOTALL)


class Screen:
    """Pseudo terminal of a given size in which a `marcoria` command runs.

    `said` has the program's output since the last `resize`.
    """

    def __init__(self, typed: list[str], columns: int, lines: int, term: str = "xterm") -> None:
        self._master, self._port = pty.openpty()
        self.columns, self.lines = columns, lines
        self.resize(columns, lines)
        sizes = ("COLUMNS", "LINES", "NO_COLOR")
        environ = {key: value for key, value in os.environ.items() if key not in sizes}
        self.running = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, os.ttyname(self._port), _PROGRAM, *typed],
            env={**environ, "TERM": term},
            start_new_session=True,
        )

    def resize(self, columns: int, lines: int) -> None:
        """Change the size; clear the screen and `said`."""
        self.columns, self.lines = columns, lines
        self._cells = [[" "] * columns for _ in range(lines)]
        self._x = self._y = 0
        self._text = b""
        self.said = ""
        fcntl.ioctl(self._port, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, words: str) -> list[str]:
        """Wait until these words are on the screen; return the lines of the screen.

        Fail if the program ends before they appear. A line end counts as a space.
        """
        while words not in " ".join("\n".join(self.rows()).split()):
            assert self._read() or self.running.poll() is None, self.rows()
        return self.rows()

    def rows(self) -> list[str]:
        """Return the lines of the screen."""
        return ["".join(row).rstrip() for row in self._cells]

    def type(self, keys: bytes) -> None:
        """Send the bytes of keys to the program."""
        os.write(self._master, keys)

    def end(self) -> int:
        """Wait until the program ends; close the terminal, and return the exit status."""
        while self.running.poll() is None:
            self._read()
        os.close(self._port)
        os.close(self._master)
        return self.running.returncode

    def _read(self) -> bool:
        """Read and draw pending output; return whether there was any."""
        if not select.select([self._master], [], [], _LOOK_S)[0]:
            return False
        self._text += os.read(self._master, 65536)
        try:
            text, self._text = self._text.decode(), b""
        except UnicodeDecodeError:
            return True
        self.said += text
        for numbers, letter, character in _PIECE.findall(text):
            if letter:
                self._obey(numbers, letter)
            else:
                self._put(character)
        return True

    def _put(self, character: str) -> None:
        if character == "\r":
            self._x = 0
        elif character == "\n":
            self._y = self._y + 1
            if self._y == self.lines:
                self._y -= 1
                self._cells = [*self._cells[1:], [" "] * self.columns]
        elif character >= " ":
            if self._x == self.columns:
                self._put("\r")
                self._put("\n")
            self._cells[self._y][self._x] = character
            self._x += 1

    def _obey(self, numbers: str, letter: str) -> None:
        if letter == "H":
            self._x = self._y = 0
        elif letter == "A":
            self._y = max(0, self._y - int(numbers or 1))
        elif letter == "K":
            self._cells[self._y][0 if numbers == "2" else self._x :] = []
            row = self._cells[self._y]
            row += [" "] * (self.columns - len(row))
        elif letter == "J" or numbers == "?1049":
            self._cells = [[" "] * self.columns for _ in range(self.lines)]


# Program that runs its other arguments as a command in the terminal named by its first argument.
OWN_TERMINAL = """
import os, sys
terminal = os.open(sys.argv[1], os.O_RDWR)
for number in range(3):
    os.dup2(terminal, number)
os.close(terminal)
os.execv(sys.argv[2], sys.argv[2:])
"""
