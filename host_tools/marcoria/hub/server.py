"""The hub's web server: the door for frames, answers in JSON, and the wall of a bar."""

import asyncio
import json
import logging
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.twin import twin_of
from marcoria.firmware.codes.link import LinkTerms
from marcoria.hub.database import open_database
from marcoria.hub.door import FULL, Door
from marcoria.hub.frame import MOST_BYTES, mqtt_password, name_of
from marcoria.hub.ingest import (
    FORGED,
    FORKED,
    MALFORMED,
    REVOKED,
    UNKNOWN_TABLE,
    Message,
    Receipt,
)
from marcoria.hub.reports import Reports
from marcoria.hub.store import TableRow
from marcoria.hub.table_link import LinkPlan, TableLink
from marcoria.hub.wall import Wall

_LOCAL = ("127.0.0.1", "::1")
_ANY = "0.0.0.0"  # all network addresses of this computer
_ELSEWHERE = "192.0.2.1"  # an address in no network
_BEAT_S = 15.0  # time after which an idle listener gets a sign of life
_TITLE = 40  # most letters of a table's title

# Answer to a frame that the hub does not take: status, and a sentence.
_REFUSALS = {
    UNKNOWN_TABLE: (403, "this table is not enrolled here: use marcoria hub enrol"),
    REVOKED: (403, "this table was revoked: enrol it again with marcoria hub enrol"),
    MALFORMED: (400, "this is not a frame of a table"),
    FORGED: (403, "this frame is not signed with the table's key"),
    FORKED: (409, "two tables report under this name: enrol one of them again"),
    FULL: (503, "the hub cannot store anything now: the table keeps its records"),
}
_log = logging.getLogger("marcoria.hub")


class Hub:
    """The hub as a web application: `app` serves it.

    Whoever does not sit at this computer needs the `code` to enrol a table. Frames are stored over
    one connection to the database, and all else uses another one, which sees only what is on disk.
    """

    def __init__(self, database: str, code: str, plan: LinkPlan) -> None:
        self._store = open_database(database)
        self._reports = Reports(self._store, Rulebooks())
        self._code = code
        self._writing = open_database(database)
        self._door = Door(self._writing)
        self._link = TableLink(plan, self._door, self._mqtt_password_of)
        self._wall = Wall(self._store, self._reports)
        self._lock = asyncio.Lock()  # for one user of `_store` at a time
        self.app = Starlette(
            routes=[
                Route("/", self._wall_page),
                Route("/wall", self._wall_page),
                Route("/wall/events", self._wall_events),
                Route("/wall.css", self._style),
                Route("/wall.mjs", self._program),
                Route("/frames", self._take_frame, methods=["POST"]),
                Route("/frames", self._acknowledgement, methods=["GET"]),
                Route("/api/tables", self._enrol, methods=["POST"]),
                Route("/api/tables", self._answers(self._tables)),
                Route("/api/deals", self._answers(self._deals)),
                Route("/api/standings", self._answers(self._standings)),
                Route("/metrics", self._metrics),
            ],
            exception_handlers={self._store.error: _no_database},
            lifespan=self._lives,
        )

    @asynccontextmanager
    async def _lives(self, _: Starlette) -> AsyncIterator[None]:
        works = (self._door.run(), self._door.follow(), self._link.run())
        tasks = [asyncio.create_task(work) for work in works]
        yield
        for task in reversed(tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._writing.close()
        self._store.close()

    # --- frames -----------------------------------------------------------------------------

    async def _take_frame(self, request: Request) -> Response:
        """Store a frame, and answer with the acknowledgement."""
        name = request.query_params.get("table", "")
        return _answer(await self._door.take(Message(name, await _body(request, MOST_BYTES))))

    async def _acknowledgement(self, request: Request) -> Response:
        """Answer with the acknowledgement of what the hub has, from which a table goes on."""
        name, epoch = (request.query_params.get(key, "") for key in ("table", "epoch"))
        if not epoch.isdecimal() or int(epoch) > LinkTerms.LARGEST:
            return _trouble(400, "epoch", "name the epoch of the table's journal")
        return _answer(await self._door.take(Message(name, epoch=int(epoch))))

    async def _mqtt_password_of(self, name: str) -> str | None:
        """Return the password of a table at an MQTT broker, None if it may send nothing."""
        async with self._lock:
            table = await asyncio.to_thread(self._store.table, name)
        return mqtt_password(table.key) if table and table.revoked is None else None

    # --- tables -----------------------------------------------------------------------------

    async def _enrol(self, request: Request) -> Response:
        """Enrol a table with its key."""
        if not self._is_local(request) and not self._knows_code(request):
            sentence = "add --code with the number that marcoria hub serve has printed"
            return _trouble(403, "code", sentence)
        try:
            asked = json.loads(await _body(request, MOST_BYTES))
            title, key = asked["title"], bytes.fromhex(asked["key"])
        except (ValueError, TypeError, KeyError):
            return _trouble(400, "field", "this is not a table's key and title")
        is_title = isinstance(title, str) and 0 < len(title) <= _TITLE and title.isprintable()
        if len(key) != LinkTerms.KEY_BYTES or not is_title:
            return _trouble(400, "field", f"a table's title has 1 to {_TITLE} letters")
        row = TableRow(name_of(key), title, key, int(time.time()), None)
        async with self._lock:
            is_added = await asyncio.to_thread(self._add, row)
        if not is_added:
            return _trouble(409, "name", "another table has this name by chance: enrol it again")
        return JSONResponse({"ok": True, "table": row.name, "title": title})

    def _add(self, row: TableRow) -> bool:
        with self._store.transaction():
            return self._store.add_table(row)

    def _is_local(self, request: Request) -> bool:
        """Return whether a request comes from this computer, and through no proxy."""
        passed = any(name in request.headers for name in ("forwarded", "x-forwarded-for"))
        return request.client is not None and request.client.host in _LOCAL and not passed

    def _knows_code(self, request: Request) -> bool:
        said = request.headers.get("x-marcoria-code", "")
        return secrets.compare_digest(said.encode(), self._code.encode())

    # --- answers ----------------------------------------------------------------------------

    def _answers(self, make: Callable[[], object]) -> Callable[[Request], Awaitable[Response]]:
        """Return a handler that answers with what `make` returns, as JSON."""

        async def answer(_: Request) -> Response:
            async with self._lock:
                return JSONResponse(await asyncio.to_thread(make))

        return answer

    def _tables(self) -> object:
        return [self._wall.facts(table) for table in self._store.tables()]

    def _deals(self) -> object:
        return [
            {"table": table.name, "epoch": report.stream.epoch, **twin_of(deal)}
            for table, report, deal in self._reports.deals()
        ]

    def _standings(self) -> object:
        found = self._reports.standings()
        return {
            "deals": found.deals,
            "unfinished": found.unfinished,
            "pairs": [row.facts() for row in found.pairs],
            "players": [row.facts() for row in found.players],
        }

    async def _metrics(self, _: Request) -> Response:
        """Answer with counts in the format of Prometheus."""
        async with self._lock:
            lines = [f"marcoria_hub_tables {len(self._store.tables())}"]
            lines += [f"marcoria_hub_storage_ok {int(not self._door.trouble)}"]
            lines += [f"marcoria_hub_broker_connected {int(self._link.is_connected)}"]
            lines += [
                f'marcoria_hub_refused_total{{reason="{reason}"}} {count}'
                for reason, count in self._store.refused().items()
            ]
        return PlainTextResponse("\n".join(lines) + "\n")

    # --- the wall ---------------------------------------------------------------------------

    async def _wall_page(self, request: Request) -> Response:
        language = self._wall.language(request.headers.get("accept-language", ""))
        async with self._lock:
            page = await asyncio.to_thread(self._wall.page, language, self._door.trouble)
        return Response(page, media_type="text/html; charset=utf-8")

    async def _wall_events(self, request: Request) -> Response:
        """Tell a page each time that something was stored."""

        async def events() -> AsyncIterator[str]:
            event = self._door.listen()
            try:
                while not await request.is_disconnected():
                    event.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(event.wait(), _BEAT_S)
                    yield "data: news\n\n"
            finally:
                self._door.leave(event)

        return StreamingResponse(events(), media_type="text/event-stream")

    async def _style(self, _: Request) -> Response:
        return Response(self._wall.style, media_type="text/css; charset=utf-8")

    async def _program(self, _: Request) -> Response:
        return Response(self._wall.program, media_type="text/javascript; charset=utf-8")


async def _body(request: Request, most: int) -> bytes:
    """Return the body of a request, and no more of it than one byte above `most`."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > most:
            return data[: most + 1]
    return data


def _answer(receipt: Receipt) -> JSONResponse:
    if receipt.ack is None:
        status, sentence = _REFUSALS[receipt.what]
        _log.warning("refused a frame: %s", receipt.what)
        return _trouble(status, receipt.what, sentence)
    return JSONResponse({"ok": True, "what": receipt.what, "ack": receipt.ack})


async def _no_database(_: Request, error: Exception) -> Response:
    """Answer that the database cannot be read, such as when its server is away."""
    _log.warning("cannot read the database: %s", f"{error}".partition("\n")[0])
    return _trouble(503, "database", "the hub cannot read its database now: try again")


def _trouble(status: int, error: str, sentence: str) -> JSONResponse:
    return JSONResponse({"ok": False, "error": error, "detail": sentence}, status)


def serve(database: str, port: int, plan: LinkPlan, told: Callable[[str, str], object]) -> None:
    """Serve the hub until Ctrl-C; `told` gets its address and the code to enrol tables."""
    code = f"{secrets.randbelow(1_000_000):06}"
    config = uvicorn.Config(
        Hub(database, code, plan).app,
        plan.host,
        port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    _Server(config, lambda address: told(address, code)).run()


class _Server(uvicorn.Server):
    """Web server that calls `told` with its address when it can be reached."""

    def __init__(self, config: uvicorn.Config, told: Callable[[str], object]) -> None:
        super().__init__(config)
        self._told = told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the port."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._told(f"http://{_own_address() if host == _ANY else host}:{port}")


def _own_address() -> str:
    """Return the address of this computer in its network, or `localhost` without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))  # sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
