"""`marcoria monitor`: what happens at a table, as it happens."""

import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from marcoria.asked import asked
from marcoria.commands.options import command
from marcoria.errors import TableError

if TYPE_CHECKING:
    from marcoria.device.client import Client
    from marcoria.device.table import Table
    from marcoria.journal.view import View

_RECENT = 60  # records that are shown at the beginning
_AGAIN_S = 0.3  # the table is asked no sooner how things are,
_WELL_S = 10.0  # and whether all is well
_PLUGGED_S = 2.0  # a table that is gone is looked for so often
_GONE = ("gone", "no-answer", "no-port", "busy-port")


def add(app: typer.Typer) -> None:
    """What it is asked."""
    command(app, "monitor", _monitor)


def _monitor(
    all_of_it: Annotated[
        bool, typer.Option("--all", help="A record a line, from the oldest on.")
    ] = False,
    once: Annotated[
        bool, typer.Option("--once", help="A record a line; ends when there is nothing more.")
    ] = False,
) -> None:
    """The table as it is now, until Ctrl-C; where nobody looks on, a record a line."""
    from marcoria.device.ports import choose

    port = choose(asked().table)
    if asked().json or all_of_it or once or not sys.stdout.isatty():
        _stream(port, all_of_it, once)
    else:
        _watch(port)


def _stream(port: str, all_of_it: bool, once: bool) -> None:
    from marcoria.device.client import Client
    from marcoria.device.wire import Wire
    from marcoria.journal.reading import open_slot
    from marcoria.journal.wording import in_words

    with Wire(port) as wire:
        client = Client(wire)
        hello = client.ask("hello")
        start = (-1, -1) if all_of_it else (hello["epoch"], hello["seq"] - 1)
        for one in client.records(*start):
            if one is None:
                if once:
                    return
                continue
            record = open_slot(*one)
            if record is None:
                continue
            words = in_words((record.kind, record.seat, record.arg))
            facts = {"epoch": hello["epoch"], "seq": record.seq, "boot": record.boot}
            told = json.dumps({**facts, "ms": record.ms, "says": words}, ensure_ascii=False)
            print(told if asked().json else f"{record.ms / 1000:>9.1f}  {words}", flush=True)


def _watch(port: str) -> None:
    """Draws the table; one that is unplugged is waited for."""
    from rich.live import Live

    from marcoria.device.table import Table
    from marcoria.device.wire import Wire
    from marcoria.journal.view import View
    from marcoria.people.company import words

    told = words(asked().lang or "en")
    view = View(told["ranks"].split("|"), told["seats"].split("|"))
    table = Table(lambda: Wire(port))
    with Live(auto_refresh=False, screen=True) as live:

        def draw() -> None:
            live.update(view.drawn(*live.console.size), refresh=True)

        while True:
            try:
                follow(table, view, draw)
            except TableError as error:
                if error.code not in _GONE:
                    raise
                view.trouble = error.detail
                draw()
                table.close()
                time.sleep(_PLUGGED_S)


def follow(table: "Table", view: "View", draw: Callable[[], object]) -> None:
    """Draws whatever happens, from where the view was before."""
    from marcoria.device.client import Client
    from marcoria.journal.reading import open_slot

    def noise(line: bytes) -> None:
        view.garbled += 1

    client = Client(table.wire, noise)
    hello = client.ask("hello")
    if hello["epoch"] != view.hello.get("epoch"):
        view.after = max(-1, hello["seq"] - _RECENT)
    view.hello = hello
    view.trouble = ""
    look = _Looks(client, view)
    look.at_all()
    draw()
    for one in client.records(hello["epoch"], view.after):
        record = open_slot(*one) if one else None
        if record:
            view.take(record)
        look.now_and_then()
        draw()


class _Looks:
    """Asks how things are, as often as there may be something new."""

    def __init__(self, client: "Client", view: "View") -> None:
        self._client = client
        self._view = view
        self._looked = self._well = 0.0

    def at_all(self) -> None:
        """Everything."""
        view, ask = self._view, self._client.ask
        view.house = ask("house")
        view.names = ask("names")["names"]
        view.test = ask("test")
        view.state = ask("state")
        self._looked = self._well = time.monotonic()

    def now_and_then(self) -> None:
        """What may be another now."""
        now = time.monotonic()
        if now - self._well >= _WELL_S:
            self.at_all()
        elif now - self._looked >= _AGAIN_S:
            self._view.state = self._client.ask("state")
            self._looked = now
