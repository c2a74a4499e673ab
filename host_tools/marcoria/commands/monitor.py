"""`marcoria monitor`: show a table live, or print its new records."""

import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import connected
from marcoria.commands.options import Commands, Option, answer, command
from marcoria.context import asked
from marcoria.errors import TableError
from marcoria.scenarios.paint import is_terminal

if TYPE_CHECKING:
    from marcoria.device.wire import TableAtPort

_PLUGGED_S = 2.0  # seconds between two attempts to reach a table that is gone
_GONE = ("gone", "no-answer", "no-port", "busy-port", "no-permission", "which-port")
_GOES_ON = "the table is gone: plug it in again, and the monitor continues"


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "monitor", _monitor, "table", "lang")


def _monitor(
    all_of_it: Annotated[
        bool, Option("--all", help="Print all records, from the oldest on, one a line.")
    ] = False,
    once: Annotated[
        bool,
        Option("--once", help="Show the table once, or with --all its records so far, and end."),
    ] = False,
) -> None:
    """Show the table live until Ctrl-C; in a pipe or file, print one record a line."""
    from marcoria.device.ports import choose

    choose(asked().table)
    with connected() as table:
        if once and not all_of_it:
            _tell_once(table)
        elif asked().json or all_of_it or not is_terminal(sys.stdout):
            _stream(table, all_of_it, once)
        else:
            _watch(table)


def _lasting(
    table: "TableAtPort", follow: Callable[[], None], say: Callable[[TableError], object]
) -> None:
    """Run `follow` until it returns; if the table is gone, call `say` with the error and retry.

    Raise all other errors.
    """
    while True:
        try:
            return follow()
        except TableError as error:
            if error.code not in _GONE:
                raise
            say(error)
            table.close()
            time.sleep(_PLUGGED_S)


# --- printing one record a line ------------------------------------------------------------------


def _stream(table: "TableAtPort", all_of_it: bool, once: bool) -> None:
    tape = RecordTape(table, all_of_it, once)

    def say(error: TableError) -> None:
        if once or tape.epoch < 0:
            raise error
        if not tape.gone:
            print(f"marcoria: {_told(error)}", file=sys.stderr, flush=True)
        tape.gone = True

    _lasting(table, tape.run, say)


class RecordTape:
    """Printer of a table's records.

    `run` continues after the record printed last. If the journal has another epoch than before,
    `run` starts anew. `epoch` is -1 until a table has answered.
    """

    def __init__(self, table: "TableAtPort", all_of_it: bool, once: bool) -> None:
        self.epoch = -1
        self.gone = False
        self._table = table
        self._all = all_of_it
        self._once = once
        self._after = -1

    def run(self) -> None:
        """Print records until the table is gone, and then raise TableError.

        With `once`, return after the last record that the table has now.
        """
        from marcoria.device import detection
        from marcoria.device.journal import records
        from marcoria.device.wire import Client

        hello = detection.hello(self._table, self._note)
        client = Client(self._table.wire)
        last = hello["seq"] - 1
        if hello["epoch"] != self.epoch:
            self.epoch, self._after = hello["epoch"], -1 if self._all else last
        self.gone = False
        if self._once and self._after >= last:
            return
        # If no record is printed or skipped yet, pass -1 as epoch. Then `records` sends neither
        # epoch nor seq, and the table begins with its oldest record. The seq of this record need
        # not be 0, because records may have been erased.
        known = self._after >= 0
        for one in records(client, self.epoch if known else -1, self._after):
            if one:
                self._after = one[0]
                self._print(*one)
            if self._once and (one is None or self._after >= last):
                return

    def _note(self, sentence: str) -> None:
        if not asked().quiet:
            print(f"marcoria: {sentence}", file=sys.stderr, flush=True)

    def _print(self, seq: int, slot: bytes) -> None:
        from marcoria.journal.entries import in_words
        from marcoria.journal.reader import open_slot

        record = open_slot(seq, slot)
        if record is None:
            return
        words = in_words((record.kind, record.seat, record.arg))
        facts = {"epoch": self.epoch, "seq": record.seq, "boot": record.boot}
        told = json.dumps({**facts, "ms": record.ms, "says": words}, ensure_ascii=False)
        print(told if asked().json else f"{record.ms / 1000:>9.1f}  {words}", flush=True)


def _told(error: TableError) -> str:
    return _GOES_ON if error.code == "gone" else error.detail


# --- the live view -------------------------------------------------------------------------------


def _tell_once(table: "TableAtPort") -> None:
    """Print the current state of the table once."""
    from marcoria.commands.monitor_shown import Monitor
    from marcoria.terminal import console

    watching = Monitor(asked().lang or "en")
    watching.follow(table, lambda: None, once=True)
    table.close()
    if asked().json:
        answer("", **watching.facts())
    else:
        out = console()
        out.print(watching.view.drawn(*out.size))


def _watch(table: "TableAtPort") -> None:
    """Draw the table live; wait for it when it is unplugged."""
    from rich.live import Live

    from marcoria.commands.monitor_shown import Monitor
    from marcoria.terminal import console

    watching = Monitor(asked().lang or "en")
    with Live(console=console(), auto_refresh=False, screen=True) as live:

        def draw() -> None:
            live.update(watching.view.drawn(*live.console.size), refresh=True)

        def say(error: TableError) -> None:
            watching.known.trouble = _told(error)
            draw()

        _lasting(table, lambda: watching.follow(table, draw), say)
