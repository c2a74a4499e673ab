"""Tables report over MQTT: through the hub's own broker, and through Mosquitto."""

import base64
import random
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from paho.mqtt.client import MQTTMessage

import testenv
from hub_process import HubProcess
from marcoria.cli import main
from marcoria.errors import Exit, TableError
from marcoria.hub.addresses import CERTIFICATE, broker_at
from marcoria.hub.carrier import HubAt
from marcoria.hub.frame import MOST_BYTES, NO_FRAME, NO_RECORD, Ack, signed
from marcoria.hub.ingest import Message
from marcoria.hub.mqtt import message_of
from marcoria.hub.sqlite import FileStore
from mqtt_table import LIMIT_S, LOCAL, ClubBroker, MqttTable, connected
from servers import self_signed
from simulated_records import record

RUNS_ON = "cpython"

_KEYS = [bytes([number] * 32) for number in (1, 2)]
_EPOCH = 7


class Bar:
    """Hub with two enrolled tables, and a broker at `port`.

    `renew` lets the broker accept the enrolled tables.
    """

    def __init__(self, hub: HubProcess, port: int, renew: Callable[[], object]) -> None:
        self.hub = hub
        self.port = port
        self.pages = HubAt(hub.address)
        self.names = [self.pages.enrol(f"table {key[0]}", key, "") for key in _KEYS]
        renew()

    def refused(self) -> dict[str, int]:
        """Return how many messages the hub has refused, by reason."""
        found = re.findall(r'refused_total{reason="(.*)"} (\d+)', self.hub.get("/metrics"))
        return {reason: int(count) for reason, count in found}

    def await_refused(self, wanted: dict[str, int]) -> None:
        """Wait until the hub has refused these numbers of messages, by reason."""
        end = time.monotonic() + LIMIT_S
        while (found := self.refused()) != wanted:
            assert time.monotonic() < end, found
            time.sleep(0.02)


@pytest.fixture(params=["own", "mosquitto"])
def bar(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bar]:
    if request.param == "own":
        hub = HubProcess(tmp_path, broker="")
        _await_connected(hub)
        yield Bar(hub, hub.mqtt_port, lambda: None)
        hub.kill()
    else:
        hub = HubProcess(tmp_path)  # makes the database
        hub.kill()
        broker = ClubBroker(tmp_path / "mosquitto", str(hub.database))
        hub = HubProcess(tmp_path, broker=broker.address)
        _await_connected(hub)
        yield Bar(hub, broker.server.port, broker.renew)
        hub.kill()
        broker.server.kill()


def _await_connected(hub: HubProcess, wanted: int = 1) -> None:
    end = time.monotonic() + LIMIT_S
    while f"marcoria_hub_broker_connected {wanted}" not in hub.get("/metrics"):
        assert time.monotonic() < end
        time.sleep(0.02)


def _await_error(hub: HubProcess) -> str:
    """Wait until the hub prints an error; return its error output."""
    end = time.monotonic() + LIMIT_S
    while not (told := hub.errors.read_text("utf-8")):
        assert time.monotonic() < end
        time.sleep(0.02)
    return told


def _frame(key: bytes, count: int = 1) -> bytes:
    slots = b"".join(record(seq) for seq in range(count))
    return signed(key, NO_FRAME, _EPOCH, NO_RECORD, count - 1, slots)


def test_frames_are_stored_and_acknowledged(bar: Bar) -> None:
    key, frame = _KEYS[0], _frame(_KEYS[0], 3)
    with connected(bar.pages, bar.port, key) as table:
        assert table.acknowledgement("", _EPOCH) == Ack(_EPOCH).fields(key)
        stored = Ack(_EPOCH, 2, frame[-16:]).fields(key)
        assert table.take("", frame) == stored
        assert table.take("", frame) == stored  # the hub counts it as "known"
        assert table.acknowledgement("", _EPOCH) == stored
        gap = signed(key, NO_FRAME, _EPOCH, 9, 10, record(10))
        assert table.take("", gap) == stored  # the hub counts it as "not-next"
        for wrong, why in ((b"", "malformed"), (_frame(_KEYS[1]), "forged")):
            with pytest.raises(TableError) as refused:
                table.take("", wrong)
            assert refused.value.code == why
        table.publish("ask", b"\0")
        with pytest.raises(TableError) as refused:
            table.next_answer()
        assert refused.value.code == "malformed"
    assert bar.refused() == {"known": 1, "not-next": 1, "malformed": 2, "forged": 1}
    assert bar.pages.acknowledgement(bar.names[0], _EPOCH) == stored


def test_nobody_else_is_let_in(bar: Bar) -> None:
    one, two = _KEYS
    strangers = [
        MqttTable(bar.pages, bar.port, one, "0" * 32),
        MqttTable(bar.pages, bar.port, bytes(32)),
        MqttTable(bar.pages, bar.port, two, "hub"),
    ]
    strangers[-1].client.username_pw_set("hub", "")
    anonymous = MqttTable(bar.pages, bar.port, one)
    anonymous.client.username_pw_set(None)
    with connected(bar.pages, bar.port, one) as table:
        for stranger in (*strangers, anonymous):
            stranger.connect()
            assert "ot authorized" in stranger.refusal.get(timeout=LIMIT_S)
            stranger.stop()
        assert table.take("", _frame(one))


def test_a_table_uses_only_its_own_topics(bar: Bar) -> None:
    one, two = _KEYS
    spy = MqttTable(bar.pages, bar.port, two)
    spy.topics += [f"marcoria/{bar.names[0]}/ack", "marcoria/+/ack", "marcoria/+/frame", "#"]
    spy.client.will_set(f"marcoria/{bar.names[0]}/frame", b"will")
    spy.connect()
    assert spy.ready.wait(LIMIT_S)
    with connected(bar.pages, bar.port, one) as table:
        spy.publish("frame", b"garbage", bar.names[0])
        spy.publish("ack", b"", bar.names[0])
        assert table.take("", _frame(one))
        assert spy.acknowledgement("", 9)  # the broker has handled all that the spy had sent
        assert {one.topic for one in spy.heard.queue} <= {f"marcoria/{spy.name}/ack"}
        assert table.heard.empty()
    sock = spy.client.socket()
    assert sock
    sock.shutdown(socket.SHUT_RDWR)  # as if the plug were pulled
    spy.client.loop_stop()
    with connected(bar.pages, bar.port, two) as again:
        assert again.take("", _frame(two))
    assert bar.refused() == {}


def test_no_table_gets_a_retained_message_of_another(bar: Bar) -> None:
    one, two = _KEYS
    with connected(bar.pages, bar.port, one) as table:
        table.publish("frame", b"a secret", retain=True)
        with pytest.raises(TableError, match="refused"):
            table.next_answer()
    spy = MqttTable(bar.pages, bar.port, two)
    spy.topics += [f"marcoria/{bar.names[0]}/frame", "marcoria/+/frame", "#"]
    spy.connect()
    assert spy.ready.wait(LIMIT_S)
    spy.publish("ask", bytes(4))
    assert spy.heard.get(timeout=LIMIT_S).topic == f"marcoria/{spy.name}/ack"
    spy.stop()


def test_large_messages_stop_nothing(bar: Bar) -> None:
    key = _KEYS[0]
    with connected(bar.pages, bar.port, key) as table:
        table.publish("frame", bytes(MOST_BYTES + 1))
        assert table.acknowledgement("", 9)
        assert bar.refused() in ({}, {"oversized": 1})  # {}: Mosquitto drops the message
        table.patience = 1.0
        table.publish("frame", bytes(1 << 20))  # a broker may end the connection
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            with suppress(TableError):
                assert table.take("", _frame(key))
                return
        raise AssertionError("the table was not heard again")


_NAME = "0123abcd"


@pytest.mark.parametrize(
    ("topic", "payload", "retain", "wanted"),
    [
        (f"marcoria/{_NAME}/frame", b"x", False, Message(_NAME, b"x")),
        (f"marcoria/{_NAME}/ask", b"\1\0\0\0", False, Message(_NAME, epoch=1)),
        (f"marcoria/{_NAME}/ask", b"\1\0\0", False, Message(_NAME)),
        (f"marcoria/{_NAME}/frame", b"x", True, Message("", refusal="retained")),
        (f"marcoria/{_NAME}/frame", bytes(4097), False, Message("", refusal="oversized")),
        (f"marcoria/{_NAME}/ack", b"x", False, Message("", refusal="other-topic")),
        (f"marcoria/{_NAME}/frame/x", b"x", False, Message("", refusal="other-topic")),
        ("marcoria/0123ABCD/frame", b"x", False, Message("", refusal="other-topic")),
        ("marcoria/' --/frame", b"x", False, Message("", refusal="other-topic")),
        (b"marcoria/\xff\xff\xff\xff/frame", b"", False, Message("", refusal="other-topic")),
    ],
)
def test_a_message_is_read_or_counted(
    topic: str | bytes, payload: bytes, retain: bool, wanted: Message
) -> None:
    heard = MQTTMessage(topic=topic.encode() if isinstance(topic, str) else topic)
    heard.payload, heard.retain = payload, retain
    assert message_of(heard) == wanted


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Bar]:
    hub = HubProcess(tmp_path, broker="")
    _await_connected(hub)
    yield Bar(hub, hub.mqtt_port, lambda: None)
    hub.kill()


def test_strangers_cannot_stop_the_own_broker(own: Bar) -> None:
    rng = random.Random(testenv.SEED)
    there = []
    heads = (b"", b"\x10", b"\x10\xff\xff\xff\x7f", b"\x30\x02ab", b"GET / HTTP/1.1\r\n")
    for head in heads:
        for _ in range(10):
            sock = socket.create_connection((LOCAL, own.port))
            sock.sendall(head + rng.randbytes(20 * bool(head)))
            there.append(sock)
    with connected(own.pages, own.port, _KEYS[0]) as table:
        assert table.take("", _frame(_KEYS[0]))
    for sock in there:
        sock.close()
    assert own.hub.errors.read_text("utf-8") == ""  # strangers cannot fill the log


def test_a_table_cannot_end_the_session_of_another(own: Bar) -> None:
    one, two = _KEYS
    with connected(own.pages, own.port, one, "same name") as first:
        with connected(own.pages, own.port, two, "same name") as second:
            assert second.take("", _frame(two)) and first.take("", _frame(one))
        assert first.connections == second.connections == 1


def test_the_own_broker_limits_its_connections(own: Bar) -> None:
    there = [socket.create_connection((LOCAL, own.port)) for _ in range(120)]
    assert there[-1].recv(1) == b""
    for sock in there:
        sock.close()
    with connected(own.pages, own.port, _KEYS[0]) as table:
        assert table.take("", _frame(_KEYS[0]))


def test_the_pages_are_served_although_the_port_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        hub = HubProcess(tmp_path, more=["--mqtt-port", f"{port}"])
        assert "broker_connected 0" in hub.get("/metrics")
        told = _await_error(hub)
        hub.kill()
    assert told.count("\n") == 1 and f"port {port}" in told and "--mqtt-port" in told


def test_a_broker_that_was_away_is_found_again(tmp_path: Path) -> None:
    hub = HubProcess(tmp_path)  # makes the database
    name = HubAt(hub.address).enrol("table", _KEYS[0], "")
    hub.kill()
    with ExitStack() as stack:
        broker = ClubBroker(tmp_path / "mosquitto", str(hub.database))
        stack.callback(broker.server.kill)
        stranger = HubProcess(tmp_path, broker=f"mqtt://hub:wrong@{LOCAL}:{broker.server.port}")
        stack.callback(stranger.kill)
        assert "refuses the hub" in _await_error(stranger)
        stranger.kill()
        stranger.errors.unlink()
        broker.server.kill()
        hub = HubProcess(tmp_path, broker=broker.address)
        stack.callback(hub.kill)
        assert "cannot be reached" in _await_error(hub)
        broker.server.start()
        _await_connected(hub)
        with connected(HubAt(hub.address), broker.server.port, _KEYS[0]) as table:
            assert table.take(name, _frame(_KEYS[0]))
            broker.server.kill()
            _await_connected(hub, 0)
            assert 'role="alert"' not in hub.get("/wall")
    # The hub logs each outage once, not at each attempt to connect.
    assert hub.errors.read_text("utf-8").count("cannot be reached") == 2


def test_a_hub_connects_with_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = HubProcess(tmp_path)  # makes the database
    hub.kill()
    certificate, key = self_signed(tmp_path)
    broker = ClubBroker(
        tmp_path / "mosquitto", str(hub.database), f"certfile {certificate}\nkeyfile {key}\n"
    )
    secret = Path(broker.address)
    secret.write_text(secret.read_text("utf-8").replace("mqtt:", "mqtts:"), "utf-8")
    try:
        hub = HubProcess(tmp_path, broker=broker.address)
        assert "cannot be reached" in _await_error(hub)  # the certificate is not trusted yet
        hub.kill()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        hub = HubProcess(tmp_path, broker=broker.address)
        _await_connected(hub)
    finally:
        hub.kill()
        broker.server.kill()


def test_a_hub_trusts_the_certificate_beside_the_address(tmp_path: Path) -> None:
    HubProcess(tmp_path).kill()  # makes the database
    database = tmp_path / "hub.sqlite"
    broker = ClubBroker(tmp_path / "mosquitto", str(database), has_tls=True)
    certificate = tmp_path / "mosquitto" / CERTIFICATE
    good = certificate.read_text("utf-8")
    certificate.write_text(self_signed(tmp_path)[0].read_text("utf-8"), "utf-8")
    hub = HubProcess(tmp_path, broker=broker.address)
    try:
        assert "cannot be reached" in _await_error(hub)  # the hub expects another certificate
        hub.kill()
        certificate.write_text(good, "utf-8")
        hub = HubProcess(tmp_path, broker=broker.address)
        _await_connected(hub)
        found = hub.ask("/api/broker")["broker"]
    finally:
        hub.kill()
        broker.server.kill()
    command = ["openssl", "x509", "-in", str(certificate), "-noout", "-fingerprint", "-sha256"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    digits = told.strip().rpartition("=")[2].replace(":", "")
    assert base64.b64decode(found["sha256"]).hex().upper() == digits


def test_a_folder_without_tls_does_not_get_it_by_halves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "hub.sqlite")
    FileStore(database).close()
    command = ["hub", "mosquitto", str(tmp_path / "files"), "--db", database]
    assert main(command) == 0
    assert main([*command, "--tls"]) == Exit.WRONG
    assert "name another folder" in capsys.readouterr().err
    assert not (tmp_path / "files" / CERTIFICATE).exists()


@pytest.mark.parametrize("lost", [CERTIFICATE, "server.key"])
def test_no_configuration_names_a_certificate_that_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lost: str
) -> None:
    database = str(tmp_path / "hub.sqlite")
    FileStore(database).close()
    files = tmp_path / "files"
    command = ["hub", "mosquitto", str(files), "--db", database]
    assert main([*command, "--tls"]) == 0
    (files / lost).unlink()
    assert main(command) == 0  # somebody may have named another certificate there
    (files / "mosquitto.conf").unlink()
    assert main(command) == Exit.WRONG
    assert f"{files / lost} is missing: copy it back" in capsys.readouterr().err
    assert not (files / "mosquitto.conf").exists()
    for name in (CERTIFICATE, "server.key"):
        (files / name).unlink(missing_ok=True)
    assert main([*command, "--tls"]) == 0
    assert (files / lost).exists() and (files / "mosquitto.conf").exists()


def test_a_table_is_told_of_tls_only_with_a_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    certificate = str(self_signed(tmp_path)[0])
    key = str(tmp_path / "server.key")
    for broker, file, told in (
        ("mqtts://hub", "", "the only one that the table trusts"),
        ("mqtt://hub", certificate, "the only one that the table trusts"),
        ("mqtts://hub", key, "is no certificate"),
        ("mqtts://hub", str(tmp_path / "nothing"), "nothing"),
        ("hub", certificate, "write mqtt://"),
        ("", certificate, "belongs to a broker"),
    ):
        command = ["hub", "wifi", "--broker", broker, "--certificate", file]
        assert main(command) != 0
        err = capsys.readouterr().err
        assert told in err and err.count("\n") == 1, err


def test_wrong_addresses_of_a_broker_get_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").write_text("")
    for told in ("http://host", "mqtt://", "mqtt://host:99999999", f"{tmp_path}/empty", "nothing"):
        assert main(["hub", "serve", "--broker", told, "--db", f"{tmp_path}/x"]) == Exit.WRONG
        err = capsys.readouterr().err
        assert err.count("\n") == 1 and "Traceback" not in err
    assert not (tmp_path / "x").exists()
    worker = ["hub", "worker", "--broker", "mqtt://host", "--db", f"{tmp_path}/x"]
    assert main(worker) == Exit.WRONG
    assert "--db postgresql://" in capsys.readouterr().err


def test_the_files_for_mosquitto_keep_what_must_stay(tmp_path: Path) -> None:
    database = str(tmp_path / "hub.sqlite")
    FileStore(database).close()
    folder = tmp_path / "files"
    command = ["hub", "mosquitto", str(folder), "--db", database]
    assert main([*command, "--host", "broker.example"]) == 0
    assert broker_at(str(folder / "address")).host == "broker.example"
    secret = (folder / "address").read_text("utf-8")
    assert (folder / "address").stat().st_mode & 0o77 == 0
    (folder / "mosquitto.conf").write_text("mine", "utf-8")
    assert main(command) == 0
    assert (folder / "address").read_text("utf-8") == secret
    assert (folder / "mosquitto.conf").read_text("utf-8") == "mine"
    password = broker_at(str(folder / "address")).password
    assert password not in "".join(
        path.read_text("utf-8") for path in folder.iterdir() if path.name != "address"
    )


def test_a_deleted_configuration_is_written_for_the_same_broker(tmp_path: Path) -> None:
    database = str(tmp_path / "hub.sqlite")
    FileStore(database).close()
    config = tmp_path / "files" / "mosquitto.conf"
    command = ["hub", "mosquitto", str(tmp_path / "files"), "--db", database]
    assert main([*command, "--tls"]) == 0
    before = config.read_text("utf-8")
    assert "listener 8883" in before
    config.unlink()
    assert main(command) == 0
    assert config.read_text("utf-8") == before


def test_a_revoked_table_is_refused(bar: Bar) -> None:
    key, name = _KEYS[0], bar.names[0]
    database = ["--db", str(bar.hub.database)]
    with connected(bar.pages, bar.port, key) as table:
        assert main(["hub", "revoke", name, *database]) == 0
        with pytest.raises(TableError) as refused:
            table.take("", _frame(key))
        assert refused.value.code == "revoked"
