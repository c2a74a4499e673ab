"""Simulated USB cable between a page and a socket or a pty.

    cable = Cable(page)
    cable.plug("socket://127.0.0.1:5000")

The page gets a simulated `navigator.serial`, which passes bytes through.
"""

import json
import os
import socket
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

_STAND_IN = Path(__file__).with_name("serial_stand_in.js")
_MOST = 4096
_SOCKET = "socket://"
_WAIT_S = 10.0


class SocketEnd:
    """Connection to a simulated table. Its constructor opens the table's serial port."""

    def __init__(self, address: str) -> None:
        host, _, port = address.removeprefix(_SOCKET).partition(":")
        self._socket = socket.create_connection((host, int(port)), _WAIT_S)
        self._socket.settimeout(None)

    def read(self) -> bytes:
        """Return the next bytes, or b"" at the end of the connection."""
        with suppress(OSError):
            return self._socket.recv(_MOST)
        return b""

    def write(self, data: bytes) -> None:
        """Send bytes to the table."""
        self._socket.sendall(data)

    def close(self) -> None:
        """Close the connection, which also ends a blocked read."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


class PtyEnd:
    """Connection to a device by a pty. The pty stays open when the page closes its port."""

    def __init__(self, path: str) -> None:
        self._port = os.open(path, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._port)

    def read(self) -> bytes:
        """Return the next bytes, or b"" when the pty is closed."""
        with suppress(OSError):
            return os.read(self._port, _MOST)
        return b""

    def write(self, data: bytes) -> None:
        """Send all bytes to the device."""
        while data:
            data = data[os.write(self._port, data) :]

    def close(self) -> None:
        """Close the pty."""
        os.close(self._port)


class Cable:
    """Cable between a page and a device. Make it before the page is loaded.

    `heard` is called with the bytes that the device sends. `signals` lists the control signals
    that the page has set, and `speeds` the baud rates at which the page has opened the port.
    """

    def __init__(self, page: Page) -> None:
        self._tab = page
        self._door = serve(self._meet, "127.0.0.1", 0, max_size=None, compression=None)
        threading.Thread(target=self._door.serve_forever, daemon=True).start()
        port = self._door.socket.getsockname()[1]
        stand_in = _STAND_IN.read_text(encoding="utf-8")
        page.add_init_script(stand_in.replace("ADDRESS", f"ws://127.0.0.1:{port}"))
        self.busy = False  # whether another program uses the port
        self.signals: list[dict[str, bool]] = []
        self.speeds: list[int] = []
        self.heard: Callable[[bytes], object] = bytes
        self._end: Callable[[], SocketEnd | PtyEnd] | None = None
        self._page: ServerConnection | None = None

    def plug(self, address: str) -> None:
        """Connect the device at this address to the cable."""
        if address.startswith(_SOCKET):
            self._end = lambda: SocketEnd(address)
        else:
            end = PtyEnd(address)
            self._end = lambda: end

    def unplug(self) -> None:
        """Remove the device and drop the connection, even in the middle of a line."""
        self._end = None
        if self._page:
            self._page.close()

    def noise(self, data: bytes) -> None:
        """Send bytes to the page as if they came from the device."""
        assert self._page
        self._page.send(data)

    def close(self) -> None:
        """Leave the page, which would keep looking for its port, and stop the server."""
        self._tab.goto("about:blank")
        self.unplug()
        self._door.shutdown()

    # --- connections of the page's simulated serial port -------------------------------------

    def _meet(self, page: ServerConnection) -> None:
        assert page.request
        path, _, speed = page.request.path.partition("?")
        if path == "/ports":
            page.send("plugged" if self._end else "nothing")
        elif self.busy or not self._end:
            page.send("busy")
        else:
            self.speeds.append(int(speed))
            self._join(page, self._end())

    def _join(self, page: ServerConnection, end: SocketEnd | PtyEnd) -> None:
        self._page = page
        page.send("open")
        reading = threading.Thread(target=self._bring, args=(page, end), daemon=True)
        reading.start()
        with suppress(ConnectionClosed, OSError):
            for data in page:
                if isinstance(data, str):
                    self.signals.append(json.loads(data))
                else:
                    end.write(data)
        self._page = None
        if isinstance(end, SocketEnd):
            end.close()

    def _bring(self, page: ServerConnection, end: SocketEnd | PtyEnd) -> None:
        """Pass bytes from the device to the page until either side closes."""
        with suppress(ConnectionClosed):
            while data := end.read():
                self.heard(data)
                page.send(data)
            page.close()
