"""Tables that report over WiFi, on virtual time: play goes on, and each record arrives once.

The records at the hub are compared with the table's flash. The play is compared with that at a
table without a network.
"""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import testenv
from codes.game import Phases
from marcoria.bots.company import Company
from marcoria.coroutines import finish
from marcoria.device.bar_files import fetch_once
from marcoria.device.wire import Client
from marcoria.errors import TableError
from marcoria.journal.entries import events_of
from marcoria.journal.reader import records
from marcoria.sim.cpython import modules
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable
from tiers import BACKENDS
from wifi_bar import CERTIFICATE, NAME, NETWORK, PASSWORD, WifiBar


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[WifiBar]:
    bar = WifiBar(tmp_path)
    yield bar
    bar.table.close()


def _happened(table: SimTable) -> list[Any]:
    return events_of(records(table))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_match_arrives_whole_and_in_order(tmp_path: Path, backend: str) -> None:
    bar = WifiBar(tmp_path, backend)
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
    assert bar.broker.topics == {f"marcoria/{NAME}/ack", f"marcoria/{NAME}/refused"}
    assert len(bar.broker.frames) > 10  # frames come after tricks, not only after deals
    bar.table.close()


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("number", range(40))
def test_play_goes_on_whatever_the_network_does(tmp_path: Path, number: int) -> None:
    seed = testenv.SEED + number
    bar, alone = WifiBar(tmp_path, seed=seed), WifiBar(tmp_path, wifi=False, seed=seed)
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
    bar = WifiBar(tmp_path, wifi=False)
    finish(bar.sit_down().people.play_deal())
    assert bar.table.get("network.opened") == bar.table.get("network.joins") == 0
    assert not [name for name in bar.table.backend._modules.loaded if "mqtt" in name]
    bar.table.close()


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"points": {}}, "the table could not join the WiFi"),
        ({"points": {"bar": "another password"}}, "the table could not join the WiFi"),
        ({"names": {}}, "no server knows the name of the broker"),
        ({"answers_names": False}, "no server knows the name of the broker"),
        ({"is_deaf": True}, "no server knows the name of the broker"),
    ],
    ids=["no access point", "wrong password", "no such host", "silent name server", "deaf"],
)
def test_a_fault_of_the_network_is_told_and_mended(
    bar: WifiBar, fault: dict[str, Any], why: str
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


def test_a_table_connects_only_between_deals(bar: WifiBar) -> None:
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


def test_a_forged_acknowledgement_frees_nothing(bar: WifiBar) -> None:
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


def _epoch(bar: WifiBar) -> int:
    """Boot the table and cut its power; return the epoch of its journal."""
    bar.table.boot("main")
    bar.table.until(5_000)
    bar.table.cut_power()
    return bar.journal().epoch


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize("number", range(60))
def test_garbage_instead_of_a_broker_stops_nothing(bar: WifiBar, number: int) -> None:
    rng = Random(testenv.SEED + number)
    log_in = b"\x20\x02\x00\x00"
    garbage = rng.choice(
        (
            b"HTTP/1.1 302 Found\r\nLocation: http://portal/\r\n\r\n<html>",
            rng.randbytes(rng.randrange(1, 3000)),
            log_in + rng.randbytes(rng.randrange(1, 300)),
            log_in + b"\x30\xff\xff\xff\x7f" + rng.randbytes(2000),
            log_in + b"\x90\x03\x00\x09\x80",
        )
    )
    bar.broker.speaks = lambda: garbage
    bar.table.boot("main")
    bar.table.until(rng.randrange(5_000, 40_000))
    assert _asked(SimPort(bar.table), "hello")["hub"] == NAME  # the table still answers
    bar.broker.speaks = lambda: b""
    bar.catch_up()
    assert not bar.table.faults()


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (b"revoked", "the hub refuses: revoked"),
        (b"\xff\xfe", "the hub refuses: it gives no reason"),
        (b"", "the hub refuses: it gives no reason"),
        (b"x" * 500, ""),  # the table drops such a long packet
    ],
    ids=["word", "not UTF-8", "empty", "long"],
)
def test_a_table_tells_a_refusal_of_the_hub_and_reports_again(
    bar: WifiBar, payload: bytes, why: str
) -> None:
    bar.broker.is_hub_away = True
    bar.table.boot("main")
    bar.table.until(7_000)
    bar.broker.publish("", payload, "refused")
    bar.table.until(1_000)
    assert _asked(SimPort(bar.table), "courier")["why"] == why
    bar.broker.is_hub_away = False
    bar.catch_up()


def test_a_wrong_password_at_the_broker_is_told(bar: WifiBar) -> None:
    bar.broker.password = "another"
    bar.table.boot("main")
    port = SimPort(bar.table)
    bar.table.until(20_000)
    assert "bad username or password" in _asked(port, "courier")["why"] or (
        "not authorized" in _asked(port, "courier")["why"]
    )
    bar.broker.password = PASSWORD
    bar.catch_up()


def test_no_answer_and_no_backup_has_the_password(tmp_path: Path) -> None:
    bar = WifiBar(tmp_path, "vm", wifi=False)
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
        assert b"a password" not in text and PASSWORD.encode() not in text
    _asked(port, "wifi", ssid="", password="")
    bar.table.until(3_000)
    assert _asked(port, "courier")["state"] == "off"
    assert bar.table.read("/hub/network.json") and b"a password" not in bar.table.read(
        "/hub/network.json"
    )
    bar.table.close()


def test_a_restart_for_new_settings_is_no_failed_start(tmp_path: Path) -> None:
    bar = WifiBar(tmp_path, wifi=False)
    bar.table.boot("main")
    bar.table.until(6_000)
    port = SimPort(bar.table)
    _asked(port, "wifi", ssid="bar", password="a password")
    assert _asked(port, "broker", host="hub.bar", port=1883)["restarts"]
    bar.table.until(6_000)
    for is_safe in (False, True):
        bar.table.cut_power()
        bar.table.boot()
        bar.table.until(6_000)
        assert _asked(SimPort(bar.table), "hello")["safe"] is is_safe


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
        ("broker", {"host": "hub.bar", "port": 8883, "sha256": "AAAA"}),
        ("broker", {"host": "hub.bar", "port": 8883, "sha256": "A"}),
        ("broker", {"host": "hub.bar", "port": 8883, "sha256": 7}),
        ("broker", {"host": 5, "port": 1883}),
    ],
)
def test_an_impossible_wifi_or_broker_is_refused(
    bar: WifiBar, do: str, fields: dict[str, object]
) -> None:
    bar.table.boot("main")
    bar.table.until(5_000)
    with pytest.raises(TableError, match="does not accept that value"):
        _asked(SimPort(bar.table), do, **fields)
    assert json.loads(bar.table.read("/hub/network.json")) == NETWORK


def _asked(cable: SimPort, what: str, /, **fields: object) -> Any:
    """Send a command to the table, and return the answer."""
    return Client(cable).ask(what, **fields)


# --- TLS --------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_deal_arrives_over_tls(tmp_path: Path, backend: str) -> None:
    bar = WifiBar(tmp_path, backend, has_tls=True)
    finish(bar.sit_down().people.play_deal())
    bar.catch_up()
    assert bar.arrived() == list(bar.journal().records)
    assert bar.broker.hosts == ["hub.bar"] and bar.broker.logs_in == 1
    bar.table.close()


def test_a_broker_with_another_certificate_gets_not_one_byte(tmp_path: Path) -> None:
    rng = Random(testenv.SEED)
    bar = WifiBar(tmp_path, has_tls=True)
    flipped = bytearray(CERTIFICATE)
    flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
    bar.table.boot("main")
    port = SimPort(bar.table)
    for other in (bytes(flipped), CERTIFICATE[:-1], CERTIFICATE + b"\0", b"\0"):
        bar.broker.certificate = other
        bar.broker.hosts.clear()
        while len(bar.broker.hosts) < 2:  # wait for the table's second attempt
            bar.table.until(1_000)
        why = "the certificate of the broker is not the one in the table"
        assert _asked(port, "courier")["why"] == why
    assert bar.broker.received == 0
    bar.broker.certificate = CERTIFICATE
    bar.catch_up()


def test_a_broker_that_does_not_exchange_keys_is_left(tmp_path: Path) -> None:
    bar = WifiBar(tmp_path, has_tls=True)
    bar.broker.certificate = b""
    bar.table.boot("main")
    while len(bar.broker.hosts) < 3:
        bar.table.until(1_000)
    assert bar.broker.received == 0 and _asked(SimPort(bar.table), "courier")["why"]
    bar.broker.certificate = CERTIFICATE
    bar.catch_up()


def test_keys_are_exchanged_only_between_deals(tmp_path: Path) -> None:
    bar = WifiBar(tmp_path, has_tls=True)
    company = bar.sit_down()
    game = company.people.game
    phases = []

    def connect() -> None:
        phases.append(game.phase)

    def breaks_off() -> bool:
        breaks = game.phase == Phases.PLAY and not phases
        if breaks:
            bar.broker.break_off()
        return breaks

    bar.broker.on_secure, bar.broker.loses = connect, breaks_off
    finish(company.people.play_match())
    bar.catch_up()
    assert phases and set(phases) <= {Phases.IDLE, Phases.READY, Phases.DONE}


# --- the time of day --------------------------------------------------------------------------

_BEGAN_MS = 1_800_000_000_123  # Unix time, in 2027, at which the virtual time is 0


def _know_time(bar: WifiBar) -> None:
    """Add a time server to the table's network."""
    bar.table.set("network.began_ms", _BEGAN_MS)
    bar.table.set("network.names", {"hub.bar": "10.0.0.9", "pool.ntp.org": "10.0.0.7"})


def _clocks(bar: WifiBar) -> list[int]:
    """Return the times in the clock records on the flash, in the order of the slots.

    Each is the Unix time in ms at which the counter of ms of the table was 0.
    """
    cells = bytes(bar.table.get("flash.cells"))
    slots = [cells[at : at + 16] for at in range(0, len(cells), 16)]
    return [int.from_bytes(slot[2:8], "little") for slot in slots if slot[0] == 70]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_time_of_the_start_is_in_the_journal(tmp_path: Path, backend: str) -> None:
    bar = WifiBar(tmp_path, backend)
    _know_time(bar)
    starts = []
    for _ in range(2):
        starts.append(bar.table.now)
        bar.table.boot("main")
        bar.catch_up()
        bar.table.until(2_000)
        bar.table.cut_power()
    found = _clocks(bar)
    assert len(found) == 2
    for clock, start in zip(found, starts, strict=True):
        assert 0 <= _BEGAN_MS + start - clock < 100  # the answer takes a few ms to arrive
    bar.table.close()


def test_the_time_is_asked_again_each_day(bar: WifiBar) -> None:
    _know_time(bar)
    bar.table.boot("main")
    _shorten(bar, "_TIME_LASTS_MS")
    bar.catch_up()
    bar.table.until(32_000)
    assert len(_clocks(bar)) == 4


def _shorten(bar: WifiBar, name: str) -> None:
    """Wait until `courier.courier` is loaded; set one of its time constants to ten seconds."""
    loaded = bar.table.backend._modules.loaded
    while "courier.courier" not in loaded:
        bar.table.until(10)
    loaded["courier.courier"].__dict__[name] = 10_000


def test_the_time_is_noted_again_when_the_ms_begin_anew(
    bar: WifiBar, monkeypatch: pytest.MonkeyPatch
) -> None:
    period, left = 1 << 30, 30_000
    usual = modules._time
    monkeypatch.setattr(modules, "_time", lambda us: usual(us - (period - left) * 1000))
    _know_time(bar)
    bar.table.boot("main")
    bar.catch_up()
    bar.table.until(40_000)
    first, second = _clocks(bar)
    assert second - first == period
    assert 0 <= _BEGAN_MS + left - second < 100
    (*_, last) = bar.journal().records
    finish(Company(bar.table, "piedicavallo", seed=1).agree(0, 60))
    later = bar.journal()
    (after, *_) = [one for one in later.records if one.seq > last.seq]
    assert after.ms < last.ms  # the counter of ms has wrapped to 0
    assert abs((later.time(after) or 0) - _BEGAN_MS - bar.table.now) < 60_000


@pytest.mark.parametrize("names", [{}, {"pool.ntp.org": "10.0.0.7"}], ids=["no name", "silent"])
def test_without_the_time_reports_go_on(bar: WifiBar, names: dict[str, str]) -> None:
    bar.table.set("network.names", {"hub.bar": "10.0.0.9", **names})
    bar.table.boot("main")
    _shorten(bar, "_NO_TIME_MS")
    bar.catch_up()
    bar.table.until(10_000)
    assert _clocks(bar) == []
    _know_time(bar)
    bar.table.until(25_000)
    assert len(_clocks(bar)) == 1


def test_another_time_server_is_asked_at_once(bar: WifiBar) -> None:
    bar.table.set("network.began_ms", _BEGAN_MS)
    bar.table.boot("main")
    bar.catch_up()
    assert _clocks(bar) == []
    port = SimPort(bar.table)
    _asked(port, "clock", host="10.0.0.7")
    bar.table.until(20_000)
    assert len(_clocks(bar)) == 1
    for host in ("a..b", 5, "x" * 61):
        with pytest.raises(TableError, match="does not accept that value"):
            _asked(port, "clock", host=host)
    _shorten(bar, "_TIME_LASTS_MS")
    _asked(port, "clock", host="")
    bar.table.until(60_000)
    assert len(_clocks(bar)) == 1
