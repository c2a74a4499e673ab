"""Processes of a hub and a worker: the commands `marcoria hub serve` and `hub worker`."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PROGRAM = "import sys; from marcoria.cli import main; sys.exit(main(sys.argv[1:]))"


def _environment() -> dict[str, str]:
    """Return the environment of a service or a container, in which Python buffers its output."""
    return {name: told for name, told in os.environ.items() if name != "PYTHONUNBUFFERED"}


class HubProcess:
    """Process of a hub; `start` starts it again after `kill`.

    An empty `database` stands for the file hub.sqlite in `folder`. If `broker` is empty, the hub
    runs its own broker. `more` has further options of `hub serve`. If `more` is not empty, any
    other `broker` is ignored.
    """

    def __init__(
        self, folder: Path, database: str = "", broker: str = "none", more: Sequence[str] = ()
    ) -> None:
        self.database = folder / "hub.sqlite"
        self._options = ["--db", database or str(self.database), *more]
        # If `broker` is empty, the hub runs its own broker, at the same port after each start.
        self._has_own_broker = not broker
        if broker and not more:
            self._options += ["--broker", broker]
        self.errors = folder / "errors.txt"  # the error output of the hub
        self.port, self.mqtt_port = 0, 0
        self.start()

    def start(self) -> None:
        """Start the hub, and wait until it can be reached; another start uses the same port."""
        command = [sys.executable, "-c", _PROGRAM, "hub", "serve", "--host", "127.0.0.1"]
        command += ["--port", f"{self.port}", *self._options]
        if self._has_own_broker:
            command += ["--mqtt-port", f"{self.mqtt_port}"]
        with self.errors.open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
                env=_environment(),
            )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+))/wall", line)
        assert found, line
        self.address, self.port = found[1], int(found[2])
        if self._has_own_broker:
            found = re.search(r"MQTT at port (\d+)", self.process.stdout.readline())
            assert found
            self.mqtt_port = int(found[1])

    def kill(self) -> None:
        """Kill the hub without warning."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()

    def get(self, path: str) -> str:
        """Return the text of a page."""
        with urllib.request.urlopen(self.address + path, timeout=20) as answer:
            return str(answer.read().decode())

    def ask(self, path: str) -> Any:
        """Return the parsed JSON answer at a path."""
        return json.loads(self.get(path))


class WorkerProcess:
    """Process of a worker; `start` starts it again after `kill`."""

    def __init__(self, database: str, broker: str) -> None:
        self._command = [sys.executable, "-c", _PROGRAM, "hub", "worker"]
        self._command += ["--db", database, "--broker", broker]
        self.start()

    def start(self) -> None:
        """Start the worker, and wait until it begins to work."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, env=_environment())
        assert self._process.stdout and self._process.stdout.readline()

    def kill(self) -> None:
        """Kill the worker without warning."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        """Return the process ID of the worker."""
        return self._process.pid

    def end(self) -> int:
        """End the worker with SIGTERM, as a service manager does; return its exit status."""
        self._process.terminate()
        assert self._process.stdout
        self._process.stdout.close()
        return self._process.wait()
