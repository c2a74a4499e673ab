"""Connections over WiFi that never make the table wait: every call returns at once."""

import errno
import select
import socket

from micropython import const

from courier.lookup import DNS_PORT, MULTICAST, is_local
from courier.trouble import Trouble

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

_LONGEST_PACKET = const(512)  # most bytes of an answer to a look-up
_TROUBLE = select.POLLERR | select.POLLHUP


class Wire:
    """Connection to a broker, in the form that the MQTT client expects."""

    def __init__(self, address: str, port: int) -> None:
        self._socket: "Any" = socket.socket()
        self._poll = select.poll()
        try:
            self._socket.setblocking(False)
            self._socket.connect((address, port))
        except OSError as error:
            if error.errno != errno.EINPROGRESS:
                self._socket.close()
                raise
        self._poll.register(self._socket, select.POLLOUT)

    def is_open(self) -> bool:
        """Return whether the broker has accepted the connection; raise Trouble if it refuses."""
        for _, events in self._poll.ipoll(0):
            if events & _TROUBLE:
                raise Trouble("the broker refuses the connection")
            return True
        return False

    def send(self, data: bytes) -> int:
        """Send some of the bytes; return how many."""
        return self._socket.write(data) or 0

    def recv_into(self, data: bytearray, most: int) -> int:
        """Fill a buffer with received bytes; return how many, 0 after the end.

        Raise OSError with EAGAIN if nothing was received.
        """
        count = self._socket.readinto(data, most)
        if count is None:
            raise OSError(errno.EAGAIN, "")
        return int(count)

    def close(self) -> None:
        """Close the connection."""
        self._poll.unregister(self._socket)
        self._socket.close()


class Asking:
    """Socket for packets that ask for an address; `server` is the network's name server."""

    def __init__(self, host: str, server: str) -> None:
        self._to = MULTICAST if is_local(host) else (server, DNS_PORT)
        self._socket: "Any" = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def ask(self, packet: bytes) -> None:
        """Send a packet."""
        self._socket.sendto(packet, self._to)

    def heard(self) -> bytes:
        """Return a packet that has arrived, b"" if there is none."""
        try:
            data: bytes = self._socket.recvfrom(_LONGEST_PACKET)[0]
        except OSError as error:
            if error.errno != errno.EAGAIN:
                raise
            return b""
        return data

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
