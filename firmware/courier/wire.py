"""Connections over WiFi whose methods never wait for the network."""

import errno
import select
import socket
from hashlib import sha256

from micropython import const

from courier.trouble import Trouble

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LONGEST_PACKET = const(512)  # maximum bytes of a received packet; no DNS answer has more
_TROUBLE = select.POLLERR | select.POLLHUP
# The result of `_check` for a wrong certificate: a fatal error of mbedTLS. It is negative, because
# `write` returns it, and a positive result of `write` would count as a number of sent bytes.
_REJECTED = const(-0x3000)


class Wire:
    """Connection to a broker, in the form that the MQTT client expects."""

    def __init__(self, address: str, port: int) -> None:
        self._socket: "Any" = socket.socket()
        self._stream = self._socket  # encrypts after `secure`
        self._certificate = b""
        self._is_rejected = False  # whether the broker has shown a wrong certificate
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

    def secure(self, host: str, certificate: bytes) -> None:
        """Encrypt from now on; `certificate` is the SHA-256 of the broker's certificate.

        The first calls of `send` and `recv_into` exchange the keys, and one of these calls takes
        more than a second. No data is sent to a broker with another certificate.
        """
        import tls

        context: "Any" = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
        # The table trusts this certificate alone and no authority, so only the callback decides.
        context.verify_mode = tls.CERT_OPTIONAL
        context.verify_callback = self._check
        self._certificate = certificate
        self._stream = context.wrap_socket(
            self._socket, server_hostname=host, do_handshake_on_connect=False
        )

    def _check(self, certificate: "Any", depth: int) -> int:
        """Return 0 to accept a certificate, _REJECTED to end the connection.

        The broker's own certificate, at depth 0, must be the known one. The certificates of its
        signers, at greater depths, do not matter.
        """
        if depth or sha256(certificate).digest() == self._certificate:
            return 0
        self._is_rejected = True
        return _REJECTED

    def _checked(self, call: "Callable[..., int | None]", *arguments: "Any") -> "int | None":
        """Call a method of the stream; raise Trouble if it rejects the broker's certificate."""
        try:
            return call(*arguments)
        except OSError:
            if self._is_rejected:
                raise Trouble("the certificate of the broker is not the one in the table")
            raise

    def send(self, data: bytes) -> int:
        """Send some of the bytes; return how many, 0 if none can be sent now."""
        return self._checked(self._stream.write, data) or 0

    def recv_into(self, data: bytearray, most: int) -> int:
        """Put at most `most` received bytes into a buffer; return how many, 0 after the end.

        Raise OSError with EAGAIN if nothing was received.
        """
        count = self._checked(self._stream.readinto, data, most)
        if count is None:
            raise OSError(errno.EAGAIN, "")
        return int(count)

    def close(self) -> None:
        """Close the connection."""
        self._poll.unregister(self._socket)
        if self._stream is not self._socket:
            self._stream.close()
        self._socket.close()


class Asking:
    """UDP socket for questions to the server at an address and a port."""

    def __init__(self, to: "tuple[str, int]") -> None:
        self._to = to
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
