"""A node process in which VMs run, and its answers to requests."""

import atexit
import json
import queue
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from marcoria.sim.vm import node

_ENDED = "the VM's process has ended"


class VMError(Exception):
    """An exception inside the VM: the message is its traceback, `type` the exception's name.

    `out` is what the call had printed before.
    """

    def __init__(self, message: str, kind: str = "", out: str = "") -> None:
        super().__init__(message)
        self.type = kind
        self.out = out


class VMHung(VMError):
    """No answer within the time limit. The process has been ended: the VM is gone."""


class _Process:
    """A node process that runs `server`."""

    def __init__(self, server: Path) -> None:
        program, _ = node.find()
        # A file and not a pipe: nobody reads it unless the process dies, and it never fills up.
        self.stderr = tempfile.TemporaryFile()  # noqa: SIM115
        pipe = subprocess.PIPE
        self.popen = subprocess.Popen(
            [program, server], stdin=pipe, stdout=pipe, stderr=self.stderr
        )
        self.lines = _lines_of(self.popen)

    def end(self) -> None:
        """End it, whatever it is doing."""
        self.popen.kill()
        self.popen.wait()
        self.stderr.close()


# Processes that nobody needs now: the next VM runs there at once, and on code that V8 has made
# quick for the ones before.
_idle: dict[Path, list[_Process]] = {}


@atexit.register
def _end_idle() -> None:
    for process in chain.from_iterable(_idle.values()):
        process.end()


class Child:
    """A node process that answers requests; `server` is its program. `now` comes with answers.
    `limit_s` is how long nothing may be heard of it.
    The process may have served others before, one after the other, each with a VM of its own.
    """

    def __init__(self, server: Path, limit_s: float) -> None:
        self.limit_s = limit_s
        self.now = 0.0
        self._server = server
        self._busy = False
        self._closed = False
        self._turn = threading.Lock()  # an answer is the next one that comes, whoever asked
        self._process = _idle[server].pop() if _idle.get(server) else _Process(server)

    def call(self, op: str, limit_s: float | None = None, /, **request: object) -> tuple[Any, str]:
        """Send one request; return its value and what was printed meanwhile. Threads ask one after
        the other.
        """
        with self._turn:
            return self._answer(op, self.limit_s if limit_s is None else limit_s, request)

    def _answer(self, op: str, limit_s: float, request: Mapping[str, object]) -> tuple[Any, str]:
        if self._closed:
            raise VMError(_ENDED)
        self._busy = True
        self._send({"op": op, **request})
        out, deadline = "", time.monotonic() + limit_s
        while True:
            message = self._next(deadline)
            if message is None:
                raise self._hung(op, limit_s, out)
            if "alive" in message:
                deadline = time.monotonic() + limit_s
                continue
            if "out" in message:
                out += message["out"]
                continue
            self.now = message["now"]
            self._busy = False
            if "error" in message:
                raise VMError(message["error"].strip(), message["type"], out)
            return message.get("value"), out

    def close(self) -> None:
        """Leave the process to the next child, or end it if it is still busy."""
        if self._closed:
            return
        self._closed = True
        if self._busy or self._process.popen.poll() is not None:
            self._process.end()
        else:
            _idle.setdefault(self._server, []).append(self._process)

    def _send(self, request: Mapping[str, object]) -> None:
        stdin = self._process.popen.stdin
        assert stdin is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
        except (BrokenPipeError, ValueError):
            raise VMError(_ENDED) from None

    def _next(self, deadline: float) -> dict[str, Any] | None:
        """Return the next message, or None when the time is over."""
        try:
            line = self._process.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if not line:
            stderr = self._process.stderr
            stderr.seek(0)
            raise VMError(f"{_ENDED} {stderr.read().decode()}".strip())
        message: dict[str, Any] = json.loads(line)
        return message

    def _hung(self, op: str, limit_s: float, out: str) -> VMHung:
        self._process.popen.kill()
        text = f"the VM was still busy with `{op}` after {limit_s:g} s and was ended"
        text += ": does a loop neither end nor await?"
        return VMHung(text + (f"; last it printed:\n{out[-1000:]}" if out else ""), out=out)


def _lines_of(process: "subprocess.Popen[bytes]") -> "queue.SimpleQueue[bytes]":
    """Return the process's lines, then an empty one. A thread, so that waiting can have a
    limit.
    """
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    stdout = process.stdout
    assert stdout is not None

    def read() -> None:
        with stdout:
            for line in stdout:
                lines.put(line)
        lines.put(b"")

    threading.Thread(target=read, daemon=True).start()
    return lines
