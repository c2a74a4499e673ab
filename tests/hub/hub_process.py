"""A hub in a process of its own, as `marcoria hub serve` starts it."""

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

_PROGRAM = "import sys; from marcoria.cli import main; sys.exit(main(sys.argv[1:]))"


class HubProcess:
    """Process of a hub with its database in a folder; `start` starts it again after `kill`."""

    def __init__(self, folder: Path, database: str = "", broker: str = "none") -> None:
        self.database = folder / "hub.sqlite"
        self._options = ["--db", database or str(self.database)]
        # Without a broker named, the hub runs its own one, at the same port after each start.
        self._broker = ["--broker", broker] if broker else []
        self.port, self.mqtt_port = 0, 0
        self.start()

    def start(self) -> None:
        """Start the hub, at the same port as before, and wait until it can be reached."""
        command = [sys.executable, "-c", _PROGRAM, "hub", "serve", "--host", "127.0.0.1"]
        command += ["--port", f"{self.port}", *self._options]
        command += self._broker or ["--mqtt-port", f"{self.mqtt_port}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+))/wall", line)
        assert found, line
        self.address, self.port = found[1], int(found[2])
        if not self._broker:
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
        """Return an answer in JSON."""
        return json.loads(self.get(path))
