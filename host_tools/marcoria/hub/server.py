"""The hub's web server, which stores frames, enrols tables and shows what they have reported."""

import asyncio
import json
import logging
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message as Told
from starlette.types import Receive, Scope, Send

from marcoria.bdn.rulebooks import Rulebooks
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
from marcoria.hub.page import FILES
from marcoria.hub.player_forms import PlayerForms
from marcoria.hub.player_page import PATH
from marcoria.hub.request_facts import LOCAL, OWN_NAMES, body_of, is_own_name, own_address
from marcoria.hub.results import Deriver, ResultStore
from marcoria.hub.store import TableRow
from marcoria.hub.table_link import LinkPlan, TableLink
from marcoria.hub.views import HubState, Shown, Views, begin_of

_ANY = ("0.0.0.0", "::")  # all network addresses of this computer
_BEAT_S = 15.0  # after so long without news, `_events` sends a line to keep the connection open
_TITLE = 40  # maximum number of characters of a table's title
_WRONG_CODE_S = 1.0  # time that the answer to a wrong code takes
_MOST_CODES = 20  # codes that may wait for their turn
# Headers that proxies and browsers add to requests.
_PASSED_ON = ("forwarded", "x-forwarded-for", "origin", "sec-fetch-site")
_EXPORTS = ("deals.csv", "deals.bdn", "deals.json", "standings.csv")
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action {}; frame-ancestors 'none'"
)
_HEADERS = {
    b"content-security-policy": _POLICY.format("'none'").encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-cache",
}
# Headers of the page of players. With no-referrer, browsers would send its forms with the Origin
# "null". The page has a secret, so no cache may store it.
_FORM_HEADERS = _HEADERS | {
    b"content-security-policy": _POLICY.format("'self'").encode(),
    b"referrer-policy": b"same-origin",
    b"cache-control": b"no-store",
}

# Answers to refused messages by reason: HTTP status, and a sentence.
_REFUSALS = {
    UNKNOWN_TABLE: (403, "this table is not enrolled here: use marcoria hub enrol"),
    REVOKED: (403, "this table was revoked: enrol it again with marcoria hub enrol"),
    MALFORMED: (400, "this is not a frame of a table"),
    FORGED: (403, "this frame is not signed with the table's key"),
    FORKED: (409, "two tables report under this name: enrol both again"),
    FULL: (503, "the hub cannot store anything now: the table keeps its records"),
}
_log = logging.getLogger("marcoria.hub")


class EnrolmentCode:
    """Code that strangers need to enrol a table.

    Codes are compared one after the other, and after a wrong one the next waits. So guessing takes
    long, also for somebody who sends many codes at once.
    """

    def __init__(self, code: str) -> None:
        self._code = code
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def is_right(self, said: str) -> bool:
        """Return whether this is the code; refuse it unseen if too many others wait."""
        if not said or self._waiting >= _MOST_CODES:
            return False
        self._waiting += 1
        try:
            async with self._turn:
                found = secrets.compare_digest(said.encode(), self._code.encode())
                if not found:
                    _log.warning("somebody has sent a wrong code to enrol a table")
                    await asyncio.sleep(_WRONG_CODE_S)
                return found
        finally:
            self._waiting -= 1


class Hub:
    """The hub as a web application, which is in the attribute `app`.

    A request to enrol a table needs the `code`, unless a program on this computer has sent it.

    Frames are stored over one connection to the database. Everything else uses other connections,
    which see only what is on disk. Pages of deals and all downloads share a connection of their
    own, because they may take seconds. The derivation of results has its own connection too, and
    so have the forms of players.
    """

    def __init__(self, database: str, code: str, plan: LinkPlan, shown: Shown) -> None:
        self._store = open_database(database)
        self._code = EnrolmentCode(code)
        self._writing = open_database(database)
        self._door = Door(self._writing)
        self._link = TableLink(plan, self._door, self._mqtt_password_of)
        self._quick = Views(open_database(database), shown, self._state)
        self._slow = Views(open_database(database), shown, self._state)
        self._derived = open_database(database)
        self._forms = PlayerForms(open_database(database), self._door.tell)
        self._locks = {view: asyncio.Lock() for view in (self._quick, self._slow)}
        self._lock = asyncio.Lock()  # for one user of `_store` at a time
        quick, slow = self._quick, self._slow
        routes = [
            Route("/", self._shows(quick, quick.wall)),
            Route("/wall", self._shows(quick, quick.wall)),
            Route("/tables", self._shows(quick, quick.tables)),
            Route("/deals", self._shows(slow, slow.deals)),
            Route("/deals/{name}/{epoch:int}/{file}", self._shows(slow, slow.deal)),
            Route("/events", self._events),
            Route("/frames", self._take_frame, methods=["POST"]),
            Route("/frames", self._acknowledgement, methods=["GET"]),
            Route("/api/tables", self._enrol, methods=["POST"]),
            Route("/api/tables", self._shows(quick, quick.api_tables)),
            Route("/api/broker", self._broker),
            Route("/api/deals", self._shows(slow, slow.api_deals)),
            Route("/api/standings", self._shows(quick, quick.api_standings)),
            Route("/metrics", self._shows(quick, quick.metrics)),
        ]
        exports = list(_EXPORTS)
        if shown.has_players:
            exports.append("players.csv")
            routes += [
                Route(PATH, self._forms.take, methods=["POST"]),
                Route(PATH, self._shows(quick, quick.players)),
                Route("/api/players", self._shows(quick, quick.api_players)),
            ]
        routes += [Route(f"/{name}", self._shows(slow, slow.file)) for name in exports]
        routes += [Route(f"/{name}", _served(file)) for name, file in FILES.items()]
        handlers = {self._store.error: _no_database}
        site = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lives)
        self.app = Guarded(site)

    def _state(self) -> HubState:
        return HubState(self._door.trouble, self._door.stored, self._link.is_connected)

    @asynccontextmanager
    async def _lives(self, _: Starlette) -> AsyncIterator[None]:
        works = (self._door.run(), self._door.follow(), self._link.run(), self._derive())
        tasks = [asyncio.create_task(work) for work in works]
        yield
        for task in reversed(tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._writing.close()
        self._store.close()
        self._derived.close()
        self._forms.close()
        for view in self._locks:
            view.close()

    async def _derive(self) -> None:
        """Derive results now and after each commit of frames, so that pages need not wait."""
        event = self._door.listen()
        deriver = Deriver(self._derived, ResultStore(self._derived, Rulebooks()))
        while True:
            await asyncio.to_thread(deriver.catch_up)
            await event.wait()
            event.clear()

    def _shows(
        self, views: Views, make: Callable[[Request], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return a handler that answers with the response of `make`, a method of `views`."""

        def made(request: Request) -> Response:
            if make != views.metrics:  # the metrics count the journals that are behind
                views.catch_up(begin_of(request))  # `_derive` may be late
            return make(request)

        async def answer(request: Request) -> Response:
            async with self._locks[views]:
                return await asyncio.to_thread(made, request)

        return answer

    # --- frames -----------------------------------------------------------------------------

    async def _take_frame(self, request: Request) -> Response:
        """Store a frame; answer with the acknowledgement, or with a refusal."""
        name = request.query_params.get("table", "")
        message = Message(name, await body_of(request, MOST_BYTES))
        return _answer(name, await self._door.take(message))

    async def _acknowledgement(self, request: Request) -> Response:
        """Answer with the acknowledgement of what the hub has of a journal.

        The table's next frame begins after the last record that is acknowledged.
        """
        name, epoch = (request.query_params.get(key, "") for key in ("table", "epoch"))
        if not epoch.isdecimal() or int(epoch) > LinkTerms.LARGEST:
            return _trouble(400, "epoch", "name the epoch of the table's journal")
        return _answer(name, await self._door.take(Message(name, epoch=int(epoch))))

    async def _mqtt_password_of(self, name: str) -> str | None:
        """Return the MQTT password of a table, None if the table may send nothing."""
        async with self._lock:
            table = await asyncio.to_thread(self._store.table, name)
        return mqtt_password(table.key) if table and table.revoked is None else None

    # --- tables -----------------------------------------------------------------------------

    async def _enrol(self, request: Request) -> Response:
        """Enrol the table whose title and key are in the request.

        If the request has a true field `trial`, only check it, and enrol nothing.
        """
        said = request.headers.get("x-marcoria-code", "")
        if not self._is_local(request) and not await self._code.is_right(said):
            sentence = "add --code with the number that marcoria hub serve has printed"
            return _trouble(403, "code", sentence)
        try:
            asked = json.loads(await body_of(request, MOST_BYTES))
            title, key = asked["title"], bytes.fromhex(asked["key"])
        except (ValueError, TypeError, KeyError):
            return _trouble(400, "field", "this is not a table's key and title")
        is_title = isinstance(title, str) and 0 < len(title) <= _TITLE and title.isprintable()
        if len(key) != LinkTerms.KEY_BYTES or not is_title:
            sentence = (
                f"a table's key has {LinkTerms.KEY_BYTES} bytes, and its title has 1 to {_TITLE}"
                " printable characters"
            )
            return _trouble(400, "field", sentence)
        row = TableRow(name_of(key), title, key, int(time.time()), None)
        if not asked.get("trial"):
            async with self._lock:
                is_added = await asyncio.to_thread(self._add, row)
            if not is_added:
                sentence = "the name for this key is taken: enrol the table again"
                return _trouble(409, "name", sentence)
        return JSONResponse({"ok": True, "table": row.name, "title": title})

    async def _broker(self, request: Request) -> Response:
        """Answer with the broker over which tables may report, null if there is none."""
        found = self._link.broker()
        told = None
        if found:
            asked = request.url.hostname or ""
            here = own_address() if asked in OWN_NAMES else asked
            host = here if found.host in ("", *OWN_NAMES) else found.host
            told = {"host": host, "port": found.port, "sha256": found.sha256}
        return JSONResponse({"ok": True, "broker": told})

    def _add(self, row: TableRow) -> bool:
        with self._store.transaction():
            return self._store.add_table(row)

    def _is_local(self, request: Request) -> bool:
        """Return whether a program on this computer has sent the request itself.

        Requests through a proxy do not count. Requests of a browser do not count either, because a
        page of another site may have caused them. A POST that such a page causes always has an
        Origin.
        """
        passed = any(name in request.headers for name in _PASSED_ON)
        is_here = request.client is not None and request.client.host in LOCAL
        return is_here and not passed and is_own_name(request.headers.get("host", ""))

    async def _events(self, request: Request) -> Response:
        """Answer with a stream of events: one each time that something was stored."""

        async def events() -> AsyncIterator[str]:
            event = self._door.listen()
            try:
                while not await request.is_disconnected():
                    event.clear()
                    try:
                        await asyncio.wait_for(event.wait(), _BEAT_S)
                        yield "data: news\n\n"
                    except TimeoutError:
                        yield ": nothing new\n\n"
            finally:
                self._door.leave(event)

        return StreamingResponse(events(), media_type="text/event-stream")


def _served(file: Path) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers with a static file that the pages load."""
    data, kind = file.read_bytes(), _KINDS[file.suffix]

    async def answer(_: Request) -> Response:
        return Response(data, media_type=kind)

    return answer


class Guarded:
    """Web application that adds security headers to its answers.

    With these headers, browsers load nothing from elsewhere and do not guess the type of a file.
    """

    def __init__(self, app: Starlette) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def sent(message: Told) -> None:
            if message["type"] == "http.response.start":
                more = _FORM_HEADERS if scope["path"] == PATH else _HEADERS
                message["headers"] = [*message["headers"], *more.items()]
            await send(message)

        await self._app(scope, receive, sent)


def _answer(name: str, receipt: Receipt) -> JSONResponse:
    if receipt.ack is None:
        status, sentence = _REFUSALS[receipt.what]
        facts = {"table": name[:_TITLE], "reason": receipt.what}
        _log.warning("refused a message of a table: %s", receipt.what, extra={"facts": facts})
        return _trouble(status, receipt.what, sentence)
    return JSONResponse({"ok": True, "what": receipt.what, "ack": receipt.ack})


async def _no_database(_: Request, error: Exception) -> Response:
    """Answer that the database cannot be used, for example because its server does not run."""
    _log.warning("cannot use the database: %s", f"{error}".partition("\n")[0])
    return _trouble(503, "database", "the hub cannot use its database now: try again")


def _trouble(status: int, error: str, sentence: str) -> JSONResponse:
    return JSONResponse({"ok": False, "error": error, "detail": sentence}, status)


def serve(
    database: str,
    port: int,
    plan: LinkPlan,
    shown: Shown,
    told: Callable[[str, str], object],
) -> None:
    """Serve the hub until Ctrl-C.

    Once the hub can be reached, call `told` with its address and the code to enrol tables.
    """
    code = f"{secrets.randbelow(1_000_000):06}"
    config = uvicorn.Config(
        Hub(database, code, plan, shown).app,
        plan.host,
        port,
        log_config=None,
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
        """Open the port; call `told` if the server has started."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            name = own_address() if host in _ANY else host
            self._told(f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}")
