"""Run `marcoria table` as a process of its own, on a free port."""

import json
import os
import signal
import socket
import subprocess
import sys
from types import TracebackType

_LIMIT_S = 120
# Change the command's default port, which may be in use on this computer.
_COMMAND = """
import sys
from marcoria.commands import table
table.USUAL_PORT = int(sys.argv[1])
from marcoria.cli import main
sys.exit(main(["table", "--headless", "--json", *sys.argv[2:]]))
"""


def free_port() -> int:
    """Return an unused port below the range that the system assigns at random."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("no port is free")


class TableProcess:
    """Process of `marcoria table --headless --json`, with the default port changed to `port`.

    `typed` has more arguments of the command. `complained` has the command's text on standard
    error once the command has ended.
    """

    def __init__(self, port: int, *typed: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND, str(port), *typed],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        self.complained = ""

    def answer(self) -> dict[str, str]:
        """Wait for the command's answer, and return it."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, self.end()
        return dict(json.loads(line))

    def runs(self) -> bool:
        """Return whether the command still runs."""
        return self._process.poll() is None

    def status(self) -> int:
        """Wait until the command ends by itself, and return its exit status."""
        _, self.complained = self._process.communicate(timeout=_LIMIT_S)
        return self._process.returncode

    def end(self) -> str:
        """Send Ctrl-C if the command still runs; return the command's text on standard error."""
        if self.runs():
            os.killpg(self._process.pid, signal.SIGINT)
        self.status()
        return self.complained

    def kill(self) -> None:
        """Kill the command without letting it write anything."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self.status()

    def __enter__(self) -> "TableProcess":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.runs():
            self.kill()
