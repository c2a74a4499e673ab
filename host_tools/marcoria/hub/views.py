"""Views of a hub: its pages, its answers in JSON, its files and its metrics."""

import csv
import io
import secrets
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from marcoria.analysis.costs import DealCosts
from marcoria.analysis.open_facts import is_complete
from marcoria.analysis.solvers import Solvers
from marcoria.bdn.export import cell, printed, text_cell, write_sheet
from marcoria.bdn.hand.facts import PrintedCosts
from marcoria.bdn.replay import DealReplay
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.twin import dump
from marcoria.bdn.write import texts_of
from marcoria.hub.answers import (
    deal_answer,
    player_standing,
    players_answer,
    standing,
    standings_answer,
    table_answer,
)
from marcoria.hub.deal_pages import Summaries, deal_page, list_page
from marcoria.hub.health import TableHealth, health_page
from marcoria.hub.metrics import metrics
from marcoria.hub.page import PageSpeech, language_of, speeches
from marcoria.hub.player_forms import BUSY, secret_of
from marcoria.hub.player_page import (
    ERASED,
    MOST_TYPED,
    TOLD,
    TYPED,
    Visitor,
    path_of_players,
    players_page,
)
from marcoria.hub.players import REFUSALS, PlayerStore
from marcoria.hub.reports import FinishedDeal, Reports
from marcoria.hub.request_facts import for_others
from marcoria.hub.results import Deriver
from marcoria.hub.store import Store, TableRow
from marcoria.hub.wall import Seated, wall_page

_MOST_IN_A_FILE = 1000  # deals; each takes some ms, and other requests wait meanwhile
_MOST_COSTS = 500  # deals whose analysis is in the cache
_HEADS = ("deals", "matches", "won", "points", "against", "difference")
_CSV, _BDN, _JSON = "text/csv", "application/x-bdn", "application/json"


class Shown(NamedTuple):
    """Settings of what a hub shows.

    Results are shown `delay` seconds after they came. `virtual` is the address of a virtual table
    to which pages of deals link, "" for none. With `has_players` people may choose nicknames and
    sit down.
    """

    delay: int = 0
    virtual: str = ""
    has_players: bool = False


class HubState(NamedTuple):
    """State of a hub for its views; `trouble` says why it cannot store anything, "" if it can."""

    trouble: str
    stored: int  # frames since the start of the program
    has_broker: bool  # whether the hub is connected to its MQTT broker


class Views:
    """Views of a database, for one request at a time.

    No view shows a card of an unfinished deal.
    """

    def __init__(
        self,
        store: Store,
        shown: Shown,
        state: Callable[[], HubState],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._shown = shown
        self._state = state
        self._now = now
        self._books = Rulebooks()
        self._reports = Reports(store, self._books, shown.delay, now)
        self._players = PlayerStore(store, now)
        self._speeches = speeches(shown.has_players)
        self._summaries = Summaries(self._reports.replayed)
        self._solvers = Solvers()
        self._deriver = Deriver(store, self._reports.results)
        self._costs: dict[object, PrintedCosts] = {}

    def close(self) -> None:
        """Close the database and stop the solver."""
        self._solvers.close()
        self._store.close()

    def catch_up(self, begin: str = "") -> None:
        """Derive the missing results of the tables whose title begins with `begin`.

        If that fails, for example on a full disk, the views show the results that are there.
        """
        self._deriver.catch_up(begin)

    def _trouble(self) -> str:
        return self._state().trouble or self._deriver.failure

    def _say(self, request: Request) -> PageSpeech:
        return self._speeches[language_of(request.headers.get("accept-language", ""))]

    def _health(self, begin: str = "") -> list[TableHealth]:
        now = int(self._now())
        return [
            TableHealth(table, reports, now, self._store.refused(table.name))
            for table, reports in self._reports.tables(begin)
        ]

    # --- pages ------------------------------------------------------------------------------

    def wall(self, request: Request) -> Response:
        """Answer with the wall of the bar: all tables, or those that the query `of` selects."""
        begin = begin_of(request)
        evening = self._reports.evening()
        ranking = self._reports.ranking(evening, begin)
        delay, trouble = self._shown.delay, self._trouble()
        health, say = self._health(begin), self._say(request)
        seated: Seated = {}
        join = ""
        if self._shown.has_players:
            seated = self._seated([one.table for one in health])
            join = for_others(request.headers.get("host", "")) + path_of_players(begin)
        page = wall_page(health, ranking, evening, delay, trouble, seated, join, say)
        return _page(page)

    def _seated(self, tables: list[TableRow]) -> Seated:
        """Return the nicknames of the players who sit at tables now, by title and side.

        In houses for two players, each side is a single seat, North or South. So the sides "N" and
        "S" are in the result too.
        """
        plan, now = self._players.plan(), int(self._now())
        found: Seated = {}
        for table in tables:
            for side in ("NS", "EW", *"NS"):
                for seat in side:
                    nickname = plan.at(table.name, seat, now)
                    if nickname:
                        found.setdefault((table.title, side), []).append(nickname)
        return found

    def players(self, request: Request) -> Response:
        """Answer with the page on which people choose a nickname and sit down."""
        begin, since, now = begin_of(request), self._since(request), int(self._now())
        query, plan, say = request.query_params, self._players.plan(), self._say(request)
        nickname = self._players.nickname(secret_of(request))
        own = plan.seat_of(nickname, now)
        table = self._store.table(own.name) if own else None
        told = query.get(TOLD, "")
        visitor = Visitor(
            nickname,
            secrets.token_urlsafe(),
            table.title if table else "",
            own.seat if own else "",
            told if told in (*REFUSALS, BUSY, ERASED) else "",
            query.get(TYPED, "")[:MOST_TYPED],
        )
        tables = [one for one in self._store.tables(begin) if one.revoked is None]
        ranking = self._reports.ranking_of_players(self._players.plan(since), since)
        page = players_page(tables, plan, now, visitor, begin, ranking, not since, say)
        return _page(page)

    def tables(self, request: Request) -> Response:
        """Answer with the health of all tables."""
        refused = self._store.refused()
        page = health_page(self._health(), refused, self._trouble(), self._say(request))
        return _page(page)

    def deals(self, request: Request) -> Response:
        """Answer with one page of the list of finished deals, which begins with the newest.

        The list has the deals of this evening. With the query `all` it has the deals of all
        evenings. The query `page` is the number of the page, from 0.
        """
        since = self._since(request)
        found = sorted(self._reports.deals(since), key=lambda one: one[1].result.played)[::-1]
        asked = request.query_params.get("page", "")
        page = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 0
        ranking = self._reports.ranking(since)
        is_all, say = not since, self._say(request)
        return _page(list_page(found, ranking, page, is_all, self._summaries, say))

    def _since(self, request: Request) -> int:
        """Return the time at which this evening began, 0 with the query `all`.

        The views that call this method count or show only deals that were played since this time.
        """
        return 0 if "all" in request.query_params else self._reports.evening()

    def deal(self, request: Request) -> Response:
        """Answer with a finished deal: as a page, as BDN, as JSON or as a sheet to print.

        A deal that cannot be replayed has no sheet; then answer with the page.
        """
        name, epoch = request.path_params["name"], request.path_params["epoch"]
        number, _, ending = request.path_params["file"].partition(".")
        is_number = number.isascii() and number.isdigit() and len(number) < 11
        listed = self._reports.find(name, epoch, int(number)) if is_number else None
        if listed is None or ending not in ("", "bdn", "json", "pdf"):
            say = self._say(request)
            return _page(say.frame("deals", say("deals"), f"<p>{say('no-page')}</p>"), 404)
        if ending == "bdn":
            return _file("".join(texts_of(self._reports.papers(*listed))), _BDN)
        if ending == "json":
            return _file("".join(dump(self._reports.papers(*listed))), _JSON)
        one = self._reports.replayed(*listed)
        costs = self._weighed(listed[1], one) if one else None
        say = self._say(request)
        if ending == "pdf" and one:
            found = printed([one.deal], "pdf", self._books, say.language, lambda _: costs)
            return Response(found, media_type="application/pdf")
        neighbours = self._neighbours(*listed)
        return _page(deal_page(listed, one, costs, neighbours, self._shown.virtual, say))

    def _neighbours(
        self, table: TableRow, deal: FinishedDeal
    ) -> tuple[FinishedDeal | None, FinishedDeal | None]:
        """Return the deals before and after a deal in its journal, None where there is none."""
        for report in self._reports.of(table):
            if report.journal.epoch == deal.result.epoch:
                deals = report.deals
                before = deals[deal.number - 2] if deal.number > 1 else None
                return before, deals[deal.number] if deal.number < len(deals) else None
        return None, None

    def _weighed(self, deal: FinishedDeal, one: DealReplay) -> PrintedCosts | None:
        """Return how many points each card of a deal cost, from the cache if it has them.

        Return None without Node.js, or if not all cards of the deal were played.
        """
        if self._solvers.name == "python" or not is_complete(one):
            return None
        if deal.result not in self._costs:
            if len(self._costs) >= _MOST_COSTS:
                self._costs.clear()
            self._costs[deal.result] = DealCosts(one, self._solvers, lambda _: None).printed()
        return self._costs[deal.result]

    # --- answers ----------------------------------------------------------------------------

    def api_tables(self, request: Request) -> Response:
        """Answer with all tables, or with those that the query `of` selects."""
        return JSONResponse([table_answer(one) for one in self._health(begin_of(request))])

    def api_deals(self, _: Request) -> Response:
        """Answer with the results of all finished deals."""
        return JSONResponse([deal_answer(*listed) for listed in self._reports.deals()])

    def api_standings(self, _: Request) -> Response:
        """Answer with the ranking of sides over all evenings."""
        return JSONResponse(standings_answer(self._reports.ranking()))

    def api_players(self, _: Request) -> Response:
        """Answer with the ranking of players over all evenings."""
        ranking = self._reports.ranking_of_players(self._players.plan(0))
        return JSONResponse(players_answer(ranking))

    def metrics(self, _: Request) -> Response:
        """Answer with counts in the format of Prometheus."""
        behind = len(self._reports.results.behind())
        text = metrics(self._health(), self._store.refused(), behind, *self._state())
        return PlainTextResponse(text)

    # --- files ------------------------------------------------------------------------------

    def file(self, request: Request) -> Response:
        """Answer with a file of deals or of a ranking.

        The file is about the deals of this evening. With the query `all` it is about the deals of
        all evenings. Refuse to send more than `_MOST_IN_A_FILE` deals.
        """
        since, name = self._since(request), request.url.path.removeprefix("/")
        count = sum(1 for _ in self._reports.deals(since)) if name.startswith("deals") else 0
        if count > _MOST_IN_A_FILE:
            told = (
                f"{count} deals are too many for a download:"
                " marcoria hub export prints them on the hub's computer"
            )
            return PlainTextResponse(told, 413)
        if name == "deals.bdn":
            return _file("".join(texts_of(self._reports.all_papers(since))), _BDN)
        if name == "deals.json":
            return _file("".join(dump(self._reports.all_papers(since))), _JSON)
        sink = io.StringIO(newline="")
        if name == "deals.csv":
            write_sheet(self._reports.all_papers(since), sink)
        else:
            sheet = csv.writer(sink, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
            sheet.writerows(self._standing_rows(since, name == "players.csv"))
        return _file(sink.getvalue(), _CSV)

    def _standing_rows(self, since: int, is_of_players: bool) -> Iterator[list[object]]:
        """Yield the rows of a ranking of players or sides for a spreadsheet, heads first."""
        if is_of_players:
            plan = self._players.plan(since)
            names = ["nickname"]
            rows = [*map(player_standing, self._reports.ranking_of_players(plan, since))]
        else:
            names = ["title", "side"]
            rows = [*map(standing, self._reports.ranking(since))]
        heads = ["rank", *names, *_HEADS]
        yield [*heads]
        for facts in rows:
            # A nickname of digits must not become a number in the spreadsheet.
            texts = ((head, f"{facts[head]}") for head in heads)
            yield [text_cell(text) if head == "nickname" else cell(text) for head, text in texts]


def begin_of(request: Request) -> str:
    """Return the query `of`: the request is for tables whose title begins with this text."""
    return request.query_params.get("of", "")


def _page(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="text/html; charset=utf-8")


def _file(text: str, kind: str) -> Response:
    return Response(text, media_type=f"{kind}; charset=utf-8")
