"""A broker, and an MQTT client that acts as a table; docs/hub.md describes the topics."""

import queue
import re
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from marcoria.cli import main
from marcoria.errors import TableError
from marcoria.hub.carrier import HubAt
from marcoria.hub.frame import NO_RECORD, Ack, mqtt_password, name_of
from servers import Mosquitto, free_port

LOCAL = "127.0.0.1"
LIMIT_S = 30.0
_ACK = struct.Struct("<Ii16s16s")


class MqttTable:
    """Table that reports over MQTT, with methods like those of `HubAt`.

    Only `enrol` uses HTTP, with `pages`. If `password` is empty, it is derived from the key.
    `client` is the client ID; if it is empty, the broker chooses one.
    """

    def __init__(
        self, pages: HubAt, port: int, key: bytes, password: str = "", client: str = ""
    ) -> None:
        self._pages = pages
        self._port = port
        self.key = key
        self.name = name_of(key)
        self.heard: queue.Queue[MQTTMessage] = queue.Queue()
        self.patience = LIMIT_S  # seconds to wait for an answer
        self.connections = 0
        self.ready = threading.Event()  # set when the broker has confirmed the subscription
        self.refusal: queue.Queue[str] = queue.Queue()
        self.client = Client(CallbackAPIVersion.VERSION2, client)
        self.client.username_pw_set(self.name, password or mqtt_password(key))
        self.client.reconnect_delay_set(1, 1)
        self.topics = [f"marcoria/{self.name}/{word}" for word in ("ack", "refused")]
        self.client.on_connect = self._connected
        self.client.on_subscribe = lambda *_: self.ready.set()
        self.client.on_message = lambda _client, _data, message: self.heard.put(message)

    def _connected(self, client: Client, _data, _flags, reason, _more) -> None:
        if reason.is_failure:
            self.refusal.put(str(reason))
        else:
            self.connections += 1
            client.subscribe([(topic, 0) for topic in self.topics])

    def connect(self) -> None:
        """Begin to connect to the broker, without waiting for `ready`."""
        self.client.connect_async(LOCAL, self._port)
        self.client.loop_start()

    def stop(self) -> None:
        """Disconnect from the broker."""
        self.client.disconnect()
        self.client.loop_stop()

    def enrol(self, title: str, key: bytes, code: str) -> str:
        """Enrol the table over HTTP, and return its name."""
        return self._pages.enrol(title, key, code)

    def publish(self, word: str, payload: bytes, name: str = "", retain: bool = False) -> None:
        """Publish to a topic of this table, or of the table `name`."""
        topic = f"marcoria/{name or self.name}/{word}"
        self.client.publish(topic, payload, retain=retain)

    def take(self, name: str, frame: bytes) -> dict[str, int | str]:
        """Send a frame, and return the acknowledgement."""
        return self._answer("frame", frame)

    def acknowledgement(self, name: str, epoch: int) -> dict[str, int | str]:
        """Ask which records of a journal the hub has, and return the acknowledgement."""
        return self._answer("ask", struct.pack("<I", epoch))

    def _answer(self, word: str, payload: bytes) -> dict[str, int | str]:
        while not self.heard.empty():
            self.heard.get()  # drop an answer that came too late
        self.publish(word, payload)
        return self.next_answer()

    def next_answer(self) -> dict[str, int | str]:
        """Return the next acknowledgement; raise TableError if the hub refuses or is late."""
        try:
            message = self.heard.get(timeout=self.patience)
        except queue.Empty as error:
            raise TableError("late", "no answer") from error
        if message.topic.endswith("refused"):
            raise TableError(message.payload.decode(), "refused")
        epoch, seq, chain, mac = _ACK.unpack(message.payload)
        fields = Ack(epoch, seq, chain).fields(self.key)
        assert fields["mac"] == mac.hex() and (seq == NO_RECORD) == ("seq" not in fields)
        return fields


@contextmanager
def connected(pages: HubAt, port: int, key: bytes, client: str = "") -> Iterator[MqttTable]:
    """Connect a table that is enrolled with `key`, and yield it; disconnect it afterwards."""
    table = MqttTable(pages, port, key, client=client)
    table.connect()
    try:
        assert table.ready.wait(LIMIT_S)
        yield table
    finally:
        table.stop()


class ClubBroker:
    """Mosquitto with the files that `marcoria hub mosquitto` writes.

    `more` has further lines of its configuration.
    """

    def __init__(self, folder: Path, database: str, more: str = "", has_tls: bool = False) -> None:
        self._folder = folder
        self._database = database
        self._more = ["--tls"] if has_tls else []
        self.write()
        port = free_port()
        config = folder / "mosquitto.conf"
        text = re.sub("listener [0-9]+", f"listener {port} {LOCAL}", config.read_text("utf-8"))
        config.write_text(f"{text}\nuser root\n{more}", "utf-8")
        secret = folder / "address"
        secret.write_text(secret.read_text("utf-8").replace("localhost", f"{LOCAL}:{port}"))
        self.address = str(secret)
        self.server = Mosquitto(config, port)

    def write(self) -> None:
        """Write the files for all enrolled tables, as a person does after each enrolment."""
        command = ["hub", "mosquitto", str(self._folder), "--db", self._database]
        assert main([*command, *self._more]) == 0

    def renew(self) -> None:
        """Write the files for all enrolled tables, and let Mosquitto reload them."""
        self.write()
        self.server.reload()
