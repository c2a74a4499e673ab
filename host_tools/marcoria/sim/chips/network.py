"""Model of the WiFi, and of the connections that go through it to the outside.

The model includes the access points, the name server, the time server and the delay of packets.
All other hosts are the outside: a test, or real sockets (`marcoria.sim.outside`). The outside
calls `news` to get what the board has sent, and answers with `accept`, `refuse`, `show`,
`deliver`, `finish` and `reply`. The outside also does the encryption for TLS: the model carries
plain bytes.
"""

from errno import EAGAIN, ECONNRESET, EHOSTUNREACH, EINPROGRESS, ENOTCONN

from marcoria.sim.chips import prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from marcoria.sim.chips.kernel import Clock
    from marcoria.sim.chips.seams import Buffer

# States of the WiFi, as `WLAN.status` of an ESP32 returns them.
IDLE, CONNECTING, JOINED, WRONG_PASSWORD, NO_ACCESS_POINT = 1000, 1001, 1010, 202, 201
STREAM, PACKETS = 1, 2  # kinds of sockets
_IN, _OUT, _ERROR, _HANG_UP = 1, 4, 8, 16  # events of a poll
_NEW, _OPENING, _OPEN, _REFUSED = 0, 1, 2, 3  # states of a connection
_OUTWARD, _INWARD = 0, 1  # directions: from the board, to the board
_JOIN_US = 1_500_000  # time from `join` until the board is in the WiFi, or its password is refused
_SEARCH_US = 3_000_000  # time from `join` until the chip reports that there is no such WiFi
_WINDOW = 5744  # maximum number of bytes that may wait to be sent, as in the ESP32's network stack
DNS_PORT = 53
MDNS_PORT = 5353
NTP_PORT = 123
_FROM_1900_TO_1970_S = 2_208_988_800
_TTL = b"\0\0\0\x3c"


class _Socket:
    """Socket of the board."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.state = _NEW
        self.received = bytearray()
        self.packets: "list[bytes]" = []
        # Number of bytes that the board has sent during a fault of the WiFi. They fill the send
        # buffer for ever: the model does not send them after the fault.
        self.waiting = 0
        self.ended = False  # whether the other side has closed the connection
        self.certificate: "bytes | None" = b""  # b"" until it arrives, None after a failure
        # Time at which the last item arrives, for each direction. No item overtakes another.
        self.last = [0, 0]


class SimNetwork:
    """WiFi of the board; attributes may be changed while the board runs.

    `points` maps the names of access points in reach to their passwords. `names` maps the names of
    hosts to their IPv4 addresses. A packet takes `delay_us`, and `byte_us` more for each byte, in
    each direction; a query to the DNS, mDNS or time server takes no time, its answer does.
    `began_ms` is the Unix time in ms at the time 0 of the clock; if it is 0, the time server does
    not answer.

    Faults: `is_down` (True: all access points are off), `is_deaf` (True: packets get lost in both
    directions without an error, as on a half-open connection), `answers_names` (False: no DNS or
    mDNS query is answered), `portal` (an address that every name gets, as from a captive portal;
    "" for none), `byte_us` (more than 1: a slow network).

    `on_news` is called after each new item of `news`. Only code in the process of the model can
    set it.
    """

    def __init__(self, clock: "Clock") -> None:
        self.clock = clock
        self.points: "dict[str, str]" = {}
        self.names: "dict[str, str]" = {}
        self.began_ms = 0
        self.delay_us = 2_000
        self.byte_us = 1
        self.is_down = self.is_deaf = False
        self.answers_names = True
        self.portal = ""
        self.opened = 0  # number of sockets that were ever opened
        self.joins = 0
        self.on_news: "Callable[[], object] | None" = None
        self._status = IDLE
        self._is_active = False
        self._sockets: "dict[int, _Socket]" = {}
        self._news: "list[tuple[Any, ...]]" = []

    # --- the outside ------------------------------------------------------------------------

    def news(self) -> "list[tuple[Any, ...]]":
        """Return and remove the items that have reached the outside since the last call.

        The items are ("connect", handle, host, port), ("secure", handle, host), ("data", handle,
        bytes), ("close", handle) and ("packet", handle, host, port, bytes). After "secure" the
        outside exchanges keys, and then calls `show`.
        """
        news, self._news = self._news, []
        return news

    def accept(self, handle: int) -> None:
        """Accept a connection of the board."""
        self._later(handle, lambda socket: self._become(socket, _OPEN))

    def refuse(self, handle: int) -> None:
        """Refuse a connection of the board, or break an open one."""
        self._later(handle, lambda socket: self._become(socket, _REFUSED))

    def show(self, handle: int, certificate: bytes) -> None:
        """Show the board the certificate of the other side, after the keys were exchanged."""

        def arrive(socket: _Socket) -> None:
            socket.certificate = certificate

        self._later(handle, arrive, len(certificate))

    def deliver(self, handle: int, data: bytes) -> None:
        """Send bytes to the board over a connection."""

        def arrive(socket: _Socket) -> None:
            socket.received.extend(data)

        self._later(handle, arrive, len(data))

    def finish(self, handle: int) -> None:
        """Close a connection of the board from the other side."""

        def end(socket: _Socket) -> None:
            socket.ended = True

        self._later(handle, end)

    def reply(self, handle: int, data: bytes) -> None:
        """Send a packet to a socket of the board."""
        self._later(handle, lambda socket: socket.packets.append(data), len(data))

    def _become(self, socket: _Socket, state: int) -> None:
        socket.state = state
        if state == _REFUSED:
            socket.certificate = None

    def _later(self, handle: int, arrive: "Callable[[_Socket], object]", count: int = 0) -> None:
        """Call `arrive` with the socket of `handle` after the time that `count` bytes need.

        Do not call it if the bytes get lost on the way, or if the board meanwhile closes the
        socket or stops.
        """
        socket = self._sockets.get(handle)
        if socket is None or not self._carries():
            return

        def ring() -> None:
            if handle in self._sockets and self._carries():
                arrive(socket)

        self._in_order(socket, _INWARD, self.delay_us + count * self.byte_us, ring)

    def _in_order(self, socket: _Socket, way: int, us: int, ring: "Callable[[], object]") -> None:
        """Call `ring` after `us`, but not before the last item of `socket` in this direction."""
        last = max(self.clock.now + us, socket.last[way])
        socket.last[way] = last
        self.clock.at(last - self.clock.now, ring)

    def _carries(self) -> bool:
        return not self.is_down and not self.is_deaf

    def _leaves(self, socket: _Socket, news: "tuple[Any, ...]", count: int = 0) -> None:
        """Add an item to the news for the outside after the time that `count` bytes need.

        Do not add it if the bytes get lost on the way.
        """

        def ring() -> None:
            if self._carries():
                self._tell(news)

        if self._carries():
            self._in_order(socket, _OUTWARD, self.delay_us + count * self.byte_us, ring)

    def _tell(self, news: "tuple[Any, ...]") -> None:
        self._news.append(news)
        if self.on_news is not None:
            self.on_news()

    # --- the board's WiFi -------------------------------------------------------------------

    def activate(self, on: bool) -> int:
        """Switch the WiFi on or off; return the time that this takes, in us.

        Afterwards the board is in no WiFi, even if the WiFi was already on.
        """
        changes = on != self._is_active
        self._is_active = on
        self._status = IDLE
        return prices.WIFI_ON if changes and on else prices.SOCKET_CALL

    def join(self, ssid: str, password: str) -> None:
        """Begin to join a WiFi; `status` later returns the result."""
        self.joins += 1
        self._status = CONNECTING
        number = self.joins
        found = ssid in self.points and not self.is_down

        def ring() -> None:
            if number != self.joins or not self._is_active or self._status != CONNECTING:
                return
            if not found or ssid not in self.points:
                self._status = NO_ACCESS_POINT
            else:
                self._status = JOINED if self.points[ssid] == password else WRONG_PASSWORD

        self.clock.at(_JOIN_US if found else _SEARCH_US, ring)

    def status(self) -> int:
        """Return the state of the WiFi."""
        if self._status == JOINED and self.is_down:
            return CONNECTING
        return self._status

    def reset(self) -> None:
        """Close all sockets and leave the WiFi, because the board stops or restarts.

        Data on its way to the board gets lost.
        """
        for handle, socket in self._sockets.items():
            self._end(handle, socket)
        self._sockets = {}
        self._is_active = False
        self._status = IDLE

    def _end(self, handle: int, socket: _Socket) -> None:
        """Tell the outside that a connection has ended, even if packets get lost."""
        self._in_order(socket, _OUTWARD, 0, lambda: self._tell(("close", handle)))

    # --- the board's sockets ----------------------------------------------------------------
    # A negative result is an error code of the module `errno`, with a minus sign.

    def open(self, kind: int) -> int:
        """Open a socket and return its handle."""
        self.opened += 1
        self._sockets[self.opened] = _Socket(kind)
        return self.opened

    def connect(self, handle: int, host: str, port: int) -> int:
        """Begin to open a connection.

        Return -EINPROGRESS, or -EHOSTUNREACH if the board is not in a WiFi.
        """
        if self.status() != JOINED:
            return -EHOSTUNREACH
        socket = self._sockets[handle]
        socket.state = _OPENING
        self._leaves(socket, ("connect", handle, host, port))
        return -EINPROGRESS

    def secure(self, handle: int, host: str) -> None:
        """Begin to exchange keys with the other side, whose name is `host`."""
        self._leaves(self._sockets[handle], ("secure", handle, host))

    def certificate(self, handle: int) -> "bytes | None":
        """Return the other side's certificate: b"" before it arrives, None after a failure."""
        socket = self._sockets[handle]
        return None if socket.ended else socket.certificate

    def trust(self, handle: int, trusts: bool) -> None:
        """Keep the connection if the board trusts the certificate (`trusts`), else end it."""
        if not trusts:
            socket = self._sockets[handle]
            self._become(socket, _REFUSED)
            self._leaves(socket, ("close", handle))

    def send(self, handle: int, data: bytes) -> int:
        """Send as many of the bytes as fit into the send buffer; return how many."""
        socket = self._sockets[handle]
        if socket.state != _OPEN:
            return -ECONNRESET if socket.state == _REFUSED else -ENOTCONN
        count = min(len(data), _WINDOW - socket.waiting)
        if not count:
            return -EAGAIN
        if not self._carries():
            socket.waiting += count
            return count
        self._leaves(socket, ("data", handle, bytes(data[:count])), count)
        return count

    def send_to(self, handle: int, host: str, port: int, data: bytes) -> int:
        """Send a packet and return its length; the model itself answers DNS, mDNS and NTP."""
        if self.status() != JOINED:
            return -EHOSTUNREACH
        if port in (DNS_PORT, MDNS_PORT):
            self._look_up(handle, data, port == MDNS_PORT)
        elif port == NTP_PORT:
            self._tell_time(handle, data)
        else:
            news = ("packet", handle, host, port, bytes(data))
            self._leaves(self._sockets[handle], news, len(data))
        return len(data)

    def receive(self, handle: int, most: int) -> "bytes | int":
        """Return received bytes, or the next packet; at most `most` bytes.

        Return b"" at the end of a connection, -EAGAIN if nothing has arrived.
        """
        socket = self._sockets[handle]
        if socket.kind == PACKETS:
            return socket.packets.pop(0)[:most] if socket.packets else -EAGAIN
        if socket.received:
            data = bytes(socket.received[:most])
            socket.received = socket.received[most:]
            return data
        if socket.state == _REFUSED:
            return -ECONNRESET
        return b"" if socket.ended else -EAGAIN

    def events(self, handle: int) -> int:
        """Return the events of a socket, as flags of the module `select`."""
        socket = self._sockets[handle]
        if socket.state == _REFUSED:
            return _ERROR | _HANG_UP
        events = _IN if socket.received or socket.packets or socket.ended else 0
        return events | (_OUT if socket.state == _OPEN or socket.kind == PACKETS else 0)

    def close(self, handle: int) -> None:
        """Close a socket."""
        socket = self._sockets.pop(handle, None)
        if socket is not None:
            self._leaves(socket, ("close", handle))

    # --- names ------------------------------------------------------------------------------

    def _look_up(self, handle: int, packet: "bytes | Buffer", is_local: bool) -> None:
        """Answer a DNS query like a name server or, if `is_local`, like the host itself (mDNS)."""
        if not self.answers_names:
            return
        labels, at = [], 12
        while packet[at]:
            labels.append(bytes(packet[at + 1 : at + 1 + packet[at]]))
            at += packet[at] + 1
        name = b".".join(labels).decode()
        whole = bytes(packet[12 : at + 1])
        address = self.portal or self.names.get(name)
        record = b"\0\1\0\1" + _TTL + b"\0\4"
        if address is not None:
            record += bytes([int(part) for part in address.split(".")])
        if is_local:
            if address is not None:
                head = b"\0\0\x84\0\0\0\0\1\0\0\0\0"
                self.reply(handle, head + whole + record)
            return
        flags, count = (b"\x81\x80", b"\0\1") if address is not None else (b"\x81\x83", b"\0\0")
        head = bytes(packet[:2]) + flags + b"\0\1" + count + b"\0\0\0\0"
        question = bytes(packet[12 : at + 5])
        self.reply(
            handle, head + question + (b"\xc0\x0c" + record if address is not None else b"")
        )

    # --- time -------------------------------------------------------------------------------

    def _tell_time(self, handle: int, packet: "bytes | Buffer") -> None:
        """Answer an NTP query, unless `began_ms` is 0; ignore other packets."""
        if not self.began_ms or packet[0] & 7 != 3:
            return
        ms = self.began_ms + self.clock.now // 1000
        seconds = (ms // 1000 + _FROM_1900_TO_1970_S) & 0xFFFFFFFF
        part = (ms % 1000 << 32) // 1000
        stamp = seconds.to_bytes(4, "big") + part.to_bytes(4, "big")
        head = b"\x24\x02\x06\xec" + bytes(12) + stamp  # version 4, mode 4 (server), stratum 2
        self.reply(handle, head + bytes(packet[40:48]) + stamp + stamp)
