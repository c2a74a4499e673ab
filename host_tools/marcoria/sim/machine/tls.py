"""MicroPython's `tls`: a TLS client on a socket that never waits.

The bytes are not encrypted here but outside of the simulated network (`marcoria.sim.outside`).
Exchanging the keys takes virtual time, as on a board. The program's `verify_callback` decides
whether the certificate is trusted.
"""

from errno import ECONNRESET

from _board import socket_certificate, socket_secure, socket_trust
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from _buses import Buffer
    from _sockets import socket

PROTOCOL_TLS_CLIENT = 0
CERT_NONE = 0
CERT_OPTIONAL = 1
CERT_REQUIRED = 2

_NOTHING = bytearray(1)


class SSLContext:
    """Settings of TLS connections.

    `verify_callback(certificate, 0)` returns 0 to trust the other side's certificate, or a
    negative error number. If it is None, every certificate is trusted.
    """

    def __init__(self, protocol: int) -> None:
        if protocol != PROTOCOL_TLS_CLIENT:
            from _absent import absent

            raise absent("a server with TLS")
        self.verify_mode = CERT_REQUIRED
        self.verify_callback: "Callable[[memoryview, int], int] | None" = None

    def wrap_socket(
        self,
        sock: "socket",
        *,
        server_side: bool = False,
        do_handshake_on_connect: bool = True,
        server_hostname: "str | None" = None,
    ) -> "_SecureSocket":
        """Return a socket with TLS for the connection of `sock`."""
        if server_side or do_handshake_on_connect or self.verify_mode != CERT_OPTIONAL:
            from _absent import absent

            raise absent(
                "TLS other than a client with CERT_OPTIONAL and do_handshake_on_connect=False"
            )
        return _SecureSocket(self, sock, server_hostname or "")


class _SecureSocket:
    """A socket with TLS; the first calls of `write` and `readinto` exchange the keys."""

    def __init__(self, context: SSLContext, sock: "socket", host: str) -> None:
        self._context = context
        self._sock = sock
        self._is_open = False  # whether the keys were exchanged and the certificate is trusted
        self._error = 0
        data = bytearray(host.encode())
        socket_secure(sock._handle, 0, addressof(data), len(data))

    def _goes_on(self) -> bool:
        """Continue the exchange of keys; return whether it is done.

        Raise OSError if it has failed, also if the certificate is not trusted.
        """
        if not self._is_open:
            self._exchange_keys()
        return self._is_open

    def _exchange_keys(self) -> None:
        if self._error:
            raise OSError(self._error, "")
        handle = self._sock._handle
        count = socket_certificate(handle, 0, addressof(_NOTHING), 0)
        if count == 0:
            return  # the other side has not answered yet
        result = ECONNRESET
        if count > 0:
            data = bytearray(count)
            socket_certificate(handle, count, addressof(data), count)
            callback = self._context.verify_callback
            result = callback(memoryview(data), 0) if callback else 0
            if result > 0:
                raise ValueError(
                    "verify_callback returned more than 0: a board counts this as sent bytes"
                )
        socket_trust(handle, int(result == 0), 0)
        self._error = result
        self._is_open = result == 0
        if result:
            raise OSError(result, "")

    def write(self, data: "bytes | Buffer") -> "int | None":
        """Send bytes; return how many.

        Return None if there is no room, or the keys are not exchanged yet.
        """
        return self._sock.write(data) if self._goes_on() else None

    def readinto(self, data: "Buffer", count: int = -1) -> "int | None":
        """Receive bytes; return how many, 0 if the connection has ended.

        Return None if no bytes came, or the keys are not exchanged yet.
        """
        return self._sock.readinto(data, count) if self._goes_on() else None

    def close(self) -> None:
        """Close the connection."""
        self._sock.close()


def __getattr__(name: str) -> object:
    from _absent import absent

    raise absent("tls." + name)
