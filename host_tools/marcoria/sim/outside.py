"""The outside of a simulated table's WiFi: connections become sockets of this computer."""

import json
import socket
import ssl
import time
from contextlib import suppress

from marcoria.sim.simtable import SimTable

_AT_ONCE = 4096  # maximum number of bytes that are received from a socket in one call of `pump`

# Name and password of the WiFi of simulated tables.
_SSID, _PASSWORD = "simulated", "simulated"
_TIME_SERVER = {"pool.ntp.org": "10.0.0.1"}


def network_file(host: str, port: int, sha256: str = "") -> str:
    """Return the network settings (JSON) of a table that reports to the MQTT broker at `host`.

    The table uses the simulated WiFi. With `sha256`, a hash in base64, the table uses TLS and
    trusts only the certificate with this hash.
    """
    broker = {"host": host, "port": port, "sha256": sha256}
    return json.dumps({"ssid": _SSID, "password": _PASSWORD, **broker})


def open_wifi(table: SimTable, host: str) -> None:
    """Switch the simulated WiFi on.

    The WiFi's name server knows the address of `host`, if this computer finds it. The WiFi's time
    server has the time of this computer.
    """
    table.set("network.points", {_SSID: _PASSWORD})
    table.set("network.began_ms", int(time.time() * 1000 - table.now))
    names = dict(_TIME_SERVER)
    with suppress(OSError):
        names[host] = socket.gethostbyname(host)
    table.set("network.names", names)


class Outside:
    """Sockets of this computer for the TCP connections of a simulated table.

    `pump` must be called often.
    """

    def __init__(self, table: SimTable) -> None:
        self._table = table
        self._last = time.monotonic()  # real time at which the table last used its network
        self._sockets: dict[int, socket.socket] = {}
        self._opening: set[int] = set()
        self._secret: dict[int, ssl.SSLSocket] = {}  # sockets that exchange keys
        self._unsent: dict[int, bytes] = {}
        self._ending: set[int] = set()  # sockets that the table has closed

    def pump(self) -> None:
        """Transfer bytes and events in both directions between the table and its connections."""
        for what, handle, *rest in self._table.order("network.news"):
            self._last = time.monotonic()
            if what == "connect":
                self._connect(handle, *rest)
            elif what == "secure" and handle in self._sockets:
                self._secure(handle, *rest)
            elif what == "data" and handle in self._sockets:
                self._unsent[handle] += rest[0]
            elif what == "close":
                self._ending.add(handle)
        for handle in list(self._sockets):
            self._serve(handle)

    def quiet_s(self) -> float:
        """Return the seconds of real time since the table last used its network."""
        return time.monotonic() - self._last

    def close(self) -> None:
        """Close all sockets."""
        for handle in list(self._sockets):
            self._close(handle)

    def _connect(self, handle: int, host: str, port: int) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        with suppress(BlockingIOError):
            try:
                connection.connect((host, port))
            except BlockingIOError:
                raise
            except OSError:
                connection.close()
                self._table.order("network.refuse", handle)
                return
        self._sockets[handle] = connection
        self._unsent[handle] = b""
        self._opening.add(handle)

    def _secure(self, handle: int, host: str) -> None:
        """Begin TLS on a connection; the table decides whether it trusts the certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        found = context.wrap_socket(
            self._sockets[handle], server_hostname=host or None, do_handshake_on_connect=False
        )
        self._sockets[handle] = self._secret[handle] = found

    def _serve(self, handle: int) -> None:
        """Continue to open a connection, or transfer its bytes in both directions.

        If the connection has failed or ended, tell the table and close the connection. If the
        table has closed the connection, close it after the last byte is sent.
        """
        connection = self._sockets[handle]
        try:
            if handle in self._opening:
                if not self._is_open(connection):
                    if handle in self._ending:
                        self._close(handle)
                    return
                self._opening.discard(handle)
                self._table.order("network.accept", handle)
            if handle in self._secret:
                if handle in self._ending:
                    self._close(handle)
                    return
                self._secret[handle].do_handshake()
                certificate = self._secret.pop(handle).getpeercert(binary_form=True)
                self._table.order("network.show", handle, certificate)
            if self._unsent[handle]:
                sent = connection.send(self._unsent[handle])
                self._unsent[handle] = self._unsent[handle][sent:]
            if handle in self._ending:
                if not self._unsent[handle]:
                    self._close(handle)
                return
            data = connection.recv(_AT_ONCE)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except OSError:
            self._table.order("network.refuse", handle)
            self._close(handle)
            return
        if data:
            self._table.order("network.deliver", handle, data)
        else:
            self._table.order("network.finish", handle)
            self._close(handle)

    def _is_open(self, connection: socket.socket) -> bool:
        """Return whether a connection is open; raise OSError if it has failed."""
        error = connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error:
            raise OSError(error, "the connection was refused")
        try:
            connection.getpeername()
        except OSError:
            return False
        return True

    def _close(self, handle: int) -> None:
        connection = self._sockets.pop(handle, None)
        self._opening.discard(handle)
        self._ending.discard(handle)
        self._secret.pop(handle, None)
        self._unsent.pop(handle, None)
        if connection:
            connection.close()
