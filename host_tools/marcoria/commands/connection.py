"""Connections of a command to its table: to the program, or to MicroPython's prompt."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.options import Option
from marcoria.context import asked

if TYPE_CHECKING:
    from marcoria.device.prompt import Prompt
    from marcoria.device.wire import TableAtPort

Pin = Annotated[
    str,
    Option(metavar="CDHS", help="The director's PIN, if the table has one.", show_default=False),
]


@contextmanager
def connected() -> Iterator["TableAtPort"]:
    """Yield the table that the user named, else the only board; close its port at the end.

    The port is opened when it is first used (see `ports.choose` and `TableAtPort`).
    """
    from marcoria.device.ports import choose
    from marcoria.device.wire import PortWire, TableAtPort

    table = TableAtPort(lambda: PortWire(choose(asked().table)))
    try:
        yield table
    finally:
        table.close()


@contextmanager
def at_the_prompt(pin: str) -> Iterator[tuple["Prompt", Callable[[str], object]]]:
    """Yield the table's MicroPython prompt and a function that shows progress.

    Restart the table at the end, also after an error.
    """
    from marcoria.commands.progress import Progress
    from marcoria.device.prompt import Prompt
    from marcoria.device.wire import Client

    with (
        connected() as table,
        Progress() as progress,
        Prompt(Client(table.wire), table.wire, pin) as prompt,
    ):
        yield prompt, progress.say
