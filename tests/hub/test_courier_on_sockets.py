"""A simulated table on real sockets: it reports to a hub over real brokers."""

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hub_process import HubProcess
from marcoria.cli import main
from marcoria.errors import Exit
from marcoria.hub.carrier import HubAt
from marcoria.hub.frame import key_file
from marcoria.journal.reader import open_image
from marcoria.sim.outside import Outside, network_file, open_wifi
from marcoria.sim.simtable import SimTable, open_bar
from mqtt_table import ClubBroker
from served_table import served_table

RUNS_ON = "cpython"

_KEY = bytes(range(32))
_STEP_MS = 20
_FASTER = 4  # maximum number of virtual seconds in a real second
_LIMIT_MS = 120_000


class Club:
    """Hub with its own broker, with Mosquitto, or with Mosquitto and TLS."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.broker = None
        self.sha256 = ""
        self.hub = HubProcess(folder, broker="")
        self.port = self.hub.mqtt_port
        if kind != "own broker":
            HubAt(self.hub.address).enrol("window", _KEY, "")
            has_tls = kind == "mosquitto with TLS"
            self.broker = ClubBroker(folder / "club", str(self.hub.database), has_tls=has_tls)
            self.hub.kill()
            self.hub = HubProcess(folder, broker=self.broker.address)
            self.port = self.broker.server.port
            found = HubAt(self.hub.address).broker()
            assert found and (found.sha256 != "") == has_tls
            self.sha256 = found.sha256
        HubAt(self.hub.address).enrol("window", _KEY, "")

    def close(self) -> None:
        """End all processes."""
        self.hub.kill()
        if self.broker:
            self.broker.server.kill()

    def heard(self) -> int:
        """Return the seq of the last record that the hub has, -1 for none."""
        (table,) = self.hub.ask("/api/tables")
        seqs: list[int] = [journal["seq"] for journal in table["journals"]]
        return seqs[-1] if seqs else -1


@pytest.fixture(params=["own broker", "mosquitto", "mosquitto with TLS"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path, request.param)
    yield club
    club.close()


def _until(table: SimTable, outside: Outside, club: Club) -> None:
    """Let time pass until the hub has all records of the table; fail after 120 virtual seconds."""
    end = table.now + _LIMIT_MS
    while table.now < end:
        for _ in range(50):
            table.until(_STEP_MS)
            outside.pump()
            time.sleep(_STEP_MS / 1000 / _FASTER)
        records = _records(table)
        if records and club.heard() >= records[-1].seq:
            return
    raise AssertionError("the hub did not get everything")


def _records(table: SimTable) -> list[Any]:
    with suppress(ValueError):
        return list(open_image(bytes(table.get("flash.cells"))).records)
    return []


def test_a_table_reports_over_real_sockets(club: Club) -> None:
    with open_bar("cpython", 3, "") as table:
        table.write("/hub/key", key_file(_KEY).encode())
        network = network_file("localhost", club.port, club.sha256)
        table.write("/hub/network.json", network.encode())
        open_wifi(table, "localhost")
        outside = Outside(table)
        table.boot("main")
        _until(table, outside, club)
        first = club.heard()
        # After the hub was killed and the table had no power, the table reports again.
        club.hub.kill()
        table.cut_power()
        club.hub.start()
        table.boot()
        _until(table, outside, club)
        assert club.heard() > first
        outside.close()


def test_enrolling_names_the_broker_to_the_table(tmp_path: Path) -> None:
    hub = HubProcess(tmp_path, broker="")
    with open_bar("cpython", 1) as table:
        table.until(5_000)
        with served_table(table) as address:
            command = ["--table", address, "hub", "enrol", "--title", "window"]
            assert main([*command, "--hub", hub.address]) == 0
        broker = HubAt(hub.address).broker()
        kept = json.loads(table.read("/hub/network.json"))
    hub.kill()
    assert broker and kept["ssid"] == ""
    assert broker._asdict() == {name: kept[name] for name in ("host", "port", "sha256")}
    assert broker.port == hub.mqtt_port
    assert broker.host not in ("", "localhost", "127.0.0.1")


def test_a_key_is_enrolled_without_a_cable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hub = HubProcess(tmp_path)
    command = ["hub", "enrol", "--hub", hub.address, "--title", "door", "--key"]
    assert main([*command, _KEY.hex()]) == 0
    assert [one["title"] for one in hub.ask("/api/tables")] == ["door"]
    assert main([*command, "12"]) == Exit.USAGE
    assert "64 hexadecimal digits" in "".join(capsys.readouterr())
    hub.kill()


# Program that connects to a port, runs the lines in place of {last}, and closes its socket.
_CONNECTS = """
import asyncio, network, socket, tls
wifi = network.WLAN()
wifi.active(True)
wifi.connect("simulated", "simulated")
async def go():
    while not wifi.isconnected():
        await asyncio.sleep_ms(10)
    own = socket.socket()
    own.setblocking(False)
    try:
        own.connect(("127.0.0.1", {port}))
    except OSError:
        pass  # the connection is being opened
    while not own.events() & 4:
        await asyncio.sleep_ms(10)
    {last}
    own.close()
asyncio.run(go())
"""
_SAYS_GOODBYE = 'own.write(b"goodbye")'
_BEGINS_TLS = """
    context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
    context.verify_mode = tls.CERT_OPTIONAL
    context.wrap_socket(own, do_handshake_on_connect=False)
    await asyncio.sleep_ms(100)
"""


# The server does not answer the beginning of TLS, a record of the type 0x16.
@pytest.mark.parametrize(
    ("last", "sent"),
    [(_SAYS_GOODBYE, rb"goodbye"), (_BEGINS_TLS, rb"\x16.*")],
    ids=["plain", "tls"],
)
def test_a_connection_is_closed_after_its_last_byte(last: str, sent: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        table = SimTable(backend="cpython", seed=1)
        try:
            open_wifi(table, "localhost")
            table.boot(_CONNECTS.format(port=server.getsockname()[1], last=last))
            outside = Outside(table)
            for _ in range(200):
                table.until(10)
                outside.pump()
            with server.accept()[0] as host:
                host.settimeout(10)
                heard = b"".join(iter(lambda: host.recv(1000), b""))
        finally:
            table.close()
    assert re.fullmatch(sent, heard, re.DOTALL)
