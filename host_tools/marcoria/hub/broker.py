"""The hub's own MQTT broker, for a bar: the bar needs no other program.

This broker is fast enough for some 16 tables. A club with more tables runs Mosquitto.
"""

import asyncio
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable

from amqtt.adapters import BufferReader, StreamReaderAdapter, StreamWriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import Action, BrokerConfig, ListenerConfig, ListenerType
from amqtt.mqtt.connack import NOT_AUTHORIZED, ConnackPacket
from amqtt.mqtt.connect import ConnectPacket
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from marcoria.hub.addresses import BrokerAddress
from marcoria.hub.frame import MOST_BYTES
from marcoria.hub.mqtt import HUB_USER, TO_HUB, TO_TABLE, TOPIC

_LOCAL = "127.0.0.1"
_ANY = "0.0.0.0"  # all network addresses of this computer
_LISTENER = "tables"
_MOST_CONNECTIONS = 100
_GREETING_S = 10.0  # how long a new connection may take to send its first packet
_LARGEST = 2 * MOST_BYTES  # bytes of a packet
_SIZE_BYTES = 4  # maximum number of bytes of a packet's length in MQTT
_CONNECT = 0x10  # first byte of the packet with which a connection begins
# amqtt logs a warning for each client that closes its connection without a DISCONNECT packet.
logging.getLogger("amqtt").setLevel(logging.CRITICAL)
_log = logging.getLogger("marcoria.hub")


class OwnBroker:
    """MQTT broker in this process.

    `password_of` returns the password of a table, None if the table may send nothing. amqtt sees
    only clients that have given the right password. The name of a client's session is its user
    name: if clients could choose this name, one could end the session of another.
    """

    def __init__(self, password_of: Callable[[str], Awaitable[str | None]]) -> None:
        self._password_of = password_of
        self._password = secrets.token_hex(16)  # of the hub itself
        self._open = 0  # number of connections

    async def start(self, host: str, port: int) -> None:
        """Begin to accept connections; raise OSError if the port is not free."""
        self._host = _LOCAL if host == _ANY else host
        self._server = await asyncio.start_server(self._serve, host, port)
        self.port = int(self._server.sockets[0].getsockname()[1])
        listener = ListenerConfig(ListenerType.EXTERNAL)
        gate = f"{TopicGate.__module__}.{TopicGate.__name__}"
        config = BrokerConfig({"default": listener, _LISTENER: listener}, plugins={gate: {}})
        self._broker = _ForgetfulBroker(config)
        await self._broker.start()

    async def stop(self) -> None:
        """Accept no more connections, and end those that are open."""
        self._server.close()
        await self._broker.shutdown()

    @property
    def address(self) -> BrokerAddress:
        """Return the address under which the hub itself connects."""
        return BrokerAddress(self._host, self.port, HUB_USER, self._password, False)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= _MOST_CONNECTIONS:
                await self._admit(reader, StreamWriterAdapter(writer))
        except Exception as error:  # whatever a client does, the broker goes on
            _log.debug("a connection has ended: %s", error)
        finally:
            self._open -= 1
            writer.close()

    async def _admit(self, reader: asyncio.StreamReader, writer: StreamWriterAdapter) -> None:
        first = await asyncio.wait_for(_first_packet(reader), _GREETING_S)
        connect = await ConnectPacket.from_stream(BufferReader(first))
        user = connect.username or ""
        if not await self._is_right(user, connect.password or ""):
            await ConnackPacket.build(0, NOT_AUTHORIZED).to_stream(writer)
            return
        patience = 1.5 * connect.keep_alive or None
        connect.client_id = user
        connect.clean_session_flag = True  # a table that is away needs no old answers
        connect.will_flag = connect.will_retain_flag = False
        connect.keep_alive = 0  # `_LimitedReader` ends a silent connection; amqtt would not
        admitted = _LimitedReader(bytes(connect.to_bytes()), reader, patience)
        await self._broker.external_connected(admitted, writer, _LISTENER)

    async def _is_right(self, user: str, password: str) -> bool:
        wanted = self._password if user == HUB_USER else await self._password_of(user)
        return wanted is not None and hmac.compare_digest(wanted.encode(), password.encode())


async def _first_packet(reader: asyncio.StreamReader) -> bytes:
    """Return the first packet of a connection.

    Raise ConnectionError if it is not a CONNECT packet, or if it is too large.
    """
    head = await reader.readexactly(2)
    size, shift = head[-1] & 0x7F, 7
    while head[-1] & 0x80 and len(head) <= _SIZE_BYTES:
        head += await reader.readexactly(1)
        size |= (head[-1] & 0x7F) << shift
        shift += 7
    if head[0] != _CONNECT or head[-1] & 0x80 or size > _LARGEST:
        raise ConnectionError("this is no MQTT client")
    return head + await reader.readexactly(size)


class _ForgetfulBroker(Broker):
    """Broker that retains no message.

    amqtt would send a retained message to each client that subscribes to its topic, without asking
    `TopicGate`.
    """

    async def retain_message(
        self,
        source_session: Session | None,
        topic_name: str | None,
        data: bytes | bytearray | None,
        qos: int | None = None,
    ) -> None:
        """Store nothing."""


class _LimitedReader(StreamReaderAdapter):
    """Reader of a connection whose first packet was read already.

    It returns the bytes `first`, and then those of `reader`. It ends at a packet of more than
    `_LARGEST` bytes, or after `patience` seconds of silence. If `patience` is None, it waits
    without limit.
    """

    def __init__(self, first: bytes, reader: asyncio.StreamReader, patience: float | None) -> None:
        super().__init__(reader)
        self._first = first
        self._patience = patience
        self._has_ended = False

    async def read(self, n: int = -1) -> bytes:
        """Return n bytes, or b"" at the end."""
        if self._first:
            found, self._first = self._first[:n], self._first[n:]
            return found
        if self._has_ended or not 0 <= n <= _LARGEST:
            self._has_ended = True
            return b""
        try:
            return await asyncio.wait_for(super().read(n), self._patience)
        except (OSError, EOFError):  # TimeoutError is an OSError
            self._has_ended = True
            return b""


class TopicGate(BaseAuthPlugin, BaseTopicPlugin):
    """Plugin of amqtt that decides who may use which topics.

    A table may use only its own topics. The hub may use the topics of all tables.
    """

    async def authenticate(self, *, session: Session) -> bool:
        """Return True: `OwnBroker` has checked the password."""
        return True

    async def topic_filtering(
        self,
        *,
        session: Session | None = None,
        topic: str | None = None,
        action: Action | None = None,
    ) -> bool:
        """Return whether a client may publish or receive messages of a topic.

        Every subscription is allowed, because amqtt calls this method again before it delivers a
        message.
        """
        if action is Action.SUBSCRIBE:
            return True
        user = session.username if session else None
        is_from_table = (user != HUB_USER) == (action is Action.PUBLISH)
        words = TO_HUB if is_from_table else TO_TABLE
        _, name, *_ = [*(topic or "").split("/"), ""]
        name = name if user == HUB_USER else f"{user}"
        return topic in [TOPIC.format(name, word) for word in words]
