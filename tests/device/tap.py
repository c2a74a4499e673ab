"""Cable between a command and a table; it counts the bytes that the command sends."""

import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_LOOK_S = 0.05
_PIECE = 4096


class Tap:
    """Proxy in front of a table's socket that counts the host's bytes in `sent`.

    `act` is called once, when `left` bytes were passed on and the host sends more.
    """

    def __init__(self, table: str) -> None:
        host, port = table.removeprefix("socket://").split(":")
        self._table = (host, int(port))
        self._door = socket.create_server(("127.0.0.1", 0))
        self.sent = 0
        self.left = 1 << 30
        self.act: Callable[[], object] = lambda: None
        self.over = threading.Event()

    @property
    def address(self) -> str:
        """Return the tap's address, for the option --table."""
        return f"socket://127.0.0.1:{self._door.getsockname()[1]}"

    def run(self) -> None:
        """Serve one host after another until `over` is set."""
        self._door.settimeout(_LOOK_S)
        while not self.over.is_set():
            try:
                host, _ = self._door.accept()
            except TimeoutError:
                continue
            with host, socket.create_connection(self._table) as table:
                self._carry(host, table)
        self._door.close()

    def _carry(self, host: socket.socket, table: socket.socket) -> None:
        while not self.over.is_set():
            for one in select.select([host, table], [], [], _LOOK_S)[0]:
                other = table if one is host else host
                try:
                    data = one.recv(_PIECE)
                    if data and one is host:
                        self._count(data, table)
                    elif data:
                        other.sendall(data)
                except OSError:
                    return
                if not data:
                    return

    def _count(self, data: bytes, table: socket.socket) -> None:
        """Pass on the host's bytes; call `act` before the first byte that exceeds `left`."""
        first = data[: max(self.left - self.sent, 0)]
        table.sendall(first)
        self.sent += len(first)
        if len(first) < len(data):
            self.left = 1 << 30
            self.act()
            rest = data[len(first) :]
            table.sendall(rest)
            self.sent += len(rest)


@contextmanager
def tapped(table: str) -> Iterator[Tap]:
    """Yield a tap on the table at this address while the block runs."""
    tap = Tap(table)
    worker = threading.Thread(target=tap.run)
    worker.start()
    try:
        yield tap
    finally:
        tap.over.set()
        worker.join()
