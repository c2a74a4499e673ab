"""`marcoria monitor`: what happens at a table, as it happens."""

import json
from typing import Annotated

import typer

from marcoria.asked import asked
from marcoria.commands.options import command


def add(app: typer.Typer) -> None:
    """What it is asked."""
    command(app, "monitor", _monitor)


def _monitor(
    all_of_it: Annotated[
        bool, typer.Option("--all", help="From the oldest record on, not from now.")
    ] = False,
    once: Annotated[bool, typer.Option("--once", help="End when there is nothing more.")] = False,
) -> None:
    """What happens at a table, a record a line, until Ctrl-C."""
    from marcoria.device.client import Client
    from marcoria.device.ports import choose
    from marcoria.device.wire import Wire
    from marcoria.journal.reading import open_slot
    from marcoria.journal.wording import in_words

    with Wire(choose(asked().table)) as wire:
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
