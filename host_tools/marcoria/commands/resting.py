"""A table that rests while a command works at its prompt."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from marcoria.asked import asked
from marcoria.commands.options import Option

if TYPE_CHECKING:
    from marcoria.device.prompt import Prompt

Pin = Annotated[str, Option(metavar="CDHS", help="The director's, if the table has one.")]


@contextmanager
def at_the_prompt(pin: str) -> Iterator[tuple["Prompt", Callable[[str], object]]]:
    """Yield the table's prompt and a function that shows progress; restart the table at the
    end, whatever happens."""
    from marcoria.commands.progress import Progress
    from marcoria.device.client import Client
    from marcoria.device.ports import choose
    from marcoria.device.prompt import Prompt
    from marcoria.device.wire import PortWire

    with (
        PortWire(choose(asked().table)) as wire,
        Progress() as progress,
        Prompt(Client(wire), wire, pin) as prompt,
    ):
        yield prompt, progress.say
