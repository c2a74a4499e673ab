"""Forms of players over HTTP: only the hub's own page can send them, and not too many at once."""

import asyncio
import http.client
import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.requests import Request

import own_loop
from bar_evening import Bar
from carrying import NOW, Hub
from hub_process import HubProcess
from marcoria.hub import player_forms
from marcoria.hub.database import open_database
from marcoria.hub.door import Door
from marcoria.hub.ingest import Message
from marcoria.hub.player_forms import PlayerForms
from marcoria.hub.players import PlayerStore
from recorded_tables import SCANNED, RecordedTable, written

RUNS_ON = "cpython"
_SECRET = "s" * 43
_FLOOD = 80


class Phone:
    """Browser of a player, which keeps the hub's cookie and shows no page."""

    def __init__(self, process: HubProcess) -> None:
        self.host = f"127.0.0.1:{process.port}"
        self.cookie = ""
        self.set_cookie = ""

    def send(
        self, body: bytes = b"", path: str = "/players", method: str = "POST", **heads: str
    ) -> tuple[int, str, http.client.HTTPMessage]:
        """Send a request; return its status, the header Location, and all headers.

        Without the header Location return the text of the answer in its place. `heads` are headers
        with `_` in place of `-`; empty ones are not sent.
        """
        names = {name.replace("_", "-"): told for name, told in heads.items() if told}
        if self.cookie:
            names["Cookie"] = self.cookie
        with closing(http.client.HTTPConnection(self.host, timeout=20)) as line:
            line.request(method, path, body, names)
            answer = line.getresponse()
            text = answer.read().decode()
        self.set_cookie = answer.headers.get("Set-Cookie", "")
        if self.set_cookie:
            self.cookie = "" if "Max-Age=0" in self.set_cookie else self.set_cookie.split(";")[0]
        return answer.status, answer.headers.get("Location", text), answer.headers

    def form(self, path: str = "/players", **fields: str) -> str:
        """Send a form of the page; return the address to which the answer redirects."""
        body = urlencode(fields).encode()
        status, place, _ = self.send(body, path, Origin=f"http://{self.host}")
        assert status == 303, place
        return place


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Bar]:
    bar = Bar(tmp_path, "--players")
    yield bar
    bar.process.kill()
    bar.hub.store.close()


def test_an_evening_of_a_phone(bar: Bar) -> None:
    anna, ben = Phone(bar.process), Phone(bar.process)
    _, page, heads = anna.send(method="GET")
    assert "form-action 'self'" in heads["Content-Security-Policy"]
    assert heads["Referrer-Policy"] == "same-origin" and heads["Cache-Control"] == "no-store"
    assert not anna.set_cookie  # a visitor gets no cookie
    _, _, heads = anna.send(method="GET", path="/wall")
    assert "form-action 'none'" in heads["Content-Security-Policy"]
    assert heads["Referrer-Policy"] == "no-referrer"
    (secret,) = re.findall('name="secret" value="([^"]{43})"', page)
    for _ in range(2):  # as if the answer to the first form got lost
        anna.cookie = ""
        assert anna.form("/players?of=By", nickname=" Anna ", secret=secret) == "/players?of=By"
    assert anna.cookie == f"marcoria={secret}"
    parts = set(anna.set_cookie.lower().split("; ")[1:])
    assert {"httponly", "samesite=strict", "path=/players"} <= parts
    database = bar.process.database
    # New data may be only in the write-ahead log, `hub.sqlite-wal`.
    data = b"".join(file.read_bytes() for file in database.parent.glob(f"{database.name}*"))
    assert b"Anna" in data and secret.encode() not in data
    assert ben.form(nickname="ANNA", secret=_SECRET) == "/players?told=nickname-taken&typed=ANNA"
    assert not ben.cookie and ben.form(stand="1") == "/players?told=player-unknown"
    ben.cookie = "marcoria=x"  # as if the nickname of this cookie had been erased
    assert ben.form(nickname="Ben", secret=_SECRET) == "/players"
    assert ben.cookie == f"marcoria={_SECRET}"
    table = bar.tables[0].name
    assert anna.form(seat=f"{table} N ") == ben.form(seat=f"{table} S ") == "/players"
    assert ben.form(seat=f"{table} N ") == "/players?told=seat-taken"
    # A deal that arrived in the second in which the players sat down may already count.
    before = _deals(bar)
    bar.tables[0].play(*written(SCANNED))
    bar.push(bar.tables[0])
    assert _deals(bar) == {name: before.get(name, 0) + 1 for name in ("Anna", "Ben")}
    assert "<bdi>Anna</bdi><bdi>Ben</bdi>" in bar.process.get("/wall")
    assert ben.form(erase="1") == "/players?told=erased" and not ben.cookie
    assert "Ben" not in bar.process.get("/wall") + bar.process.get("/players.csv")
    _check_origins(anna, table)
    _check_bodies(anna)
    assert bar.process.get("/players.csv").count("Anna") == 1


def _deals(bar: Bar) -> dict[str, int]:
    """Return the number of deals of each ranked player."""
    return {row["nickname"]: row["deals"] for row in bar.process.ask("/api/players")["players"]}


def _check_origins(phone: Phone, table: str) -> None:
    """Check that forms from other pages are refused, and a form of the own page is not."""
    own = f"http://{phone.host}"
    body = urlencode({"erase": "1"}).encode()
    for origin, site in (
        ("", ""),
        ("null", ""),
        ("http://evil.example", ""),
        (f"http://evil.example/{phone.host}", ""),
        (f"http://{phone.host}.evil.example", ""),
        ("http://", ""),
        (own, "cross-site"),
        (own, "same-site"),
        (own, "none"),
    ):
        status, told, _ = phone.send(body, Origin=origin, Sec_Fetch_Site=site)
        assert status == 403 and "/players" in told, (origin, site)
    body = urlencode({"seat": f"{table} N Anna"}).encode()
    # A proxy may have changed the header Host, so Origin and Host may differ in a good form.
    status, _, _ = phone.send(body, Origin="https://club.example", Sec_Fetch_Site="same-origin")
    assert status == 303


def _check_bodies(phone: Phone) -> None:
    for body in (
        b"",
        b"erase=1&" + b"x" * 1000,
        b"erase=1&stand=1",
        b"nickname=%ff&secret=" + _SECRET.encode(),
        b"nickname=\xff&secret=" + _SECRET.encode(),
        b"nickname=Carla",
        b"nickname=Carla&secret=x",
        b"seat=" + b"0" * 8,
        b"&".join([b"erase=1"] * 9),
        b'{"erase":1}',
        b"\0",
    ):
        status, told, _ = phone.send(body, Origin=f"http://{phone.host}")
        assert status == 400 and "/players" in told, body


def test_without_the_option_there_are_no_players(hub: HubProcess) -> None:
    phone = Phone(hub)
    for path in ("/players", "/players.csv", "/api/players"):
        assert phone.send(method="GET", path=path)[0] == 404
    body = urlencode({"nickname": "Anna", "secret": _SECRET}).encode()
    assert phone.send(body, Origin=f"http://{phone.host}")[0] == 404
    assert "layers" not in phone.send(method="GET", path="/wall")[1]


def _request(**fields: str) -> Request:
    async def receive() -> Any:
        return {"type": "http.request", "body": urlencode(fields).encode()}

    heads = [(b"host", b"hub"), (b"origin", b"http://hub")]
    scope = {"type": "http", "method": "POST", "path": "/players", "query_string": b""}
    return Request(scope | {"headers": heads}, receive)


def test_a_flood_of_forms_leaves_the_database_to_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_forms, "_REST_S", 0.2)
    hub = Hub(f"{tmp_path}/hub.sqlite")
    table = RecordedTable(hub, tmp_path)
    table.play(*written(SCANNED))
    changes: list[float] = []
    forms = PlayerForms(open_database(hub.path), lambda: changes.append(time.monotonic()))
    start = time.monotonic()

    async def flood() -> None:
        door = Door(hub.store, lambda: NOW)
        running = asyncio.create_task(door.run())
        fields = [
            {"nickname": f"P{number}", "secret": f"{number:043}"} for number in range(_FLOOD)
        ]
        sent = [asyncio.create_task(forms.take(_request(**one))) for one in fields]
        while data := table.sender.frame():
            receipt = await door.take(Message(table.name, data))
            assert receipt.ack and table.sender.told(receipt.ack)
        await asyncio.sleep(0.5)
        waiting = [one for one in sent if not one.done()]
        # Frames were stored in the pauses between forms. Many forms still wait.
        assert len(waiting) > _FLOOD // 3
        told = [one.result().headers["location"] for one in sent if one.done()]
        busy = [one for one in told if "told=players-busy" in one]
        assert len(busy) == _FLOOD - player_forms._MOST_WAITING
        for one in (*waiting, running):
            one.cancel()
        await asyncio.gather(*waiting, running, return_exceptions=True)

    own_loop.run(flood())
    count = len(PlayerStore(hub.store).nicknames())
    assert count <= 2 + (time.monotonic() - start) / 0.2 and count - len(changes) in (0, 1)
    forms.close()
    hub.store.close()
