"""Client of a node process that runs MicroPython VMs and answers requests."""

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
    """An error in the VM or in its process.

    For an exception in Python code, the message is the traceback and `type` is the exception's
    name. `out` is what the request printed before the error. If the process has ended by itself,
    or if the board restarts again and again, `type` and `out` are empty.
    """

    def __init__(self, message: str, kind: str = "", out: str = "") -> None:
        super().__init__(message)
        self.type = kind
        self.out = out


class VMHung(VMError):
    """Raised if no answer came within the time limit; the process with its VM has been killed."""


class _Process:
    """A node process that runs `server`."""

    def __init__(self, server: Path) -> None:
        program, _ = node.find()
        # stderr is a file, because it is read only after the process has died. A pipe could fill
        # up before, and then the process would wait forever.
        self.stderr = tempfile.TemporaryFile()  # noqa: SIM115
        pipe = subprocess.PIPE
        self.popen = subprocess.Popen(
            [program, server], stdin=pipe, stdout=pipe, stderr=self.stderr
        )
        self.lines = _lines_of(self.popen)

    def end(self) -> None:
        """Kill the process."""
        self.popen.kill()
        self.popen.wait()
        self.stderr.close()


# Idle processes by their program. Reuse saves the start of node and V8's optimisation of the code.
_idle: dict[Path, list[_Process]] = {}


@atexit.register
def _end_idle() -> None:
    for process in chain.from_iterable(_idle.values()):
        process.end()


class Child:
    """Client of a node process that answers requests; `server` is the program of the process.

    `now` is the virtual time of the last answer, in the server's unit. If the process neither
    answers a request nor sends the message "alive" for `limit_s` seconds, it is killed. Several
    clients may use a process one after the other, each with a new VM.
    """

    def __init__(self, server: Path, limit_s: float) -> None:
        self.limit_s = limit_s
        self.now = 0.0
        self._server = server
        self._busy = False
        self._closed = False
        # Held during a request: answers have no number, so requests must not overlap.
        self._turn = threading.Lock()
        self._process = _idle[server].pop() if _idle.get(server) else _Process(server)

    def call(self, op: str, limit_s: float | None = None, /, **request: object) -> tuple[Any, str]:
        """Send a request; return the value of the answer, and the output during the request.

        `limit_s` replaces the limit of this client unless it is None. An error raises VMError.
        Requests of several threads run one after the other.
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
        """Keep the process for the next client, or kill it if a request has no answer yet.

        A process that has already ended is not kept.
        """
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
        """Return the next message, or None at the deadline.

        Raise VMError if the process has ended.
        """
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
        return VMHung(text + (f" Its last output:\n{out[-1000:]}" if out else ""), out=out)


def _lines_of(process: "subprocess.Popen[bytes]") -> "queue.SimpleQueue[bytes]":
    """Return a queue of the lines that a process prints; `b""` marks the end.

    A thread fills the queue, so that waiting for a line can have a timeout.
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
