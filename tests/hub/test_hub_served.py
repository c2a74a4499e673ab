"""A table on a cable, a real hub in its own process, and what can go wrong between them."""

import asyncio
import resource
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from hub_process import HubProcess
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import of_journal
from marcoria.bots.company import Company, settings
from marcoria.cli import main
from marcoria.coroutines import finish
from marcoria.device.bar_files import fetch_once
from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.hub.carrier import HubAt, carry
from marcoria.hub.frame import Ack, name_of
from marcoria.hub.server import _Server
from marcoria.journal.reader import cells, open_image
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import open_bar
from play_on_board import sitting, table_of
from served_table import served_table

RUNS_ON = "cpython"

_KEY = bytes(range(32))
_HOUSE = "piedicavallo"


@pytest.fixture
def company() -> Iterator[Company]:
    with sitting(_HOUSE, "cpython") as company:
        yield company


def _enrolled(company: Company, hub: HubProcess) -> Callable[[], int]:
    """Enrol the table; return a function that carries its frames to the hub."""
    client = Client(SimPort(table_of(company)))
    name = HubAt(hub.address).enrol("by the window", _KEY, "")
    assert client.ask("enrol", key=_KEY.hex())["hub"] == name
    return lambda: carry(client, HubAt(hub.address), lambda _: None)


def _agree(company: Company, hub: HubProcess) -> list[dict[str, Any]]:
    """Check that the hub has the finished deals of the table's flash; return the hub's deals."""
    journal = open_image(cells(table_of(company)))
    deals = [one for one in of_journal(journal, "", Rulebooks(), {}) if one.is_dealt]
    there = [one.tags["Deal"] for one in deals if one.seq < journal.last_end]
    here = [one for one in hub.ask("/deals.json")["deals"] if one.get("Deal")]
    assert [one["Deal"] for one in here] == there
    return here


def test_fault_72_an_evening_reaches_a_hub_that_dies(company: Company, hub: HubProcess) -> None:
    push = _enrolled(company, hub)
    for deal in range(3):
        finish(company.people.play_cards(5))
        assert push() > 0
        hub.kill()
        with pytest.raises(TableError, match="does not answer"):
            push()
        hub.start()
        finish(company.people.play_deal())
        assert push() > 0 and push() == 0
        deals = _agree(company, hub)
        assert len(deals) == deal + 1 and deals[-1]["Table"] == "by the window"
    (table,) = hub.ask("/api/tables")
    assert table["state"] == "reports" and not table["journals"][0]["cards_lost"]
    points = company.people.game.totals[:2]
    assert list(table["live"]["points"].values()) == list(points)
    wall = hub.get("/wall")
    assert "by the window" in wall and all(f"<td>{one}</td>" in wall for one in points)


def test_fault_75_a_full_disk_acknowledges_nothing(company: Company, hub: HubProcess) -> None:
    push = _enrolled(company, hub)
    finish(company.people.play_deal())
    most = resource.prlimit(hub.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(hub.process.pid, resource.RLIMIT_FSIZE, (0, most[1]))
    with pytest.raises(TableError, match="cannot store anything now"):
        push()
    assert 'role="alert"' in hub.get("/wall") and "storage_ok 0" in hub.get("/metrics")
    resource.prlimit(hub.process.pid, resource.RLIMIT_FSIZE, most)
    assert push() > 0
    assert len(_agree(company, hub)) == 1
    assert 'role="alert"' not in hub.get("/wall") and "storage_ok 1" in hub.get("/metrics")


def test_only_the_own_hub_may_acknowledge(company: Company, hub: HubProcess) -> None:
    _enrolled(company, hub)
    client = Client(SimPort(table_of(company)))
    hello = client.ask("hello")
    before = table_of(company).get("flash.operations")
    other = Ack(hello["epoch"], hello["seq"] - 1).fields(bytes(32))
    for fields in (other, {**other, "mac": ""}, {"epoch": hello["epoch"], "seq": 1}):
        with pytest.raises(TableError) as refused:
            client.ask("acknowledge", **fields)
        assert refused.value.code in ("mac", "field")
    # The table writes a record when it uses an acknowledgement.
    assert table_of(company).get("flash.operations") == before
    client.ask("leave")
    assert client.ask("hello")["hub"] == ""
    client.ask("acknowledge", epoch=hello["epoch"], seq=1)
    with pytest.raises(TableError) as refused:
        client.ask("frame")
    assert refused.value.code == "not-now"


def test_fault_76_a_stranger_cannot_enrol_or_send(company: Company, hub: HubProcess) -> None:
    stranger = HubAt(hub.address)
    with pytest.raises(TableError, match="not enrolled"):
        stranger.take("00000000", bytes(100))
    for path in ("/frames?table=x&epoch=-1", "/frames?table=x&epoch=1"):
        with pytest.raises(TableError):
            stranger._ask(path)
    # The requests come through a proxy, come from a page of another website, or use another name
    # of this computer.
    for head in (
        "X-Forwarded-For: 192.0.2.1",
        "Origin: http://evil.example",
        "Host: evil.example",
    ):
        with pytest.raises(TableError, match="--code"):
            stranger._ask("/api/tables", b"{}", dict([head.split(": ")]))
    with pytest.raises(TableError, match="--code"):
        stranger._ask("/api/tables", b"{}", {"Origin": "null", "X-Marcoria-Code": "x"})
    stranger.enrol("a trial", _KEY, "", is_trial=True)
    odd_title = b'{"title":"a\\u0000\\ud800","key":"%s"}' % _KEY.hex().encode()
    for body in (b"", b"[]", b"{}", b'{"title":1,"key":""}', odd_title, b"\xff" * 10_000):
        with pytest.raises(TableError, match=r"key and title|characters"):
            stranger._ask("/api/tables", body)
    assert hub.ask("/api/tables") == []
    assert 'refused_total{reason="unknown-table"} 2' in hub.get("/metrics")


def test_a_refused_enrolment_leaves_no_trace(
    hub: HubProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = settings(_HOUSE, False, -1, 501, "en") | {"pin": [0, 1, 2, 3]}
    with open_bar("cpython", 1, settings=chosen) as table:
        table.until(3_000)
        with served_table(table) as address:

            def enrol(to: str, pin: str) -> str:
                command = ["--table", address, "hub", "enrol", "--title", "window"]
                main([*command, "--hub", to, "--pin", pin])
                return "".join(capsys.readouterr())

            # The PIN is wrong, so the table refuses: the hub must not list the table.
            assert "PIN" in enrol(hub.address, "CDHH") and hub.ask("/api/tables") == []
            # The hub does not answer: the table must not get a key.
            assert "does not answer" in enrol("http://127.0.0.1:9", "CDHS")
        assert Client(SimPort(table)).ask("hello")["hub"] == ""
        with served_table(table) as address:
            assert "is enrolled" in enrol(hub.address, "CDHS")
    assert [one["state"] for one in hub.ask("/api/tables")] == ["never-heard"]


def test_each_answer_tells_browsers_to_load_nothing_else(hub: HubProcess) -> None:
    for path in ("/wall", "/tables", "/deals", "/api/tables", "/metrics", "/hub.css", "/none"):
        try:
            answer = urllib.request.urlopen(hub.address + path, timeout=20)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_no_backup_and_no_answer_has_the_key() -> None:
    with open_bar("vm", 1) as table:
        table.until(6_000)
        port = SimPort(table)
        client = Client(port)
        client.ask("enrol", key=_KEY.hex())
        told = [client.ask(do) for do in ("hello", "state", "test", "house", "names", "frame")]
        files = fetch_once(port, "")
        journal = cells(table)
    assert files
    for data in (repr(told).encode(), journal, *files.values()):
        assert _KEY not in data and _KEY.hex().encode() not in data.lower()


def test_two_keys_with_one_name_are_not_mixed_up(hub: HubProcess) -> None:
    first, second = (number.to_bytes(4, "little") * 8 for number in (508, 4863))
    assert name_of(first) == name_of(second)
    pages = HubAt(hub.address)
    name = pages.enrol("window", first, "")
    with pytest.raises(TableError, match="the name for this key is taken"):
        pages.enrol("door", second, "")
    assert pages.enrol("the window", first, "") == name
    assert [one["title"] for one in hub.ask("/api/tables")] == ["the window"]


@pytest.mark.parametrize(
    ("host", "address"), [("::1", "http://[::1]:8080"), ("127.0.0.1", "http://127.0.0.1:8080")]
)
def test_the_address_of_the_hub_is_one_for_a_browser(
    host: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def startup(server: uvicorn.Server, sockets: object = None) -> None:
        socket = SimpleNamespace(getsockname=lambda: (host, 8080, 0, 0))
        server.started, server.servers = True, [SimpleNamespace(sockets=[socket])]

    monkeypatch.setattr(uvicorn.Server, "startup", startup)
    told: list[str] = []
    asyncio.run(_Server(uvicorn.Config(app=""), told.append).startup())
    assert told == [address]


@pytest.mark.parametrize("option", ["--port", "--mqtt-port"])
def test_an_impossible_port_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "serve", option, "99999"]) == Exit.USAGE
    assert "a port must be from 0 to 65535, not 99999" in capsys.readouterr().err
    assert main(["hub", "serve", option, "-1"]) == Exit.USAGE


def test_a_worker_needs_a_broker(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["hub", "worker", "--db", "postgresql://hub@localhost/hub", "--broker", "none"]
    assert main(command) == Exit.USAGE
    assert "a worker needs a broker" in capsys.readouterr().err
