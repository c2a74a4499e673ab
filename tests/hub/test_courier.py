"""Tables that report over WiFi, on virtual time: they play on, and everything arrives once.

The oracle for what arrives is the flash of the table, and for the play a table without a network.
"""

import hashlib
import hmac
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import testenv
from carrying import KEY, Hub
from codes.game import Phases
from courier.secret import Secret
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.device.bar_files import fetch_once
from marcoria.device.wire import Client
from marcoria.errors import TableError
from marcoria.hub.journal import journal_of
from marcoria.journal.entries import events_of
from marcoria.journal.reader import JournalImage, open_image, records
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from scripted_broker import ScriptedBroker

_HOUSE = "piedicavallo"
_NAME = hashlib.sha256(b"marcoria:table" + KEY).hexdigest()[:8]
_PASSWORD = hmac.digest(KEY, b"marcoria:mqtt", "sha256")[:16].hex()
_KEY_FILE = f"{_NAME} {KEY.hex()}".encode()
_NETWORK = {"ssid": "bar", "password": "a password", "host": "hub.bar", "port": 1883}
_TARGET = 60
_CAUGHT_UP_MS = 200_000
_LOOK_MS = 2_000
_STEP_US = 20_000


class Bar:
    """A table with WiFi, its players, and a hub behind a broker."""

    def __init__(
        self, folder: Path, backend: str = "cpython", wifi: bool = True, seed: int = testenv.SEED
    ) -> None:
        self.hub = Hub(f"{folder}/hub.sqlite")
        self.hub.enrol(Secret(f"{folder}/twin"))
        chosen = settings(_HOUSE, False, -1, _TARGET, "en")
        self.table = table = open_bar(backend, seed, "", chosen)
        self.broker = ScriptedBroker(table.order, self.hub, _PASSWORD)
        self.seed = seed
        table.write("/hub/key", _KEY_FILE)
        if wifi:
            table.write("/hub/network.json", json.dumps(_NETWORK).encode())
        table.set("network.points", {"bar": "a password"})
        table.set("network.names", {"hub.bar": "10.0.0.9"})
        if backend == "cpython":
            table.backend.world.network.on_news = self.broker.pump
        else:
            self._pump_often()

    def _pump_often(self) -> None:
        run = self.table.backend.run_until

        def run_and_pump(us: int) -> None:
            while self.table.backend.now < us:
                run(min(us, self.table.backend.now + _STEP_US))
                self.broker.pump()

        self.table.backend.run_until = run_and_pump

    def sit_down(self) -> Company:
        """Start the table, and return players who have begun a match."""
        self.table.boot("main")
        company = Company(self.table, _HOUSE, seed=self.seed)
        finish(company.agree(0, _TARGET))
        return company

    def journal(self) -> JournalImage:
        """Return the journal on the table's flash."""
        return open_image(bytes(self.table.get("flash.cells")))

    def arrived(self) -> list[Any]:
        """Return the records at the hub."""
        epoch = self.journal().epoch
        return list(journal_of(epoch, self.hub.frames(_NAME, epoch)).records)

    def catch_up(self) -> None:
        """Wait until the hub has every record of the table."""
        for _ in range(_CAUGHT_UP_MS // _LOOK_MS):
            self.table.until(_LOOK_MS)
            there = self.journal().records
            if there and self.arrived()[-1:] == [there[-1]]:
                return
        raise AssertionError("the hub did not get everything")


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Bar]:
    bar = Bar(tmp_path)
    yield bar
    bar.table.close()


def _happened(table: SimTable) -> list[Any]:
    return events_of(records(table))


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_a_match_arrives_whole_and_in_order(tmp_path: Path, backend: str) -> None:
    bar = Bar(tmp_path, backend)
    company = bar.sit_down()
    trick = company.people.game.trick

    def quietly() -> bool:
        assert company.people.game.phase != Phases.PLAY or trick.count in (0, 4)
        return False

    bar.broker.loses = quietly
    assert finish(company.people.play_match())
    bar.catch_up()
    assert bar.arrived() == list(bar.journal().records)
    assert set(bar.broker.receipts) == {"stored"} and bar.broker.logs_in == 1
    assert bar.broker.topics == {f"marcoria/{_NAME}/ack", f"marcoria/{_NAME}/refused"}
    assert len(bar.broker.frames) > 10  # after tricks, not only after deals
    bar.table.close()


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("number", range(40))
def test_play_goes_on_whatever_the_network_does(tmp_path: Path, number: int) -> None:
    seed = testenv.SEED + number
    bar, alone = Bar(tmp_path, seed=seed), Bar(tmp_path, wifi=False, seed=seed)
    rng = Random(seed)
    network = bar.table.backend.world.network
    bar.broker.loses = lambda: not rng.randrange(6)

    def trouble() -> None:
        network.is_down = not rng.randrange(5)
        network.is_deaf = not rng.randrange(5)
        network.answers_names = bool(rng.randrange(4))
        network.portal = "" if rng.randrange(6) else "10.9.9.9"
        network.byte_us = rng.choice((1, 1, 900))
        bar.broker.is_open = bool(rng.randrange(4))
        bar.broker.is_hub_away = not rng.randrange(5)
        if not rng.randrange(3):
            bar.broker.break_off()
        network.clock.at(rng.randrange(1_000_000, 30_000_000), trouble)

    network.clock.at(0, trouble)
    company, other = bar.sit_down(), alone.sit_down()
    assert finish(company.people.play_match()) == finish(other.people.play_match())
    assert _happened(bar.table) == _happened(alone.table)

    def recover() -> None:
        network.is_down = network.is_deaf = bar.broker.is_hub_away = False
        network.answers_names = bar.broker.is_open = True
        network.portal, network.byte_us = "", 1
        bar.broker.loses = lambda: False
        network.clock.at(1_000_000, recover)

    network.clock.alarms = [one for one in network.clock.alarms if one[2] is not trouble]
    recover()
    bar.catch_up()
    assert bar.arrived() == list(bar.journal().records)
    assert not bar.table.faults()
    bar.table.close()
    alone.table.close()


def test_without_wifi_no_socket_is_opened(tmp_path: Path) -> None:
    bar = Bar(tmp_path, wifi=False)
    finish(bar.sit_down().people.play_deal())
    assert bar.table.get("network.opened") == bar.table.get("network.joins") == 0
    assert not [name for name in bar.table.backend._modules.loaded if "mqtt" in name]
    bar.table.close()


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"points": {}}, "the WiFi does not let the table in"),
        ({"points": {"bar": "another password"}}, "the WiFi does not let the table in"),
        ({"names": {}}, "no such host"),
        ({"answers_names": False}, "nobody knows the name of the broker"),
        ({"is_deaf": True}, "nobody knows the name of the broker"),
    ],
    ids=["no access point", "wrong password", "no such host", "silent name server", "deaf"],
)
def test_a_fault_of_the_network_is_told_and_mended(
    bar: Bar, fault: dict[str, Any], why: str
) -> None:
    good = {name: bar.table.get(f"network.{name}") for name in fault}
    for name, value in fault.items():
        bar.table.set(f"network.{name}", value)
    bar.table.boot("main")
    port = SimPort(bar.table)
    bar.table.until(40_000)
    assert why in _asked(port, "courier")["why"]
    for name, value in good.items():
        bar.table.set(f"network.{name}", value)
    bar.catch_up()
    told = _asked(port, "courier")
    assert (told["state"], told["why"]) == ("reports", "")


def test_a_table_connects_only_between_deals(bar: Bar) -> None:
    company = bar.sit_down()
    game = company.people.game
    connected_at = []
    bar.broker.on_connect = lambda: connected_at.append(game.phase)

    def breaks_off() -> bool:
        breaks = game.phase == Phases.PLAY and len(connected_at) < 3
        if breaks:
            bar.broker.break_off()
        return breaks

    bar.broker.loses = breaks_off
    finish(company.people.play_match())
    bar.catch_up()
    assert bar.broker.logs_in >= 2
    assert set(connected_at) <= {Phases.IDLE, Phases.READY, Phases.DONE}


def test_a_forged_acknowledgement_frees_nothing(bar: Bar) -> None:
    bar.broker.is_hub_away = True
    forged = struct.pack("<Ii", _epoch(bar), 0x3FFFFFF) + bytes(32)
    bar.table.boot("main")
    for _ in range(200):
        bar.table.until(100)
        bar.broker.publish("", forged, "ack")
        bar.broker.publish("", bytes(3), "ack")
    port = SimPort(bar.table)
    told = _asked(port, "courier")
    assert told["sent"] == 0 and told["why"] == "the hub does not answer"
    bar.broker.is_hub_away = False
    bar.catch_up()


def _epoch(bar: Bar) -> int:
    """Return the epoch of a table's journal."""
    bar.table.boot("main")
    bar.table.until(5_000)
    bar.table.cut_power()
    return bar.journal().epoch


@pytest.mark.parametrize("payload", [b"revoked", b"\xff\xfe", b"x" * 500, b""])
def test_a_refusal_of_the_hub_is_told_and_tried_again(bar: Bar, payload: bytes) -> None:
    bar.broker.is_hub_away = True
    bar.table.boot("main")
    bar.table.until(7_000)
    bar.broker.publish("", payload, "refused")
    bar.table.until(1_000)
    bar.broker.is_hub_away = False
    bar.catch_up()


def test_a_wrong_password_at_the_broker_is_told(bar: Bar) -> None:
    bar.broker.password = "another"
    bar.table.boot("main")
    port = SimPort(bar.table)
    bar.table.until(20_000)
    assert "bad username or password" in _asked(port, "courier")["why"] or (
        "not authorized" in _asked(port, "courier")["why"]
    )
    bar.broker.password = _PASSWORD
    bar.catch_up()


def test_no_answer_and_no_backup_has_the_password(tmp_path: Path) -> None:
    bar = Bar(tmp_path, "vm", wifi=False)
    bar.table.boot("main")
    bar.table.until(6_000)
    port = SimPort(bar.table)
    first = _asked(port, "wifi", ssid="bar", password="a password")
    second = _asked(port, "broker", host="hub.bar", port=1883)
    assert (first["restarts"], second["restarts"]) == (False, True)
    bar.catch_up()
    port = SimPort(bar.table)
    told = [_asked(port, do) for do in ("hello", "state", "test", "house", "names", "courier")]
    assert told[-1]["state"] in ("reports", "hub") and told[-1]["ssid"] == "bar"
    files = fetch_once(port, "")
    data = [repr([first, second, *told]).encode(), bytes(bar.table.get("flash.cells"))]
    for text in (*data, *files.values(), bar.table.printed.encode()):
        assert b"a password" not in text and _PASSWORD.encode() not in text
    _asked(port, "wifi", ssid="", password="")
    bar.table.until(3_000)
    assert _asked(port, "courier")["state"] == "off"
    assert bar.table.read("/hub/network.json") and b"a password" not in bar.table.read(
        "/hub/network.json"
    )
    bar.table.close()


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("wifi", {"ssid": "b" * 33, "password": ""}),
        ("wifi", {"ssid": "bar", "password": "short"}),
        ("wifi", {"ssid": "bar", "password": 7}),
        ("wifi", {"password": "a password"}),
        ("broker", {"host": "hub..bar", "port": 1883}),
        ("broker", {"host": "hub.bar", "port": 65536}),
        ("broker", {"host": "hub.bar"}),
        ("broker", {"host": 5, "port": 1883}),
    ],
)
def test_an_impossible_wifi_or_broker_is_refused(
    bar: Bar, do: str, fields: dict[str, object]
) -> None:
    bar.table.boot("main")
    bar.table.until(5_000)
    with pytest.raises(TableError, match="does not accept that value"):
        _asked(SimPort(bar.table), do, **fields)
    assert json.loads(bar.table.read("/hub/network.json")) == _NETWORK


def _asked(cable: SimPort, what: str, /, **fields: object) -> Any:
    """Send a command to the table, and return the answer."""
    return Client(cable).ask(what, **fields)
