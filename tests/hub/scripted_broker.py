"""A broker with a hub behind it, for simulated tables on virtual time.

It shares no code with the table's client: it reads and writes the packets of MQTT 3.1.1 itself.
"""

import struct
from collections.abc import Callable
from typing import Any

from carrying import Hub

_CONNECT, _PUBLISH, _SUBSCRIBE, _PING, _GOODBYE = 1, 3, 8, 12, 14
_WITHOUT_ACK = 5  # code of a refused log-in


class ScriptedBroker:
    """Broker that answers the table's connections; attributes change what it does.

    `order` calls a method of the simulated world. `password` is the only password that the broker
    accepts. `loses` is called for each message of the table and each answer of the hub, and
    returns whether the message is lost. `on_connect` is called when a table opens a connection.
    """

    def __init__(self, order: Callable[..., Any], hub: Hub, password: str) -> None:
        self._order = order
        self._hub = hub
        self.password = password
        self.is_open = True  # whether it accepts connections
        self.is_hub_away = False
        self.loses: Callable[[], bool] = lambda: False
        self.speaks: Callable[[], bytes] = lambda: b""  # bytes to send in place of answers, if any
        self.on_connect: Callable[[], object] = lambda: None
        self.on_secure: Callable[[], object] = lambda: None  # called when TLS begins
        self.certificate = b""  # without one, a table that wants TLS gets no answer
        self.received = 0  # number of bytes from all tables
        self.logs_in = 0
        self.frames: list[bytes] = []
        self.topics: set[str] = set()
        self.receipts: list[str] = []
        self.hosts: list[str] = []  # names that tables expect in the certificate
        self._waiting: dict[int, bytes] = {}
        self._names: dict[int, str] = {}

    def pump(self) -> None:
        """Answer everything that the table has sent."""
        for what, handle, *rest in self._order("network.news"):
            if what == "connect":
                self.on_connect()
                self._order("network.accept" if self.is_open else "network.refuse", handle)
                self._waiting[handle] = b""
            elif what == "secure":
                self.hosts.append(rest[0])
                self.on_secure()
                if self.certificate:
                    self._order("network.show", handle, self.certificate)
            elif what == "data":
                self.received += len(rest[0])
                self._hear(handle, rest[0])
            elif what == "close":
                self._forget(handle)

    def _hear(self, handle: int, data: bytes) -> None:
        if self.speaks():
            self._order("network.deliver", handle, self.speaks())
        elif handle in self._waiting:
            self._waiting[handle] += data
            self._read(handle)

    def break_off(self) -> None:
        """Close all connections, as if the broker had crashed."""
        for handle in list(self._waiting):
            self._order("network.refuse", handle)
            self._forget(handle)

    def publish(self, topic: str, payload: bytes, last: str = "") -> None:
        """Send a message to each table that has logged in.

        If `topic` is empty, the topic is the table's own topic that ends with `last`.
        """
        for handle, name in self._names.items():
            self._send(handle, topic or f"marcoria/{name}/{last}", payload)

    def _forget(self, handle: int) -> None:
        self._waiting.pop(handle, None)
        self._names.pop(handle, None)

    def _read(self, handle: int) -> None:
        """Handle the packets that have arrived completely."""
        while handle in self._waiting:
            data = self._waiting[handle]
            length, shift, at = 0, 0, 1
            while True:
                if at >= len(data):
                    return
                length |= (data[at] & 127) << shift
                shift += 7
                at += 1
                if data[at - 1] < 128:
                    break
            if len(data) < at + length:
                return
            self._waiting[handle] = data[at + length :]
            self._take(handle, data[0] >> 4, data[at : at + length])

    def _take(self, handle: int, kind: int, body: bytes) -> None:
        if kind == _CONNECT:
            self._log_in(handle, body)
        elif kind == _SUBSCRIBE:
            self.topics.add(_text(body[2:]))
            self._order("network.deliver", handle, b"\x90\x03" + body[:2] + b"\0")
        elif kind == _PING:
            self._order("network.deliver", handle, b"\xd0\x00")
        elif kind == _PUBLISH:
            topic = _text(body)
            if not self.loses():
                self._message(handle, topic, body[2 + len(topic) :])
        elif kind == _GOODBYE:
            self._forget(handle)

    def _log_in(self, handle: int, body: bytes) -> None:
        assert body[:7] == b"\0\4MQTT\4", body  # name and version of the protocol
        fields = []
        rest = body[10:]
        while rest:
            fields.append(_text(rest))
            rest = rest[2 + len(fields[-1]) :]
        _, name, password = fields
        good = password == self.password
        self.logs_in += good
        if good:
            self._names[handle] = name
        self._order("network.deliver", handle, bytes((0x20, 2, 0, 0 if good else _WITHOUT_ACK)))

    def _message(self, handle: int, topic: str, payload: bytes) -> None:
        _, name, last = topic.split("/")
        assert name == self._names[handle]
        if self.is_hub_away:
            return
        if last == "ask":
            ack = self._hub.ask(name, *struct.unpack("<I", payload)).ack
        else:
            assert last == "frame"
            self.frames.append(payload)
            receipt = self._hub.take(name, payload)
            self.receipts.append(receipt.what)
            ack = receipt.ack
        if self.loses():
            return
        if ack is None:
            self._send(handle, f"marcoria/{name}/refused", b"unknown-table")
            return
        head = struct.pack("<Ii", ack["epoch"], ack.get("seq", -1))
        signed = b"".join(bytes.fromhex(str(ack[part])) for part in ("chain", "mac"))
        self._send(handle, f"marcoria/{name}/ack", head + signed)

    def _send(self, handle: int, topic: str, payload: bytes) -> None:
        body = struct.pack(">H", len(topic)) + topic.encode() + payload
        length = [len(body) & 127 | 128, len(body) >> 7] if len(body) > 127 else [len(body)]
        self._order("network.deliver", handle, bytes((0x30, *length)) + body)


def _text(data: bytes) -> str:
    (length,) = struct.unpack(">H", data[:2])
    return data[2 : 2 + length].decode()
