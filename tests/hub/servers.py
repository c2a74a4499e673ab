"""Real servers for the tests of the hub: PostgreSQL and Mosquitto.

Each server listens at a free port that only this computer can reach. The tests must stop it.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

_LOCAL = "127.0.0.1"
_LIMIT_S = 60.0
_QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
_NOBODY = "postgres"  # user for PostgreSQL, which refuses to run as root


def program(name: str) -> str:
    """Return the path of a program that a test needs, such as a server or strace.

    If the program is missing, raise FileNotFoundError, or skip the test on a system without
    apt-get: `make servers` uses apt-get to install programs.
    """
    folders = [os.environ["PATH"], "/usr/sbin"]
    folders += sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    found = shutil.which(name, path=os.pathsep.join(folders))
    if not found and not shutil.which("apt-get"):
        pytest.skip(f"{name} is not installed, and there is no apt-get")
    if not found:
        raise FileNotFoundError(f"no {name} on this computer: run `make servers`")
    return found


def free_port() -> int:
    """Return a port at which nothing listens."""
    with socket.socket() as probe:
        probe.bind((_LOCAL, 0))
        return int(probe.getsockname()[1])


class Postgres:
    """PostgreSQL server; `database` makes an empty database on it."""

    def __init__(self) -> None:
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:
            self._as = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
        self._folder = Path(tempfile.mkdtemp(prefix="marcoria-postgres-"))
        if self._as:
            shutil.chown(self._folder, _NOBODY, _NOBODY)
        self._data = self._folder / "data"
        options = ["-D", self._data, "-A", "trust", "-U", "hub", "-E", "UTF8", "--no-sync"]
        self._run([program("initdb"), *options])
        self.port = free_port()
        self._count = 0
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        options = [f"listen_addresses={_LOCAL}", f"port={self.port}", "unix_socket_directories="]
        command = [program("postgres"), "-D", str(self._data)]
        command += [part for option in options for part in ("-c", option)]
        end = time.monotonic() + _LIMIT_S
        while True:  # a new server cannot start before all processes of a killed one have ended
            self._process = subprocess.Popen(command, cwd="/", **_QUIET, **self._as)
            if self._is_up(end):
                return

    def _is_up(self, end: float) -> bool:
        while self._process.poll() is None:
            try:
                psycopg.connect(self._address("postgres")).close()
                return True
            except psycopg.OperationalError:
                assert time.monotonic() < end, "PostgreSQL does not start"
                time.sleep(0.02)
        assert time.monotonic() < end, "PostgreSQL does not start"
        return False

    @property
    def pid(self) -> int:
        """Return the process ID of the server's main process, which starts the others."""
        return self._process.pid

    def ensure_up(self) -> None:
        """Start the server again if it has ended; wait until it accepts connections."""
        if self._process.poll() is not None or not self._is_up(time.monotonic() + _LIMIT_S):
            self.start()

    def database(self) -> str:
        """Return the address of a new, empty database."""
        self._count += 1
        name = f"hub{self._count}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as base:
            base.execute(f"CREATE DATABASE {name}".encode())
        return self._address(name)

    def kill(self) -> None:
        """Kill the server without warning."""
        self._process.kill()
        self._process.wait()

    def limit_files(self, most: str) -> None:
        """Limit the size of the server's files to `most` bytes, a number or "unlimited".

        A write beyond the limit fails, as on a full disk.
        """
        # New children inherit the limit of the main process, so set that limit first, and then
        # the limits of the existing children. Run `prlimit` as the server's user, because other
        # users need a special right to set the limits.
        each = f"for pid; do prlimit --fsize={most}:unlimited --pid $pid; done"
        for pids in ([self.pid], family(self.pid)):
            command = ["sh", "-c", each, "sh", *map(str, pids)]
            subprocess.run(command, check=False, cwd="/", **_QUIET, **self._as)

    def stop(self) -> None:
        """Stop the server, and remove its folder."""
        self._process.send_signal(signal.SIGQUIT)  # PostgreSQL then ends immediately
        self._process.wait()
        shutil.rmtree(self._folder)

    def _address(self, name: str) -> str:
        return f"postgresql://hub@{_LOCAL}:{self.port}/{name}"

    def _run(self, command: list[str | Path]) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd="/", **self._as)


class Mosquitto:
    """Mosquitto with a configuration file; `start` starts it again after `kill`."""

    def __init__(self, config: Path, port: int) -> None:
        self._config = config
        self.port = port
        self.start()

    def start(self) -> None:
        """Start the broker, and wait until it accepts connections."""
        command = [program("mosquitto"), "-c", str(self._config)]
        self._process = subprocess.Popen(command, **_QUIET)
        end = time.monotonic() + _LIMIT_S
        while not _accepts(self.port):
            assert self._process.poll() is None and time.monotonic() < end, "Mosquitto is not up"
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        """Return the ID of the server's process."""
        return self._process.pid

    def reload(self) -> None:
        """Let the broker read its passwords again."""
        self._process.send_signal(signal.SIGHUP)

    def kill(self) -> None:
        """Kill the broker without warning."""
        self._process.kill()
        self._process.wait()


def self_signed(folder: Path) -> tuple[Path, Path]:
    """Make a self-signed certificate for this computer; return its path and that of its key."""
    files = folder / "server.crt", folder / "server.key"
    command = [program("openssl"), "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=hub"]
    command += ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-addext", f"subjectAltName=IP:{_LOCAL}"]
    command += ["-out", str(files[0]), "-keyout", str(files[1])]
    subprocess.run(command, check=True, capture_output=True)
    return files


def _accepts(port: int) -> bool:
    try:
        socket.create_connection((_LOCAL, port), timeout=5).close()
    except OSError:
        return False
    return True


def family(pid: int) -> list[int]:
    """Return the ID of a process and those of its children."""
    found = [pid]
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text("utf-8").rpartition(") ")[2].split()
        except OSError:
            continue  # the process has just ended
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found
