"""The hub's side of MQTT: takes what tables publish to a broker, and publishes the answers."""

import asyncio
import logging
import re
import secrets
import struct
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from marcoria.hub.addresses import BrokerAddress
from marcoria.hub.door import Door
from marcoria.hub.frame import MOST_BYTES, packed
from marcoria.hub.ingest import Message

TO_HUB = FRAME, ASK = "frame", "ask"  # the last words of topics, as in marcoria/NAME/frame
TO_TABLE = ACK, REFUSED = "ack", "refused"
TOPIC = "marcoria/{}/{}"
HUB_USER = "hub"  # user name of the hub at the broker; a table uses its own name
_SHARED = "$share/hub/"  # prefix of a shared subscription: only one client gets a message
_NAME = re.compile(r"marcoria/([0-9a-f]{8})/(\w+)")
_EPOCH = struct.Struct("<I")
_MOST_WAITING = 5_000  # more messages are dropped, and the tables send them again
_SLOWEST_S = 30  # longest time between two tries to reach the broker
# Reasons for which a message is counted and not read.
RETAINED, OVERSIZED, OTHER_TOPIC = "retained", "oversized", "other-topic"
_log = logging.getLogger("marcoria.hub")


class MqttDoor:
    """MQTT client in its own thread, which passes the messages of tables on to a `Door`.

    If `is_shared`, the broker sends each message to only one client: the hub or one of its
    workers. After a lost connection the client connects again.
    """

    def __init__(self, door: Door, address: BrokerAddress, is_shared: bool) -> None:
        self._door = door
        self._address = address
        self._topics = [(_SHARED * is_shared + TOPIC.format("+", word), 0) for word in TO_HUB]
        self._loop = asyncio.get_running_loop()
        self._work: set[asyncio.Task[None]] = set()
        self.is_connected = False
        self._has_told = self._is_over = False
        # The client's name is secret: another client with the same name would end the connection.
        self._client = Client(CallbackAPIVersion.VERSION2, f"hub-{secrets.token_hex(16)}")
        self._client.username_pw_set(address.user, address.password)
        self._client.reconnect_delay_set(1, _SLOWEST_S)
        self._client.on_connect = self._connected
        self._client.on_subscribe = self._subscribed
        self._client.on_connect_fail = self._lost
        self._client.on_disconnect = self._lost
        self._client.on_message = self._heard
        if address.has_tls:
            self._client.tls_set(address.certificate or None)
            # The certificate identifies the broker, so the broker's computer may have any name.
            self._client.tls_insecure_set(bool(address.certificate))

    def start(self) -> None:
        """Connect to the broker, now or as soon as it can be reached."""
        self._client.connect_async(self._address.host, self._address.port)
        self._client.loop_start()

    async def stop(self) -> None:
        """Disconnect from the broker."""
        self._is_over = True
        self._client.disconnect()
        await asyncio.to_thread(self._client.loop_stop)

    # --- called in the client's thread --------------------------------------------------------

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self._tell(f"refuses the hub ({reason})")
        else:
            client.subscribe(self._topics)

    def _subscribed(self, _client: Client, _data: Any, _id: int, reasons: Any, _more: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            self._tell("does not let the hub subscribe")
        else:
            self.is_connected, self._has_told = True, False

    def _lost(self, *_: Any) -> None:
        self.is_connected = False
        self._tell("cannot be reached")

    def _tell(self, trouble: str) -> None:
        """Log trouble once, then none until the hub has subscribed; log none after `stop`."""
        if not self._has_told and not self._is_over:
            _log.warning("the broker at %s %s: trying again", self._address.shown, trouble)
            self._has_told = True

    def _heard(self, _client: Client, _data: Any, heard: MQTTMessage) -> None:
        message = message_of(heard)
        self._loop.call_soon_threadsafe(self._begin, message)

    # --- called in the event loop ---------------------------------------------------------------

    def _begin(self, message: Message) -> None:
        if len(self._work) < _MOST_WAITING:
            task = self._loop.create_task(self._answer(message))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    async def _answer(self, message: Message) -> None:
        receipt = await self._door.take(message)
        if not message.name:
            return
        if receipt.ack is None:
            self._publish(message.name, REFUSED, receipt.what.encode())
        else:
            self._publish(message.name, ACK, packed(receipt.ack))

    def _publish(self, name: str, word: str, payload: bytes) -> None:
        self._client.publish(TOPIC.format(name, word), payload)


def message_of(heard: MQTTMessage) -> Message:
    """Return the message that was received, with `refusal` set if it must not be read."""
    try:
        found = _NAME.fullmatch(heard.topic)
    except UnicodeDecodeError:
        found = None
    if not found or found[2] not in TO_HUB:
        return Message("", refusal=OTHER_TOPIC)
    name, word = found.groups()
    if heard.retain:
        return Message("", refusal=RETAINED)
    if len(heard.payload) > MOST_BYTES:
        return Message("", refusal=OVERSIZED)
    if word == FRAME:
        return Message(name, bytes(heard.payload))
    if len(heard.payload) != _EPOCH.size:
        return Message(name)  # an empty frame, which is counted as malformed
    return Message(name, epoch=_EPOCH.unpack(heard.payload)[0])
